import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { DryRunField, IdField, NameField, UuidField } from '../../platform/http/fields';
import { MomentOrDateField } from '../../platform/http/moment.field';
import { ApiModel, REQUEST_ID_EXAMPLE } from '../../platform/openapi/api-docs';
import type { DerivationView } from '../../pricing/rate-plans/derivation.dto';
import { exampleDay } from '../../platform/openapi/example-day';

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
  @DryRunField('Only report what would be done')
  dryRun = false;
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
  @NameField({ required: false, description: 'The name of access tokens: several may share it' })
  token?: string;

  @UuidField({ required: false, description: 'The id of one access token' })
  tokenId?: string;

  @IdField({ description: 'Only pushes for this room', required: false, example: undefined })
  roomId?: string;

  @IdField({ required: false, example: undefined, description: 'Its pushes of prices' })
  ratePlanId?: string;

  @MomentOrDateField('Received from this moment on', { required: true })
  from!: string;

  @MomentOrDateField('Received before this moment; left out: until now')
  to?: string;

  @UuidField({
    required: false,
    description:
      'The `undoId` of a dry run with the same filters: only pushes that it found are undone, whatever has come since',
  })
  preview?: string;
}

type UndoValue = string | number | boolean | DerivationView | null;
const VALUES = [
  { type: 'string' },
  { type: 'integer' },
  { type: 'boolean' },
  { $ref: getSchemaPath('Derivation') },
];

/**
 * The outcome for a pushed cell or field, for a changed rule, or for a changed cell of a derived plan that follows no cell
 * of the undo at present.
 */
export class UndoRecordView {
  @ApiProperty({ description: 'The room', example: '1' }) roomId!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '12',
    description: 'null for a value of the room',
  })
  ratePlanId!: string | null;
  @ApiProperty({
    required: false,
    example: '2026-12-24',
    description: 'The date of a value of the calendar',
  })
  date?: string;
  @ApiProperty({
    required: false,
    description:
      'The restriction, `closed`, the field of a room edit, or `derivation` for a rule; the latter two have no date',
  })
  field?: string;
  @ApiProperty({
    oneOf: VALUES,
    nullable: true,
    example: '1.00',
    description: 'The present value',
  })
  from!: UndoValue;
  @ApiProperty({
    oneOf: VALUES,
    nullable: true,
    example: '100.10',
    description:
      'The value after the undo: the present one if the cell is left unchanged; null means not set',
  })
  to!: UndoValue;
  @ApiProperty({ enum: VERDICTS, description: VERDICTS_EXPLAINED }) verdict!: (typeof VERDICTS)[number];
}

/**
 * The progress and the result of an undo. The counts include each pushed cell once, and each changed cell of a derived plan
 * that was detached or moved since, or does not inherit the restriction any more.
 */
export class UndoView {
  @ApiProperty({ format: 'uuid', example: REQUEST_ID_EXAMPLE, description: 'The request id of the call' })
  undoId!: string;
  @ApiProperty({ description: 'Whether the undo is still running', enum: STATES, example: 'done' })
  state!: (typeof STATES)[number];
  @ApiProperty({ description: 'Whether this only reports what an undo would do' }) dryRun!: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'Why it failed' }) problem!: string | null;
  @ApiProperty({
    example: 1,
    description:
      'Rooms that received the pushes, and rooms with detached or moved plans that the pushes changed',
  })
  rooms!: number;
  @ApiProperty({ description: 'Rooms that are done', example: 1 }) roomsDone!: number;
  @ApiProperty({ description: 'Cells and fields that are back to what they were before', example: 2 })
  restored!: number;
  @ApiProperty({
    description:
      'Cells and fields that something else has changed since, left as they are; a new parent or rule of a plan counts',
    example: 1,
  })
  changedSince!: number;
  @ApiProperty({
    description: 'Cells whose past is not known back to before the push, left as they are',
    example: 0,
  })
  unknown!: number;
  @ApiProperty({ example: 0, description: 'Cells that the pushes did not change: there is nothing to undo' })
  unchanged!: number;
  @ApiProperty({
    example: 0,
    description:
      'Cells of derived plans that change with the cells above; no other count includes them, and no record lists them',
  })
  derived!: number;
  @ApiProperty({
    type: [String],
    example: [REQUEST_ID_EXAMPLE],
    description:
      'The journal entries: one for each room with restored values, or for each part of such a room',
  })
  requestIds!: string[];
  @ApiProperty({ type: [UndoRecordView], description: 'The first 5,000, by room' })
  records!: UndoRecordView[];
}
