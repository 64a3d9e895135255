import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { IsNull, Not, Repository } from 'typeorm';
import type { CellPrice } from '../calendar/cell';
import type { CellsToLoad, DateKeys, RangeToLoad } from '../calendar/cells-to-load';
import type {
  DatedRecords,
  NeededValues,
  RecordCount,
  RecordedChanges,
  PlanList,
} from '../calendar/dated-records';
import type { EffectiveTime } from '../calendar/history/effective-time';
import type { LoadedCells, PriceCounts, PricesOfRange, RestrictionsOfRange } from '../calendar/loaded-cells';
import type { RoomToRead } from '../calendar/loaded-room';
import type { MonthChecksum } from '../calendar/month-checksum';
import type { RoomCalendar } from '../calendar/room-calendar';
import type { RatePlanId, RoomId } from '../platform/database/id';
import type { RoomsStatement } from '../platform/database/rooms-statement';
import type { Write } from '../platform/database/write';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { DateRange } from '../platform/dates/date-range';
import type { CellPlace } from './cell-place';
import { placeColumns, placeKey } from './cell-place';
import { planStateWrites } from './plan-state-writes';
import { planWrites } from './plan-writes';
import type { RatePlan } from './rate-plans/rate-plan.entity';
import { RateRoomAvailability } from './rate-room-availability.entity';
import * as sql from './rate-room-availability.statements';
import {
  PRICE_STATE,
  RateRoomAvailabilityPastRepository,
  RESTRICTION_STATE,
} from './rate-room-availability-past.repository';

interface PricesRow {
  roomId: RoomId;
  date: CalendarDate;
  plans: string;
  prices: string;
}

/** Reads and writes the prices and restrictions of rate plans by date, and their past. */
@Injectable()
export class RateRoomAvailabilityRepository implements DatedRecords {
  readonly past = [PRICE_STATE, RESTRICTION_STATE];

  constructor(
    @InjectRepository(RateRoomAvailability) private readonly availabilities: Repository<RateRoomAvailability>,
    private readonly states: RateRoomAvailabilityPastRepository,
  ) {}

  async load(manager: EntityManager, cells: CellsToLoad, needed: NeededValues): Promise<void> {
    const { keys, ranges } = cells;
    if (needed.prices !== 'all') for (const ofRoom of cells.cellsOfRanges) ofRoom.omitPrices();
    await Promise.all([
      keys && loadDates(manager, cells, keys, needed),
      ...ranges.map((range) => loadRange(manager, cells, range, needed)),
    ]);
  }

  /** Places the loaded prices of a range. If plans lack records, it reads the prices again, with their positions. */
  async complete(manager: EntityManager, { id, plans }: RoomToRead, cells: LoadedCells): Promise<void> {
    const { count = 0, prices = null } = cells.pricesOfRange ?? {};
    if (count === 0) return;
    if (count === cells.days * plans.length) {
      cells.setPricesOfRange(
        plans.map((plan) => plan.id),
        prices,
      );
      return;
    }
    const [sparse] = await sql.LOAD_SPARSE_PRICES_OF_RANGE.run<
      [{ days: string; plans: string; prices: string }]
    >(manager, [id, ...cells.ends]);
    cells.setSparsePrices(sparse.days, sparse.plans, sparse.prices);
  }

  loadPast(
    manager: EntityManager,
    at: string,
    rooms: readonly RoomToRead[],
    cells: CellsToLoad,
  ): Promise<void> {
    return this.states.load(manager, at, rooms, cells);
  }

  valueWrites(calendars: readonly RoomCalendar[]): Write[] {
    return planWrites(calendars);
  }

  stateWrites(changes: RecordedChanges): Write[] {
    return planStateWrites(changes);
  }

  async recordAll(
    manager: EntityManager,
    roomId: RoomId,
    { at, entryId }: EffectiveTime,
    planList: PlanList | undefined,
  ): Promise<boolean> {
    if (!planList) return false;
    const parameters = [roomId, at, entryId, planList.id, planList.ratePlanIds];
    await manager.query(sql.INSERT_RESTRICTION_STATES_OF_ROOM, parameters);
    await manager.query(sql.INSERT_PRICE_STATES_OF_ROOM, parameters);
    return true;
  }

