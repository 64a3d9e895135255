import { IsIn, ValidateIf } from 'class-validator';
import { PREVIEW_EXAMPLE, SeenPreviewField } from '../../platform/http/seen-preview';
import type { Changes } from '../../push/journal/journaled-call';
import { Property } from '../../platform/http/property';

/** An example of a file. */
export const SAMPLE = `Hotel,Hotel code,Room,Room id,Rooms,Guests,Adults,Children,Rate plan,Rate plan id,Currency,Derived from,Per cent,Amount
Hotel Lake,L1,Double,,10,3,2,1,Flexible,,EUR,,,
Hotel Lake,L1,Double,,10,3,2,1,Not refundable,,EUR,Flexible,-10,
Hotel Lake,L1,Double,,10,3,2,1,Breakfast,,EUR,Flexible,,12.50
Hotel Lake,L1,Single,,4,1,1,0,,,,,,
`;

const OPERATIONS = ['createRoom', 'changeRoom', 'createRatePlan', 'changeRatePlan'] as const;
export type ImportOperation = (typeof OPERATIONS)[number];

/** How a file is imported. */
export class ImportQuery {
  /** `true`: only report what the import would do with each line */
  @Property({ enum: ['true', 'false'], required: false, example: 'true' })
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(['true', 'false'])
  dryRun?: 'true' | 'false';
  @SeenPreviewField()
  preview?: string;
}

/** A room or a rate plan that an import creates or changes. */
export class ImportChange {
  /** The operation, as in the journal */
  @Property({ enum: OPERATIONS }) operation!: ImportOperation;
  /** The room @example "5001" */ roomId!: string;
  /** The rate plan; null for a room @example "500101" */ ratePlanId!: string | null;
  /** The name of the room or of the rate plan @example "Flexible" */ name!: string;
  /** The old and new values, as in the journal @example {"currency": {"from": null, "to": "EUR"}} */
  @Property({
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: { from: { description: 'The old value' }, to: { description: 'The new value' } },
      required: ['from', 'to'],
    },
  })
  changes!: Changes;
}

/** A reason why a line cannot be imported. */
export class LineProblem {
  /** The title of the column; null for the whole line @example "Guests" */ column!: string | null;
  /** The problem @example "must be an integer number" */ message!: string;
}

const ACTIONS = ['create', 'change', 'same', 'refuse'] as const;

/** The effect of an import on a line. */
export class ImportLine {
  /** The line of the file; the line of titles is 1 @example 2 */ line!: number;
  /**
   * `create`: it makes a room or a rate plan; `change`: it changes one; `same`: all is as the line says; `refuse`: it cannot
   * be imported
   */
  @Property({ enum: ACTIONS }) action!: (typeof ACTIONS)[number];
  /** The rooms and rate plans that it makes and changes */ changes!: ImportChange[];
  /** Why it is refused; empty if it is not */ problems!: LineProblem[];
}

/** The result of an import or of its dry run. */
export class ImportResult {
  /** Whether it was applied; false for a dry run @example false */ applied!: boolean;
  /** Rooms and rate plans that it makes @example 6 */ created!: number;
  /** Rooms and rate plans that it changes @example 0 */ changed!: number;
  /** Rooms and rate plans that already are as the file says @example 0 */ unchanged!: number;
  /** Identifies these changes */
  @Property({ example: PREVIEW_EXAMPLE }) preview!: string;
  /** Each line, in the order of the file */ lines!: ImportLine[];
}
