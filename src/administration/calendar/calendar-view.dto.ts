import { RestrictionsOfDay } from '../../calendar/restrictions.dto';
import { ApiModel } from '../../platform/openapi/api-docs';
import { DateField } from '../../platform/http/fields';
import { ShownClosure } from './shown-closure.dto';
import { MomentField } from '../../platform/http/moment.field';
import { Property } from '../../platform/http/property';

/** Selects days of a calendar. */
export class CalendarViewQueryDto {
  /** The first date @example "{today+0}" */
  @DateField() from!: string;
  /** Included; at most 750 days @example "{today+30}" */
  @DateField() to!: string;
  /** Returns the calendar at this moment, with null for occupied rooms */
  @MomentField() at?: string;
  /** The `nextCursor` of the page before: its last day */
  @DateField({ required: false }) cursor?: string;
}

class PriceOfDay {
  /** The rate plan @example "12" */ ratePlanId!: string;
  /** null if it is not set, and so not sellable @example "100.10" */ price!: string | null;
  /** The restrictions that are set on this date; left out if there are none */
  restrictions?: RestrictionsOfDay;
}

class CalendarDay {
  /** The date @example "{today+0}" */ date!: string;
  /** The rooms left, which operation 1 sets @example 3 */ totalRooms!: number;
  /** Rooms that are booked; null with `at` @example 0 */
  @Property({ type: 'integer' }) occupiedRooms!: number | null;
  /** Whether the channel manager has closed the room @example false */ closed!: boolean;
  /** A price for each rate plan that has a record on this date */ prices!: PriceOfDay[];
}

/** The days of a room with an availability, and the prices of its rate plans. */
@ApiModel('Calendar')
export class CalendarView {
  /** The room @example "1" */ roomId!: string;
  /** The first date @example "{today+0}" */ from!: string;
  /** The last date @example "{today+30}" */ to!: string;
  /** With `at`, the beginning of the known past of the room */
  @Property({ format: 'date-time' }) knownSince?: string;
  /** Closures of the room or of its plans that are open on one of the dates @example [] */
  closures!: ShownClosure[];
  /** Dates that have an availability */ days!: CalendarDay[];
  /**
   * The cursor of the days after the last one, if not all fit into 4 MiB, which only happens with more than
   * 78 rate plans, or with fewer that have restrictions
   */
  @Property({ example: null }) nextCursor!: string | null;
}
