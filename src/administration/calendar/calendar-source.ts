import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { DateRange } from '../../platform/dates/date-range';
import type { LastPush } from './last-push';
import type { Row } from './price-row';

/** Which rooms; what is left out is "whichever". */
export interface RoomFilter {
  propertyName?: string;
  /** Part of the name or of the property's. */
  search?: string;
  /** Only rooms behind this one. */
  cursor?: string;
  /** No room behind this one. */
  last?: string;
}

/** Finds one room. A range of ids, unlike a choice by id, uses the index in every plan of PostgreSQL. */
export function onlyRoom(roomId: RoomId): RoomFilter {
  return { cursor: String(BigInt(roomId) - 1n), last: roomId };
}

/** A room as a calendar tells of it: by day how many rooms there are and how many are occupied, and its plans. */
export interface CalendarRoom<Plan extends CalendarPlan = CalendarPlan> {
  id: RoomId;
  name: string;
  propertyName: string | null;
  /** From when on its past is known, if it is asked for. Where that is later, nothing else is known of the room. */
  knownSince?: string;
  lastPush: LastPush | null;
  totalRooms: Row;
  occupiedRooms: Row;
  plans: Plan[];
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
  hasHeldPrices?: boolean;
  /** Whether the plan may not have been there: it is left out where it has no record. */
  isUncertain?: boolean;
}

/** A pushed price that is held. */
export interface HeldPrice {
  date: CalendarDate;
  price: string;
}

/** Where calendars are read from: what is stored now, or what was at a moment. */
export interface CalendarSource<Plan extends CalendarPlan> {
  /** An ISO 8601 date-time in microseconds; null for now. */
  readonly at: string | null;
  /** In the order of their ids. */
  findRooms(
    manager: EntityManager,
    filter: RoomFilter,
    limit: number,
    range: DateRange,
  ): Promise<CalendarRoom<Plan>[]>;
  /** @throws ProblemException 404 */
  findRoom(manager: EntityManager, roomId: RoomId, range: DateRange): Promise<CalendarRoom<Plan>>;
  /** Some plans, and all those from which they derive, directly or through others. */
  findLines(manager: EntityManager, ratePlanIds: RatePlanId[]): Promise<Plan[]>;
  readPrices(manager: EntityManager, plans: Plan[], range: DateRange): Promise<Map<RatePlanId, Row>>;
  findHeld(manager: EntityManager, plans: Plan[], range: DateRange): Promise<Map<RatePlanId, HeldPrice[]>>;
}
