import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CellReader } from '../../calendar/cell-reader';
import type { LoadedCells } from '../../calendar/loaded-cells';
import type { RoomId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { DateRange } from '../../platform/dates/date-range';
import { datesOf } from '../../platform/dates/date-range';
import { ClosureRepository } from '../../room/closures/closure.repository';
import { closuresJson } from './closures-json';
import { daysJson, daysOfAPage } from './days-json';
import type { ShownRooms } from './shown-room';
import { ShownRoomsService } from './shown-rooms.service';

/** Reads the present or past calendar of a room, as `CalendarView` in JSON text. */
@Injectable()
export class CalendarViewService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly rooms: ShownRoomsService,
    private readonly cells: CellReader,
    private readonly closures: ClosureRepository,
  ) {}

  /**
   * Reads a page in one snapshot.
   * @param at the moment of the calendar; the room may have been deleted since
   * @param after only days after this one
   * @throws ProblemException 404
   */
  read(roomId: RoomId, range: DateRange, at?: string, after = ''): Promise<string> {
    const source = this.rooms.at(at);
    return this.transactions.read((manager) => this.readPage(manager, source, roomId, range, after));
  }

  private async readPage(
    manager: EntityManager,
    source: ShownRooms,
    roomId: RoomId,
    range: DateRange,
    after: string,
  ): Promise<string> {
    const [room, found] = await Promise.all([
      source.findRoom(manager, roomId),
      this.closures.findEffective(manager, [roomId], range, source.at),
    ]);
    const closures = closuresJson(found);
    const mostOf = (restricted: number) =>
      daysOfAPage(room.plans.length, restricted, Buffer.byteLength(closures));
    const wanted = datesOf(range).filter((date) => date > after);
    // Restrictions make a page shorter, but they are read together with the prices: most rooms have few of them.
    const read = wanted.slice(0, mostOf(0));
    const cells = (await this.cells.read(manager, [room], read, source.at)).get(roomId) as LoadedCells;
    const restricted = room.plans.filter(({ id }) => cells.findRestrictions(id)).length;
    const shown = read.slice(0, mostOf(restricted));
    const nextCursor = shown.length < wanted.length ? (shown.at(-1) ?? null) : null;
    const planIds = room.plans.map(({ id }) => id);
    const days = await daysJson(cells, planIds, shown.length);
    const head = JSON.stringify({ roomId, ...range, knownSince: room.knownSince });
    return `${head.slice(0, -1)},"closures":${closures},"days":${days},"nextCursor":${JSON.stringify(nextCursor)}}`;
  }
}