  /** Computes the checksums of the months that have records, from a date to before another one. */
  checksums(
    manager: EntityManager,
    roomId: RoomId,
    from: CalendarDate,
    before: CalendarDate,
  ): Promise<MonthChecksum[]> {
    return manager.query<MonthChecksum[]>(sql.CHECKSUMS_OF_PRICES, [roomId, from, before]);
  }

  async count(manager: EntityManager, roomId: RoomId, ratePlanId?: RatePlanId): Promise<RecordCount[]> {
    const count = await manager
      .withRepository(this.availabilities)
      .countBy({ ...keyOf(roomId, ratePlanId), price: Not(IsNull()) });
    return [{ count, noun: 'price' }];
  }

  /** Returns the prices of cells by `placeKey`: null if a price is not set, and nothing without a record. */
  async findPrices(
    manager: EntityManager,
    places: readonly CellPlace[],
  ): Promise<Map<string, CellPrice | null>> {
    if (places.length === 0) return new Map();
    const rows = await sql.FIND_PRICES.run<(CellPlace & { price: string | null })[]>(
      manager,
      placeColumns(places),
    );
    return new Map(rows.map((row) => [placeKey(row), row.price === null ? null : Number(row.price)]));
  }

  /** Counts the prices of each plan of some rooms on some dates. Plans without records are missing. */
  countPricesOfPlans(
    manager: EntityManager,
    roomIds: readonly RoomId[],
    { from, to }: DateRange,
  ): Promise<{ ratePlanId: RatePlanId; count: number }[]> {
    return manager.query(sql.COUNT_PRICES_OF_PLANS, [roomIds, from, to]);
  }

  async hasPrices(manager: EntityManager, { id, roomId }: Pick<RatePlan, 'id' | 'roomId'>): Promise<boolean> {
    const found = await manager
      .withRepository(this.availabilities)
      .findOne({ select: { date: true }, where: { ...keyOf(roomId, id), price: Not(IsNull()) } });
    return found !== null;
  }

  async deleteAll(manager: EntityManager, roomId: RoomId, ratePlanId?: RatePlanId): Promise<void> {
    await manager.withRepository(this.availabilities).delete(keyOf(roomId, ratePlanId));
  }
}

/** Selects the records of a plan, or of a room with all its plans. */
function keyOf(roomId: RoomId, ratePlanId: RatePlanId | undefined) {
  return { roomId, ...(ratePlanId && { ratePlanId }) };
}

async function loadDates(
  manager: EntityManager,
  cells: CellsToLoad,
  { roomIds, dates, firstDates }: DateKeys,
  { withRestrictions }: NeededValues,
): Promise<void> {
  const [prices, restrictions] = await Promise.all([
    sql.LOAD_PRICES.run<PricesRow[]>(manager, [roomIds, dates]),
    withRestrictions
      ? sql.LOAD_RESTRICTIONS.run<(RestrictionsOfRange & { roomId: RoomId })[]>(manager, [
          roomIds,
          dates,
          firstDates,
        ])
      : [],
  ]);
  for (const row of restrictions) cells.get(row.roomId).setRestrictions(row);
  for (const row of prices) cells.get(row.roomId).setPrices(row.date, row.plans, row.prices);
}

/** Reads a range, without the prices of plans that lack records on some dates. */
async function loadRange(
  manager: EntityManager,
  cells: CellsToLoad,
  { roomIds, from, to }: RangeToLoad,
  { prices: needed, withRestrictions }: NeededValues,
): Promise<void> {
  const read = <Row>(statement: RoomsStatement) =>
    statement.run<(Row & { roomId: RoomId })[]>(manager, roomIds, from, to);
  if (withRestrictions) {
    const statement = sql.LOAD_PRICES_AND_RESTRICTIONS_OF_RANGE;
    for (const row of await read<PricesOfRange & RestrictionsOfRange>(statement)) {
      cells.get(row.roomId).setRestrictions(row);
      cells.get(row.roomId).pricesOfRange = row;
    }
    return;
  }
  if (needed === 'all')
    for (const row of await read<PricesOfRange>(sql.LOAD_PRICES_OF_RANGE))
      cells.get(row.roomId).pricesOfRange = row;
  if (needed === 'gaps')
    for (const row of await read<PriceCounts>(sql.COUNT_PRICES_OF_RANGE)) cells.get(row.roomId).counts = row;
}
