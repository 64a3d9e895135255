import { DateField } from '../../platform/http/fields';
import { ApiModel } from '../../platform/openapi/api-docs';
import { exampleDay } from '../../platform/openapi/example-day';
import { Property } from '../../platform/http/property';

/** The dates on which a derived plan returns to its rule. */
@ApiModel('RecalculationRange', {
  'A month from today': { value: { from: exampleDay(0), to: exampleDay(30) } },
})
export class RecalculationRangeDto {
  /** The first date: yesterday at the earliest @example "{today+0}" */
  @DateField() from!: string;
  /** The last date: two years from today at the latest @example "{today+30}" */
  @DateField() to!: string;
}

/** The result of a recalculation. */
export class Recalculated {
  /** The entry in the journal */
  @Property({ format: 'uuid' }) requestId!: string;
  /** The number of dates on which the rule gives a price @example 31 */ records!: number;
}
