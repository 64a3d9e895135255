import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { DateRange } from '../../platform/dates/date-range';
import { datesOf } from '../../platform/dates/date-range';
import { PastCalendarsRepository } from './past-calendars.repository';
import { groupBy } from '../../calendar/group-by';
import { ClosureRepository } from '../../room/closures/closure.repository';
import { PageSize } from '../../platform/http/page';
import type { PlanRows } from './calendar-item';
import { itemJson, Rules } from './calendar-item';
import type { CalendarPlan, CalendarRoom, CalendarSource, RoomFilter } from './calendar-source';
import { onlyRoom } from './calendar-source';
import type { CalendarsQueryDto } from './calendars.dto';
import { PastCalendars } from './past-calendars';
import { depthsOf } from './plan-forest';
import { PresentCalendars } from './present-calendars';

/**
 * The number of prices per batch, unless one room has more. Reading and writing them blocks the process for a
 * millisecond.
 * The database reads the next batch meanwhile.
 */
const MAX_PRICES_A_BATCH = 2_500;
/** The number of batches requested ahead, so that the database does not wait for the service. */
const AHEAD = 2;

/** Reads the present or past calendar of many rooms, as `CalendarPage` in JSON text. */
@Injectable()
export class CalendarsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly present: PresentCalendars,
    private readonly past: PastCalendarsRepository,
    private readonly closures: ClosureRepository,
  ) {}

  /** Reads a page in one snapshot. @throws ProblemException 404 if nothing is known of that moment */
  async list(query: Omit<CalendarsQueryDto, 'from' | 'to'>, range: DateRange): Promise<string> {
    const { limit, at, roomId, ...others } = query;
    const filter = { ...others, ...(roomId && onlyRoom(roomId as RoomId)) };
    return this.transactions.read((manager) =>
      at === undefined
        ? this.read(manager, this.present, filter, limit, range)
        : this.read(manager, new PastCalendars(this.past, at), filter, limit, range),
    );
  }

  private async read<Plan extends CalendarPlan>(
    manager: EntityManager,
    source: CalendarSource<Plan>,
    filter: RoomFilter,
    limit: number,
    range: DateRange,
  ): Promise<string> {
    const found = await source.findRooms(manager, filter, limit + 1, range);
    const items = await this.describe(manager, source, found.slice(0, limit), range);
    const shown = found.slice(0, items.length);
    const nextCursor = found.length > items.length ? (shown.at(-1)?.id ?? null) : null;
    const knownSince = source.at === null ? undefined : latest(shown);
    const head = JSON.stringify({ ...range, at: source.at, knownSince });
    return `${head.slice(0, -1)},"items":[${items.join()}],"nextCursor":${JSON.stringify(nextCursor)}}`;
  }

  /** Returns the items of a page as JSON texts, for as many rooms as fit on it. */
  private async describe<Plan extends CalendarPlan>(
    manager: EntityManager,
    source: CalendarSource<Plan>,
    rooms: CalendarRoom<Plan>[],
    range: DateRange,
  ): Promise<string[]> {
    const roomIds = rooms.map(({ id }) => id);
    const [plans, closures] = await Promise.all([
      this.findLines(manager, source, rooms),
      this.closures.findEffective(manager, roomIds, range, source.at),
    ]);
    const closuresOf = groupBy(closures, ({ roomId }) => roomId);
    const derivations = { depths: depthsOf(plans), rules: new Rules() };
    const size = new PageSize();
    const items: string[] = [];
    const batches = batchesOf(rooms, datesOf(range).length);
    const read = (batch: CalendarRoom<Plan>[]) => {
      const rows = this.readPlans(manager, source, batch, plans, range);
      // The error is thrown when the rows are awaited, which may be later.
      rows.catch(() => undefined);
      return rows;
    };
    const coming = batches.slice(0, AHEAD).map(read);
    for (const [index, batch] of batches.entries()) {
      const rows = await coming.shift();
      if (!rows || size.isFull) break;
      coming.push(...batches.slice(index + AHEAD, index + AHEAD + 1).map(read));
      for (const room of batch) {
        const item = itemJson(room, rows, derivations, closuresOf.get(room.id) ?? []);
        if (!size.add(item)) break;
        items.push(item);
      }
    }
    // The transaction must not end before its queries.
    await Promise.all(coming);
    return items;
  }

  /** Returns the plans of some rooms and their ancestors in other rooms. */
  private async findLines<Plan extends CalendarPlan>(
    manager: EntityManager,
    source: CalendarSource<Plan>,
    rooms: CalendarRoom<Plan>[],
  ): Promise<Map<RatePlanId, Plan>> {
    const plans = new Map(rooms.flatMap((room) => room.plans.map((plan) => [plan.id, plan])));
    const parents = new Set([...plans.values()].flatMap(({ derivedFromId }) => derivedFromId ?? []));
    const outside = [...parents].filter((id) => !plans.has(id));
    if (outside.length > 0) {
      for (const plan of await source.findLines(manager, outside)) {
        if (!plans.has(plan.id)) plans.set(plan.id, plan);
      }
    }
    return plans;
  }

  /** Reads the rows of the plans of some rooms and of their parents. */
  private async readPlans<Plan extends CalendarPlan>(
    manager: EntityManager,
    source: CalendarSource<Plan>,
    rooms: CalendarRoom<Plan>[],
    all: Map<RatePlanId, Plan>,
    range: DateRange,
  ): Promise<PlanRows> {
    const own = rooms.flatMap(({ plans }) => plans);
    const parents = own.flatMap(({ derivedFromId }) => (derivedFromId && all.get(derivedFromId)) ?? []);
    const [prices, restrictions, held] = await Promise.all([
      source.readPrices(manager, [...new Set([...own, ...parents])], range),
      source.readRestrictions(manager, own, range),
      source.findHeld(manager, own, range),
    ]);
    return { prices, restrictions, held };
  }
}

/** Splits rooms, in their order, into batches with a limited number of prices. */
function batchesOf<Plan extends CalendarPlan>(
  rooms: CalendarRoom<Plan>[],
  days: number,
): CalendarRoom<Plan>[][] {
  const batches: CalendarRoom<Plan>[][] = [];
  let prices = Infinity;
  for (const room of rooms) {
    const ofRoom = room.plans.length * days;
    prices += ofRoom;
    if (prices > MAX_PRICES_A_BATCH) {
      batches.push([]);
      prices = ofRoom;
    }
    batches.at(-1)?.push(room);
  }
  return batches;
}

/** Returns the moment from which the past of all these rooms is known; null if there are none. */
function latest(rooms: CalendarRoom[]): string | null {
  return rooms
    .flatMap(({ knownSince }) => knownSince ?? [])
    .reduce<string | null>((one, other) => (one !== null && one > other ? one : other), null);
}
