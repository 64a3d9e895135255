import type { RestrictionName } from '../../calendar/restrictions';
import { LastPushOfRoom } from './last-push.dto';
import { ApiModel } from '../../platform/openapi/api-docs';
import { DateField, IdField, NameField, NextCursor, SearchField } from '../../platform/http/fields';
import { ShownClosure } from './shown-closure.dto';
import { MomentField } from '../../platform/http/moment.field';
import { Property } from '../../platform/http/property';
import { PageQuery } from '../../platform/http/page.dto';

/** Selects rooms and days of the calendar of many rooms. */
export class CalendarPageQueryDto extends PageQuery(IdField({ required: false }), 50) {
  /** Only this room */
  @IdField({ required: false }) roomId?: string;
  /** Only rooms of this property, for example Hotel Bar */
  @NameField({ required: false }) propertyName?: string;
  /** Words that must each be in the name of a room or of its property, in upper or lower case */
  @SearchField() search?: string;
  /** The first date @example "{today+0}" */
  @DateField() from!: string;
  /** Included; at most 62 days @example "{today+30}" */
  @DateField() to!: string;
  /** Returns the calendar at this moment, without occupied rooms and held prices */
  @MomentField() at?: string;
}

class HeldPriceOfPlan {
  /** The date @example "{today+7}" */ date!: string;
  /** The pushed price @example "1.00" */ price!: string;
}

const NIGHTS = {
  type: 'array',
  items: { type: 'integer', nullable: true },
  description: 'One number of nights for each date; null for none',
} as const;

/** The restrictions of a plan. */
class RestrictionRows implements Partial<Record<RestrictionName, (boolean | number | null)[]>> {
  /** One value for each date */ stopSell?: boolean[];
  /** One value for each date */ closedToArrival?: boolean[];
  /** One value for each date */ closedToDeparture?: boolean[];
  @Property(NIGHTS) minStayArrival?: (number | null)[];
  @Property(NIGHTS) minStayThrough?: (number | null)[];
  @Property(NIGHTS) maxStay?: (number | null)[];
}

class RatePlanRow {
  /** The id of the rate plan @example "12" */ id!: string;
  /** The name of the rate plan @example "Flexible" */ name!: string;
  /** The ISO 4217 code of its prices @example "EUR" */ currency!: string;
  /** The plan it derives from */
  @Property({ example: null }) derivedFrom!: string | null;
  /** The number of plans above it in its line of derivations @example 0 */ depth!: number;
  /** One value for each date; null if no price is set or no record exists @example ["100.10", null] */
  @Property({ type: 'array', items: { type: 'string', nullable: true } }) prices!: (string | null)[];
  /**
   * One letter for each date: `p` a price pushed to the plan; `d` the price by its rule from its parent’s
   * price; `o` another price; `n` not set; `-` no record
   * @example "pn"
   */
  states!: string;
  /**
   * The restrictions that occur on one of the dates
   * @example {"stopSell": [false, true], "minStayArrival": [2, null]}
   */
  restrictions!: RestrictionRows;
  /** Pushed prices that wait for a decision */ held!: HeldPriceOfPlan[];
}

class RoomRow {
  /** The room @example "1" */ roomId!: string;
  /** The name of the room @example "Double" */ name!: string;
  /** The property that the room belongs to @example "Hotel Bar" */ propertyName!: string | null;
  /**
   * With `at`, the beginning of the known past of the room. If it is later than `at`, the room existed at
   * that moment, but nothing else is known of it
   */
  @Property({ format: 'date-time' }) knownSince?: string;
  /** The last push, with any outcome */ lastPush!: LastPushOfRoom | null;
  /** One value for each date; null if there is no availability @example [3, null] */
  @Property({ type: 'array', items: { type: 'integer', nullable: true } }) totalRooms!: (number | null)[];
  /** One value for each date, like totalRooms @example [0, null] */
  @Property({ type: 'array', items: { type: 'integer', nullable: true } })
  occupiedRooms!: (number | null)[];
  /** One value for each date: whether the channel manager has closed the room @example [false, false] */
  closed!: boolean[];
  /** Closures of the room or of its plans that are open on one of the dates @example [] */
  closures!: ShownClosure[];
  /** Rate plans; each follows the one from which it derives */ ratePlans!: RatePlanRow[];
}

/** A page of rooms with their prices on some dates. */
@ApiModel('CalendarPage')
export class CalendarPage {
  /** The first date @example "{today+0}" */ from!: string;
  /** The last date @example "{today+30}" */ to!: string;
  /** The requested moment; null for the present */
  @Property({ format: 'date-time', example: null }) at!: string | null;
  /** With `at`, the moment from which the past of all rooms of this page is known */
  @Property({ format: 'date-time' }) knownSince?: string | null;
  /** Rooms, by id */ items!: RoomRow[];
  @NextCursor() nextCursor!: string | null;
}
