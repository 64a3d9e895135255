import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CellReader } from '../../calendar/cell-reader';
import { groupBy } from '../../calendar/group-by';
import type { LoadedCells } from '../../calendar/loaded-cells';
import type { RoomId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { DateRange } from '../../platform/dates/date-range';
import { datesOf } from '../../platform/dates/date-range';
import { PageSize } from '../../platform/http/page';
import { ClosureRepository } from '../../room/closures/closure.repository';
import type { CalendarPageQueryDto } from './calendar-page.dto';
import type { Derivations } from './page-room-json';
import { pageRoomJson } from './page-room-json';
import { depthsOf } from './plan-forest';
import { RoomsToRead } from './rooms-to-read';
import type { RoomFilter, ShownRoom, ShownRooms } from './shown-room';
import { onlyRoom } from './shown-room';
import { ShownRoomsService } from './shown-rooms.service';

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
export class CalendarPageService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly rooms: ShownRoomsService,
    private readonly cells: CellReader,
    private readonly closures: ClosureRepository,
  ) {}

  /** Reads a page in one snapshot. @throws ProblemException 404 if nothing is known of that moment */
  async list(query: Omit<CalendarPageQueryDto, 'from' | 'to'>, range: DateRange): Promise<string> {
    const { limit, at, roomId, ...others } = query;
    const filter = { ...others, ...(roomId && onlyRoom(roomId as RoomId)) };
    const source = this.rooms.at(at);
    return this.transactions.read((manager) => this.read(manager, source, filter, limit, range));
  }

  private async read(
    manager: EntityManager,
    source: ShownRooms,
    filter: RoomFilter,
    limit: number,
    range: DateRange,
  ): Promise<string> {
    const found = await source.findRooms(manager, filter, limit + 1);
    const items = await this.describe(manager, source, found.slice(0, limit), range);
    const shown = found.slice(0, items.length);
    const nextCursor = found.length > items.length ? (shown.at(-1)?.id ?? null) : null;
    const knownSince = source.at === null ? undefined : latest(shown);
    const head = JSON.stringify({ ...range, at: source.at, knownSince });
    return `${head.slice(0, -1)},"items":[${items.join()}],"nextCursor":${JSON.stringify(nextCursor)}}`;
  }

  /** Returns the items of a page as JSON texts, for as many rooms as fit on it. */
  private async describe(
    manager: EntityManager,
    source: ShownRooms,
    rooms: ShownRoom[],
    range: DateRange,
  ): Promise<string[]> {
    const roomIds = rooms.map(({ id }) => id);
    const [derivations, closures] = await Promise.all([
      findDerivations(manager, source, rooms),
      this.closures.findEffective(manager, roomIds, range, source.at),
    ]);
    const closuresOf = groupBy(closures, ({ roomId }) => roomId);
    const dates = datesOf(range);
    const size = new PageSize();
    const items: string[] = [];
    const batches = batchesOf(rooms, dates.length);
    const toRead = new RoomsToRead(rooms, derivations.plans);
    const cells = new Map<RoomId, LoadedCells>();
    const read = (batch: ShownRoom[]) => {
      const taken = toRead.take(batch);
      const withHeld = taken.some(({ plans }) => plans.some(({ hasHeldPrices }) => hasHeldPrices));
      const reading = this.cells.read(manager, taken, dates, source.at, withHeld);
      // The error is thrown when the cells are awaited, which may be later.
      reading.catch(() => undefined);
      return reading;
    };
    const coming = batches.slice(0, AHEAD).map(read);
    for (const [index, batch] of batches.entries()) {
      for (const [id, ofRoom] of (await coming.shift()) ?? []) cells.set(id, ofRoom);
      if (size.isFull) break;
      coming.push(...batches.slice(index + AHEAD, index + AHEAD + 1).map(read));
      for (const room of batch) {
        const item = pageRoomJson(room, cells, derivations, closuresOf.get(room.id) ?? []);
        if (!size.add(item)) break;
        items.push(item);
      }
    }
    // The transaction must not end before its queries.
    await Promise.all(coming);
    return items;
  }
}

/** Finds the plans of some rooms and their ancestors in other rooms. */
async function findDerivations(
  manager: EntityManager,
  source: ShownRooms,
  rooms: readonly ShownRoom[],
): Promise<Derivations> {
  const plans = new Map(rooms.flatMap((room) => room.plans.map((plan) => [plan.id, plan])));
  const parents = new Set([...plans.values()].flatMap(({ derivedFromId }) => derivedFromId ?? []));
  const outside = [...parents].filter((id) => !plans.has(id));
  if (outside.length > 0) {
    for (const plan of await source.findLines(manager, outside)) {
      if (!plans.has(plan.id)) plans.set(plan.id, plan);
    }
  }
  return { plans, depths: depthsOf(plans) };
}

/** Splits rooms, in their order, into batches with a limited number of prices. */
function batchesOf(rooms: ShownRoom[], days: number): ShownRoom[][] {
  const batches: ShownRoom[][] = [];
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
function latest(rooms: ShownRoom[]): string | null {
  return rooms
    .flatMap(({ knownSince }) => knownSince ?? [])
    .reduce<string | null>((one, other) => (one !== null && one > other ? one : other), null);
}
