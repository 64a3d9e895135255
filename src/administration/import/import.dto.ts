import { IsString } from 'class-validator';
import { DryRunField } from '../../platform/http/fields';
import { PREVIEW_EXAMPLE, SeenPreviewField } from '../../platform/http/seen-preview';
import { ApiModel } from '../../platform/openapi/api-docs';
import type { Changes } from '../../push/journal/journaled-call';
import { Property } from '../../platform/http/property';

const SAMPLE = `Hotel,Hotel code,Room,Room id,Rooms,Guests,Adults,Children,Rate plan,Rate plan id,Currency,Derived from,Per cent,Amount
Hotel Lake,L1,Double,5001,10,3,2,1,Flexible,500101,EUR,,,
Hotel Lake,L1,Double,5001,10,3,2,1,Not refundable,500102,EUR,500101,-10,
Hotel Lake,L1,Double,5001,10,3,2,1,Breakfast,500103,EUR,500101,,12.50
Hotel Lake,L1,Single,5002,4,1,1,0,,,,,,
`;

const OPERATIONS = ['createRoom', 'changeRoom', 'createRatePlan', 'changeRatePlan'] as const;
export type ImportOperation = (typeof OPERATIONS)[number];

/** A CSV file with rooms and rate plans. */
@ApiModel('Import', { 'A preview': { value: { csv: SAMPLE, dryRun: true } } })
export class ImportDto {
  /** The file, with a line of titles and at most 500 other lines */
  @Property({ example: SAMPLE })
  @IsString()
  csv!: string;
  /** Only report what would be created or changed, and every problem */
  @DryRunField() dryRun = false;
  @SeenPreviewField()
  preview?: string;
}

/** A room or a rate plan that an import creates or changes. */
class ImportChange {
  /** The first line about it @example 2 */ line!: number;
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

/** The reason why a line cannot be imported. */
export class ImportProblem {
  /** The line of the file; the line of titles is 1 @example 3 */ line!: number;
  /** The title of the column; null for the whole line @example "Guests" */ column!: string | null;
  /** The problem @example "must be an integer number" */ message!: string;
}

/** The result of an import or of its dry run. */
export class ImportResult {
  /** Whether it was applied; false for a dry run @example false */ applied!: boolean;
  /** Rooms and rate plans that it makes @example 6 */ created!: number;
  /** Rooms and rate plans that it changes @example 0 */ changed!: number;
  /** Rooms and rate plans that already are as the file says @example 0 */ unchanged!: number;
  /** Identifies these changes */
  @Property({ example: PREVIEW_EXAMPLE }) preview!: string;
  /** The rooms and rate plans that it makes and changes, by line */ changes!: ImportChange[];
  /** Why it cannot be applied, by line; empty if it can */ problems!: ImportProblem[];
}
