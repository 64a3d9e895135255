import { getSchemaPath } from '@nestjs/swagger';
import { DryRunField, IdField, NameField, UuidField } from '../../platform/http/fields';
import { MomentOrDateField } from '../../platform/http/moment.field';
import { ApiModel, REQUEST_ID_EXAMPLE } from '../../platform/openapi/api-docs';
import type { PriceGuardView } from '../../pricing/held-prices/price-guard.dto';
import type { DerivationView } from '../../pricing/rate-plans/derivation.dto';
import { exampleDay } from '../../platform/openapi/example-day';
import { Property } from '../../platform/http/property';

const STATES = ['running', 'done', 'failed'] as const;
const VERDICTS = ['restored', 'changedSince', 'unknown'] as const;
const VERDICTS_EXPLAINED =
  'restored: the earlier value is back; changedSince: something else has changed or deleted it since, so ' +
  'it stays unchanged; unknown: the past is not known back to before the push';

/** The options of an undo. */
@ApiModel('Undo', {
  'Only report what would be done': { value: { dryRun: true } },
  'Do it': { value: { dryRun: false } },
})
export class UndoDto {
  /** Only report what would be done */
  @DryRunField() dryRun = false;
}

/** Selects the pushes to undo; a filter that is left out matches every push. */
@ApiModel('UndoOfPushes', {
  'What would be undone of a token': {
    value: { token: 'allbookers', from: `${exampleDay(0)}T08:00:00Z`, dryRun: true },
  },
  'The pushes of a rate plan in an hour': {
    value: {
      ratePlanId: '12',
      from: `${exampleDay(0)}T08:00:00Z`,
      to: `${exampleDay(0)}T09:00:00Z`,
      dryRun: true,
    },
  },
})
export class UndoneDto extends UndoDto {
  /** The name of access tokens: several may share it */
  @NameField({ required: false }) token?: string;
  /** The id of one access token */
  @UuidField({ required: false }) tokenId?: string;
  /** Only pushes for this room */
  @IdField({ required: false }) roomId?: string;
  /** Only pushes of prices and restrictions for this rate plan */
  @IdField({ required: false }) ratePlanId?: string;
  /** Received from this moment on: a date-time, or a date for its beginning in UTC */
  @MomentOrDateField({ required: true }) from!: string;
  /** Received before this moment: a date-time, or a date for its beginning in UTC; left out: until now */
  @MomentOrDateField() to?: string;
  /**
   * The `undoId` of a dry run with the same filters: only pushes that it found are undone, whatever has come
   * since
   */
  @UuidField({ required: false }) preview?: string;
}

type UndoValue = string | number | boolean | DerivationView | PriceGuardView | null;
const VALUES = [
  { type: 'string' },
  { type: 'integer' },
  { type: 'boolean' },
  { $ref: getSchemaPath('Derivation') },
  { $ref: getSchemaPath('PriceGuard') },
];

/**
 * The outcome for a pushed cell or field, for a changed rule or guard, or for a changed cell of a derived plan that
 * follows no cell of the undo at present.
 */
export class UndoRecordView {
  /** The room @example "1" */ roomId!: string;
  /** null for a value of the room @example "12" */ ratePlanId!: string | null;
  /** The date of a value of the calendar @example "2026-12-24" */ date?: string;
  /**
   * The restriction, `closed`, the field of a room edit, `derivation` for a rule, or `guard`; the last three have no
   * date
   */
  field?: string;
  /** The present value @example "1.00" */
  @Property({ oneOf: VALUES, nullable: true }) from!: UndoValue;
  /**
   * The value after the undo: the present one if the cell is left unchanged; null means not set
   * @example "100.10"
   */
  @Property({ oneOf: VALUES, nullable: true }) to!: UndoValue;
  @Property({ enum: VERDICTS, description: VERDICTS_EXPLAINED }) verdict!: (typeof VERDICTS)[number];
}

/**
 * The progress and the result of an undo. The counts include each pushed cell once, and each changed cell of a derived plan
 * that was detached or moved since, or does not inherit the restriction any more.
 */
export class UndoView {
  /** The request id of the call */
  @Property({ format: 'uuid', example: REQUEST_ID_EXAMPLE }) undoId!: string;
  /** Whether the undo is still running @example "done" */
  @Property({ enum: STATES }) state!: (typeof STATES)[number];
  /** Whether this only reports what an undo would do */ dryRun!: boolean;
  /** Why it failed */ problem!: string | null;
  /**
   * Rooms that received the pushes, and rooms with detached or moved plans that the pushes changed
   * @example 1
   */
  rooms!: number;
  /** Rooms that are done @example 1 */ roomsDone!: number;
  /** Cells and fields that are back to what they were before @example 2 */ restored!: number;
  /**
   * Cells and fields that something else has changed since, left as they are; a new parent or rule of a plan
   * counts
   * @example 1
   */
  changedSince!: number;
  /** Cells whose past is not known back to before the push, left as they are @example 0 */ unknown!: number;
  /** Cells that the pushes did not change: there is nothing to undo @example 0 */ unchanged!: number;
  /**
   * Cells of derived plans that change with the cells above; no other count includes them, and no record
   * lists them
   * @example 0
   */
  derived!: number;
  /** The journal entries: one for each room with restored values, or for each part of such a room */
  @Property({ example: [REQUEST_ID_EXAMPLE] }) requestIds!: string[];
  /** The first 5,000, by room */ records!: UndoRecordView[];
}
