import type { RatePlanId, RoomId } from '../platform/database/id';
import type { CalendarPlan } from './calendar-plan';
import type { CellPrice } from './cell';
import type { HeldRows } from './held-rows';
import type { PackedRestrictions } from './restrictions';

/** The numbers of a room that operation 3 sets without validation. */
export interface RoomCapacity {
  maximumGuests: number | null;
  totalRooms: number | null;
  adults: number | null;
  children: number | null;
}

export interface LoadedRoom {
  readonly id: RoomId;
  readonly propertyName: string | null;
  readonly capacity: RoomCapacity;
  /** Its own plans, in the order of their ids. */
  readonly plans: readonly CalendarPlan[];
}

/** A room whose cells are read, now or at a past moment. */
export interface RoomToRead {
  readonly id: RoomId;
  /** Its own plans. */
  readonly plans: readonly PlanToRead[];
  /**
   * The beginning of the room at a past moment, as text of a `timestamptz`. Earlier states belong to another room with
   * the same id.
   */
  readonly began?: string;
}

/** A plan whose cells are read. */
export interface PlanToRead {
  readonly id: RatePlanId;
  /**
   * The beginning of the plan at a past moment, in microseconds. Earlier states belong to another plan with the same
   * id.
   */
  readonly began?: number;
}

/** The stored state of some dates of a room: values by day, and rows of values by plan and day. */
export interface StoredDays {
  /** Rooms left, NO_RECORD if there is no record. */
  roomsLeft: readonly number[];
  occupied: readonly number[];
  /** Whether the room is closed. */
  closed: readonly boolean[];
  /**
   * Prices, NO_RECORD if there is no record. Undefined if they were not loaded, because every plan has a price on each
   * date or the push does not need them.
   */
  prices: CellPrice[][] | undefined;
  /** Undefined if they were not loaded, because a push of prices or of rooms left does not need them. */
  restrictions?: PackedRestrictions[][];
  /** Undefined if they were not loaded, because only people decide on them. */
  held?: HeldRows;
}
