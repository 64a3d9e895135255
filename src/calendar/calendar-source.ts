import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../database/id';
import type { CalendarDate } from '../dates/calendar-date';
import type { DateRange } from '../dates/date-range';
import type { Row } from './price-row';

/** Which rooms; what is left out is "whichever". */
export interface RoomFilter {
  propertyName?: string;
  /** Part of the name or of the property's. */
  search?: string;
  /** Only rooms behind this one. */
  cursor?: string;
}

/** A room as a calendar names it. */
export interface CalendarRoom {
  id: RoomId;
  name: string;
  propertyName: string | null;
  /** From when on its past is known; only of the past. */
  knownSince?: string;
  /** Whether that is later than the moment that is asked for: nothing else is known of the room then. */
  isUnknown?: boolean;
}

/** A rate plan as a calendar names it, and how its prices are derived. */
export interface CalendarPlan {
  id: RatePlanId;
  roomId: RoomId;
  name: string;
  currency: string;
  derivedFromId: RatePlanId | null;
  /** JSON text: plans with the same rule have the same text. */
  derivation: string | null;
  /** Whether the plan may not have been there: it is left out where it has no record. */
  isUncertain?: boolean;
}

/** How many rooms there are, and how many are occupied, by day. */
export interface RoomRows {
  totalRooms: Row;
  occupiedRooms: Row;
}

/** What rooms and plans have on the days of a range. */
export interface CalendarRows {
  rooms: Map<RoomId, RoomRows>;
  plans: Map<RatePlanId, Row>;
}

/** A pushed price that is held. */
export interface HeldPriceOfDay {
  date: CalendarDate;
  price: string;
}

/** Where a calendar is read from: what is stored now, or what was at a moment. */
export interface CalendarSource<Room extends CalendarRoom, Plan extends CalendarPlan> {
  /** An ISO 8601 date-time in microseconds; null for now. */
  readonly at: string | null;
  /** In the order of their ids. */
  findRooms(manager: EntityManager, filter: RoomFilter, limit: number): Promise<Room[]>;
  /** The plans of some rooms, in the order of their ids. */
  findPlans(manager: EntityManager, rooms: Room[]): Promise<Plan[]>;
  /** Some plans, and all those from which they derive, directly or through others. */
  findLines(manager: EntityManager, ratePlanIds: RatePlanId[]): Promise<Plan[]>;
  readRows(manager: EntityManager, rooms: Room[], plans: Plan[], range: DateRange): Promise<CalendarRows>;
  findHeld(
    manager: EntityManager,
    rooms: Room[],
    range: DateRange,
  ): Promise<Map<RatePlanId, HeldPriceOfDay[]>>;
}
