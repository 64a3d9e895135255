import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RoomId } from '../platform/database/id';
import type { CalendarDate } from '../platform/dates/calendar-date';
import { CellsToLoad } from './cells-to-load';
import type { DatedRecords, NeededValues } from './dated-records';
import { DATED_RECORDS } from './dated-records';
import { LoadedCells } from './loaded-cells';
import type { RoomToRead } from './loaded-room';

export type CellsByRoom = ReadonlyMap<RoomId, LoadedCells>;

/** Reads the cells of rooms, now or at a past moment, from the repositories of the records by date. */
@Injectable()
export class CellReader {
  constructor(@Inject(DATED_RECORDS) private readonly records: readonly DatedRecords[]) {}

  /** Reads present cells. It sends all statements before it waits, so that they share a round trip. */
  async load(manager: EntityManager, cells: CellsByRoom, needed: NeededValues): Promise<void> {
    if (needed.withRestrictions) for (const ofRoom of cells.values()) ofRoom.beginRestrictions();
    const toLoad = new CellsToLoad(cells);
    await Promise.all(this.records.map((record) => record.load(manager, toLoad, needed)));
  }

  /** Places the cells that were read before the plans of the room were known. */
  async complete(manager: EntityManager, room: RoomToRead, cells: LoadedCells): Promise<void> {
    for (const record of this.records) await record.complete(manager, room, cells);
  }

  /**
   * Reads all values of rooms without locks.
   * @param dates all dates of a range
   * @param at a past moment, whose occupied rooms and held prices are not known; null for now
   */
  async read(
    manager: EntityManager,
    rooms: readonly RoomToRead[],
    dates: readonly CalendarDate[],
    at: string | null,
    withHeld = false,
  ): Promise<CellsByRoom> {
    const cells = new Map(rooms.map(({ id }) => [id, new LoadedCells(dates, true)]));
    if (at === null) {
      await this.load(manager, cells, { prices: 'all', withRestrictions: true, withHeld });
      await Promise.all(rooms.map((room) => this.complete(manager, room, cells.get(room.id) as LoadedCells)));
    } else {
      for (const ofRoom of cells.values()) ofRoom.beginRestrictions();
      const toLoad = new CellsToLoad(cells);
      await Promise.all(this.records.map((record) => record.loadPast(manager, at, rooms, toLoad)));
    }
    return cells;
  }
}
