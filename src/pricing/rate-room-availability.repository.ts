import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { Repository } from 'typeorm';
import type { CellsToLoad, DateKeys } from '../calendar/cells-to-load';
import type { DatedRecords, NeededValues, RecordedChanges, StateLayout } from '../calendar/dated-records';
import type { Moment } from '../calendar/history/moment';
import type { LoadedCells, PriceCounts, RestrictionsOfRange } from '../calendar/loaded-cells';
import type { LoadedRoom } from '../calendar/loaded-room';
import type { RoomCalendar } from '../calendar/room-calendar';
import type { RatePlanId, RoomId } from '../platform/database/id';
import type { Write } from '../platform/database/write';
import type { CalendarDate } from '../platform/dates/calendar-date';
import { planStateWrites } from './plan-state-writes';
import { planWrites } from './plan-writes';
import { RateRoomAvailability } from './rate-room-availability.entity';
import * as sql from './rate-room-availability.statements';

interface PricesRow {
  roomId: RoomId;
  date: CalendarDate;
  plans: string;
  prices: string;
}

/** Reads and writes the prices and restrictions of rate plans by date, and their past. */
@Injectable()
export class RateRoomAvailabilityRepository implements DatedRecords {
  constructor(
    @InjectRepository(RateRoomAvailability) private readonly availabilities: Repository<RateRoomAvailability>,
  ) {}

  async load(manager: EntityManager, cells: CellsToLoad, needed: NeededValues): Promise<void> {
    const { keys, ranges } = cells;
    await Promise.all([
      keys && loadDates(manager, cells, keys, needed),
      ...ranges.map(([roomId, ofRoom]) => loadRange(manager, roomId, ofRoom, needed)),
    ]);
  }

  /** Places the loaded prices of a range. If plans lack records, it reads the prices again, with their positions. */
  async complete(manager: EntityManager, { id, plans }: LoadedRoom, cells: LoadedCells): Promise<void> {
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

  writesOf(calendars: readonly RoomCalendar[]): Write[] {
    return planWrites(calendars);
  }

  stateWritesOf(changes: RecordedChanges): Write[] {
    return planStateWrites(changes);
  }

  async recordAll(
    manager: EntityManager,
    roomId: RoomId,
    { at, entryId }: Moment,
    layout: StateLayout | undefined,
  ): Promise<void> {
    if (!layout) return;
    const parameters = [roomId, at, entryId, layout.id, layout.ratePlanIds];
    await manager.query(sql.INSERT_RESTRICTION_STATES_OF_ROOM, parameters);
    await manager.query(sql.INSERT_PRICE_STATES_OF_ROOM, parameters);
  }

  async deleteAll(manager: EntityManager, roomId: RoomId, ratePlanId?: RatePlanId): Promise<void> {
    await manager.withRepository(this.availabilities).delete({ roomId, ...(ratePlanId && { ratePlanId }) });
  }
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
  for (const row of restrictions) cells.of(row.roomId)?.setRestrictions(row);
  for (const row of prices) cells.of(row.roomId)?.setPrices(row.date, row.plans, row.prices);
}

/** Reads a range of a room, without the prices of plans that lack records on some dates. */
async function loadRange(
  manager: EntityManager,
  roomId: RoomId,
  cells: LoadedCells,
  { prices: needed, withRestrictions }: NeededValues,
): Promise<void> {
  const range = [roomId, ...cells.ends];
  const [[prices], [counts], [restrictions]] = await Promise.all([
    needed === 'all'
      ? sql.LOAD_PRICES_OF_RANGE.run<[{ count: number; prices: string | null }]>(manager, range)
      : [],
    needed === 'gaps' ? sql.COUNT_PRICES_OF_RANGE.run<[PriceCounts]>(manager, range) : [],
    withRestrictions ? sql.LOAD_RESTRICTIONS_OF_RANGE.run<[RestrictionsOfRange]>(manager, range) : [],
  ]);
  if (restrictions) cells.setRestrictions(restrictions);
  cells.pricesOfRange = prices;
  cells.counts = counts;
  if (needed !== 'all') cells.omitPrices();
}
