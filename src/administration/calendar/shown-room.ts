import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { LastPush } from './last-push';

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

/** A room of a calendar, with its plans. */
export interface ShownRoom {
  id: RoomId;
  name: string;
  propertyName: string | null;
  /**
   * At a past moment: the beginning of the known past. Before it, nothing but the existence of the room is known.
   */
  knownSince?: string;
  /** At a past moment: the beginning of this room, and of its states, as text of a `timestamptz`. */
  began?: string;
  lastPush: LastPush | null;
  plans: ShownPlan[];
}

/** A rate plan of a calendar and the derivation of its prices. */
export interface ShownPlan {
  id: RatePlanId;
  roomId: RoomId;
  name: string;
  currency: string;
  derivedFromId: RatePlanId | null;
  /** JSON text, which is equal for plans with the same rule. */
  derivation: string | null;
  /** Whether held prices of the plan are stored. They have no past. */
  hasHeldPrices: boolean;
  /** At a past moment: the beginning of its room, the same as `ShownRoom.began`. */
  roomBegan?: string;
  /** At a past moment: the beginning of this plan, and of its states, in microseconds. */
  began?: number;
  /** Whether the plan perhaps did not exist at the past moment. Such a plan is left out if it has no record. */
  isUncertain: boolean;
}

/** Finds the rooms and plans of calendars, now or at a past moment. */
export interface ShownRooms {
  /** An ISO 8601 date-time in microseconds; null for now. */
  readonly at: string | null;
  /** Returns rooms in the order of their ids. */
  findRooms(manager: EntityManager, filter: RoomFilter, limit: number): Promise<ShownRoom[]>;
  /** @throws ProblemException 404 */
  findRoom(manager: EntityManager, roomId: RoomId): Promise<ShownRoom>;
  /** Returns some plans and all their ancestors. For the present, it also returns the other plans of their rooms. */
  findLines(manager: EntityManager, ratePlanIds: readonly RatePlanId[]): Promise<ShownPlan[]>;
}
