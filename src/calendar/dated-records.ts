import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../platform/database/id';
import type { Write } from '../platform/database/write';
import type { CellsToLoad } from './cells-to-load';
import type { EffectiveTime } from './history/effective-time';
import type { StateTable } from './history/state-table';
import type { LoadedCalendars } from './loaded-calendars';
import type { LoadedCells } from './loaded-cells';
import type { RoomToRead } from './loaded-room';
import type { RoomCalendar } from './room-calendar';

/**
 * The prices that a request needs. `gaps` loads them only if a plan lacks a record or a price on some date, because a
 * push of rooms left only fills such gaps.
 */
export type NeededPrices = 'all' | 'gaps' | 'none';

/** The values by date that a load needs besides rooms left. */
export interface NeededValues {
  prices: NeededPrices;
  /** Whether restrictions are needed; they are never needed without all prices. */
  withRestrictions: boolean;
  withHeld: boolean;
}

/** The changes of a transaction, and the lists of plans of their states. */
export type RecordedChanges = Pick<LoadedCalendars, 'recorded' | 'planListIds'>;

/** The plans whose values are in the states of a room, in the order of their ids. */
export interface PlanList {
  id: number;
  ratePlanIds: RatePlanId[];
}

export interface RecordCount {
  count: number;
  /** The name of a record, for example `price`. */
  noun: string;
}

/**
 * The records by date of one table, and their past. The module that owns the table implements this, so that the
 * calendar knows no table. Each method sends all its statements before it waits, so that they share a round trip.
 */
export interface DatedRecords {
  readonly past: readonly StateTable[];

  load(manager: EntityManager, cells: CellsToLoad, needed: NeededValues): Promise<void>;

  /** Reads the cells that `load` could not place before the plans of the room were known. */
  complete(manager: EntityManager, room: RoomToRead, cells: LoadedCells): Promise<void>;

  /** Reads cells of some rooms as they were at a past moment. */
  loadPast(
    manager: EntityManager,
    at: string,
    rooms: readonly RoomToRead[],
    cells: CellsToLoad,
  ): Promise<void>;

  /** The statements that save the differences of some calendars. */
  valueWrites(calendars: readonly RoomCalendar[]): Write[];

  /** The statements that save the states of the past that were recorded. */
  stateWrites(changes: RecordedChanges): Write[];

  /**
   * Records all present values of a room: the beginning of its known past.
   * @param planList undefined without plans
   * @returns whether the room has values. If it has none, the records that refer to these records have none either
   */
  recordAll(
    manager: EntityManager,
    roomId: RoomId,
    effectiveTime: EffectiveTime,
    planList: PlanList | undefined,
  ): Promise<boolean>;

  /** Counts what people would lose by `deleteAll`. */
  count(manager: EntityManager, roomId: RoomId, ratePlanId?: RatePlanId): Promise<RecordCount[]>;

  /** Deletes the present values of a plan, or of a room with all its plans. */
  deleteAll(manager: EntityManager, roomId: RoomId, ratePlanId?: RatePlanId): Promise<void>;
}

/** The injection token of all records by date. Each follows the records to which it refers. */
export const DATED_RECORDS = Symbol('DATED_RECORDS');
