import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { DateRange } from '../../platform/dates/date-range';
import type { PackedRestrictions } from '../../calendar/restrictions';
import type { LastPush } from './last-push';
import type { Row } from './price-row';

/** Selects rooms; a filter that is left out matches every room. */
export interface RoomFilter {
  propertyName?: string;
  /** Words that are in the name of the room or of its property. */
  search?: string;
  /** Only rooms after this one. */
  cursor?: string;
  /** No room after this one. */
  last?: string;
}

/** Selects one room. A range of ids, unlike a choice by id, uses the index in every plan of PostgreSQL. */
export function onlyRoom(roomId: RoomId): RoomFilter {
  return { cursor: String(BigInt(roomId) - 1n), last: roomId };
}

/** A room of a calendar: its rooms and occupied rooms by day, and its plans. */
export interface CalendarRoom<Plan extends CalendarPlan = CalendarPlan> {
  id: RoomId;
  name: string;
  propertyName: string | null;
  /**
   * The beginning of its known past, on request. Before it, nothing but the existence of the room is known.
   */
  knownSince?: string;
  lastPush: LastPush | null;
  totalRooms: Row;
  occupiedRooms: Row;
  /** By day, whether the channel manager has closed the room. */
  closed: boolean[];
  plans: Plan[];
}

/** A rate plan of a calendar and the derivation of its prices. */
export interface CalendarPlan {
  id: RatePlanId;
  roomId: RoomId;
  name: string;
  currency: string;
  derivedFromId: RatePlanId | null;
  /** JSON text, which is equal for plans with the same rule. */
  derivation: string | null;
  hasHeldPrices?: boolean;
  /** Whether the plan may not have existed. It is left out if it has no record. */
  isUncertain?: boolean;
}

/** A pushed price that is held. */
export interface HeldPrice {
  date: CalendarDate;
  price: string;
}

/** The source of calendars: the present one, or the one at a past moment. */
export interface CalendarSource<Plan extends CalendarPlan> {
  /** An ISO 8601 date-time in microseconds; null for now. */
  readonly at: string | null;
  /** Returns rooms in the order of their ids. */
  findRooms(
    manager: EntityManager,
    filter: RoomFilter,
    limit: number,
    range: DateRange,
  ): Promise<CalendarRoom<Plan>[]>;
  /** @throws ProblemException 404 */
  findRoom(manager: EntityManager, roomId: RoomId, range: DateRange): Promise<CalendarRoom<Plan>>;
  /** Returns some plans and all their ancestors. */
  findLines(manager: EntityManager, ratePlanIds: RatePlanId[]): Promise<Plan[]>;
  readPrices(manager: EntityManager, plans: Plan[], range: DateRange): Promise<Map<RatePlanId, Row>>;
  /** Returns the restrictions of plans by day, for plans that have any. */
  readRestrictions(
    manager: EntityManager,
    plans: Plan[],
    range: DateRange,
  ): Promise<Map<RatePlanId, PackedRestrictions[]>>;
  findHeld(manager: EntityManager, plans: Plan[], range: DateRange): Promise<Map<RatePlanId, HeldPrice[]>>;
}
