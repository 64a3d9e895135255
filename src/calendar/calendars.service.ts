import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../database/id';
import { TransactionRunner } from '../database/transaction-runner';
import type { DateRange } from '../dates/date-range';
import { datesOf } from '../dates/date-range';
import { toMicroseconds } from '../dates/microseconds';
import { LastPushRepository } from '../history/last-push.repository';
import { PastCalendarsRepository } from '../history/past-calendars.repository';
import { PageSize } from '../http/page';
import { groupBy } from '../pricing/group-by';
import type { PageContext } from './calendar-item';
import { itemJson, Rules } from './calendar-item';
import type { CalendarPlan, CalendarRoom, CalendarSource, RoomFilter } from './calendar-source';
import type { CalendarsQueryDto } from './calendars.dto';
import { PastCalendars } from './past-calendars';
import { depthsOf } from './plan-forest';
import { PresentCalendars } from './present-calendars';

/** So many prices are read and written at once, or those of one room: a few milliseconds in which nothing else runs. */
const MAX_PRICES_A_BATCH = 16_000;

/** A page of rooms, and all plans that are needed to tell of it. */
interface PageOfRooms<Room, Plan> {
  rooms: Room[];
  /** Of these rooms, and those of other rooms from which they derive. */
  plans: Map<RatePlanId, Plan>;
  plansOf: Map<RoomId, Plan[]>;
}

/** The calendar of many rooms as it is and as it was, as `CalendarPage` in JSON text. */
@Injectable()
export class CalendarsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly present: PresentCalendars,
    private readonly past: PastCalendarsRepository,
    private readonly lastPushes: LastPushRepository,
  ) {}

  /** A page, in one snapshot. @throws ProblemException 404 where the past is not known at that moment */
  async list(query: Omit<CalendarsQueryDto, 'from' | 'to'>, range: DateRange): Promise<string> {
    const { limit, at, ...filter } = query;
    return this.transactions.read((manager) =>
      at === undefined
        ? this.read(manager, this.present, filter, limit, range)
        : this.read(manager, new PastCalendars(this.past, toMicroseconds(at)), filter, limit, range),
    );
  }

  private async read<Room extends CalendarRoom, Plan extends CalendarPlan>(
    manager: EntityManager,
    source: CalendarSource<Room, Plan>,
    filter: RoomFilter,
    limit: number,
    range: DateRange,
  ): Promise<string> {
    const found = await source.findRooms(manager, filter, limit + 1);
    const page = await this.findPlans(manager, source, found.slice(0, limit));
    const context: PageContext = { depths: depthsOf(page.plans), rules: new Rules() };
    const size = new PageSize();
    const items: string[] = [];
    for (const batch of batchesOf(page, datesOf(range).length)) {
      for (const item of await this.describe(manager, source, page, batch, range, context)) {
        if (size.add(item)) items.push(item);
      }
      if (size.isFull) break;
    }
    const shown = page.rooms.slice(0, items.length);
    const nextCursor = found.length > items.length ? (shown.at(-1)?.id ?? null) : null;
    const knownSince = source.at === null ? undefined : latest(shown);
    const head = JSON.stringify({ ...range, at: source.at, knownSince });
    return `${head.slice(0, -1)},"items":[${items.join()}],"nextCursor":${JSON.stringify(nextCursor)}}`;
  }

  private async findPlans<Room extends CalendarRoom, Plan extends CalendarPlan>(
    manager: EntityManager,
    source: CalendarSource<Room, Plan>,
    rooms: Room[],
  ): Promise<PageOfRooms<Room, Plan>> {
    const ofRooms = rooms.length > 0 ? await source.findPlans(manager, rooms) : [];
    const plans = new Map(ofRooms.map((plan) => [plan.id, plan]));
    const outside = ofRooms
      .flatMap(({ derivedFromId }) => derivedFromId ?? [])
      .filter((id) => !plans.has(id));
    if (outside.length > 0) {
      for (const plan of await source.findLines(manager, [...new Set(outside)])) {
        if (!plans.has(plan.id)) plans.set(plan.id, plan);
      }
    }
    return { rooms, plans, plansOf: groupBy(ofRooms, ({ roomId }) => roomId) };
  }

  /** The items of some rooms of a page. */
  private async describe<Room extends CalendarRoom, Plan extends CalendarPlan>(
    manager: EntityManager,
    source: CalendarSource<Room, Plan>,
    { plans, plansOf }: PageOfRooms<Room, Plan>,
    rooms: Room[],
    range: DateRange,
    context: PageContext,
  ): Promise<string[]> {
    const own = rooms.flatMap(({ id }) => plansOf.get(id) ?? []);
    const needed = new Set([
      ...own,
      ...own.flatMap(({ derivedFromId }) => (derivedFromId && plans.get(derivedFromId)) ?? []),
    ]);
    const roomIds = rooms.map(({ id }) => id);
    const [rows, held, lastPushes] = await Promise.all([
      source.readRows(manager, rooms, [...needed], range),
      source.findHeld(manager, rooms, range),
      this.lastPushes.find(manager, roomIds, source.at),
    ]);
    return rooms.map((room) =>
      itemJson(room, plansOf.get(room.id) ?? [], lastPushes.get(room.id), { ...context, rows, held }),
    );
  }
}

/** Rooms in their order, as many at once as do not have too many prices together. */
function batchesOf<Room extends CalendarRoom, Plan extends CalendarPlan>(
  { rooms, plansOf }: PageOfRooms<Room, Plan>,
  days: number,
): Room[][] {
  const batches: Room[][] = [];
  let prices = Infinity;
  for (const room of rooms) {
    const ofRoom = (plansOf.get(room.id)?.length ?? 0) * days;
    prices += ofRoom;
    if (prices > MAX_PRICES_A_BATCH) {
      batches.push([]);
      prices = ofRoom;
    }
    batches.at(-1)?.push(room);
  }
  return batches;
}

/** From when on the past of all these rooms is known; null where there is none of them. */
function latest(rooms: CalendarRoom[]): string | null {
  return rooms
    .flatMap(({ knownSince }) => knownSince ?? [])
    .reduce<string | null>((one, other) => (one !== null && one > other ? one : other), null);
}
