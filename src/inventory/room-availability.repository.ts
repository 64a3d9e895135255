import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { Repository } from 'typeorm';
import type { CellsToLoad } from '../calendar/cells-to-load';
import type { DatedRecords, RecordCount, RecordedChanges } from '../calendar/dated-records';
import type { EffectiveTime } from '../calendar/history/effective-time';
import type { RoomToRead } from '../calendar/loaded-room';
import type { RoomsLeftOfRange } from '../calendar/loaded-cells';
import type { MonthChecksum } from '../calendar/month-checksum';
import type { RoomCalendar } from '../calendar/room-calendar';
import type { RatePlanId, RoomId } from '../platform/database/id';
import type { Write } from '../platform/database/write';
import type { CalendarDate } from '../platform/dates/calendar-date';
import { RoomAvailability } from './room-availability.entity';
import * as sql from './room-availability.statements';
import { AVAILABILITY_STATE, RoomAvailabilityPastRepository } from './room-availability-past.repository';
import { roomsLeftStateWrites } from './rooms-left-state-writes';
import { roomsLeftWrites } from './rooms-left-writes';

interface RoomsLeftRow {
  roomId: RoomId;
  date: CalendarDate;
  roomsLeft: number;
  occupied: number;
  closed: boolean;
}

/** Reads and writes the rooms left and the closed dates of rooms, and their past. */
@Injectable()
export class RoomAvailabilityRepository implements DatedRecords {
  readonly past = [AVAILABILITY_STATE];

  constructor(
    @InjectRepository(RoomAvailability) private readonly availabilities: Repository<RoomAvailability>,
    private readonly states: RoomAvailabilityPastRepository,
  ) {}

  async load(manager: EntityManager, cells: CellsToLoad): Promise<void> {
    const { keys, ranges } = cells;
    const [days] = await Promise.all([
      keys ? sql.LOAD_ROOMS_LEFT.run<RoomsLeftRow[]>(manager, [keys.roomIds, keys.dates]) : [],
      ...ranges.map(async ({ roomIds, from, to }) => {
        const rows = await sql.LOAD_ROOMS_LEFT_OF_RANGE.run<(RoomsLeftOfRange & { roomId: RoomId })[]>(
          manager,
          roomIds,
          from,
          to,
        );
        for (const row of rows) cells.get(row.roomId).setRoomsLeftOfRange(row);
      }),
    ]);
    for (const { roomId, date, roomsLeft, occupied, closed } of days)
      cells.get(roomId).setRoomsLeft(date, roomsLeft, closed, occupied);
  }

  /** Rooms left do not depend on plans, so `load` reads all of them. */
  complete(): Promise<void> {
    return Promise.resolve();
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
    return roomsLeftWrites(calendars);
  }

  stateWrites({ recorded }: RecordedChanges): Write[] {
    return roomsLeftStateWrites(recorded);
  }

  async recordAll(manager: EntityManager, roomId: RoomId, { at, entryId }: EffectiveTime): Promise<boolean> {
    const days = await manager.query<unknown[]>(sql.INSERT_AVAILABILITY_STATES_OF_ROOM, [
      roomId,
      at,
      entryId,
    ]);
    return days.length > 0;
  }

  /** Computes the checksum of each month that has records, with the dates from `from` to the day before `before`. */
  checksums(
    manager: EntityManager,
    roomId: RoomId,
    from: CalendarDate,
    before: CalendarDate,
  ): Promise<MonthChecksum[]> {
    return manager.query<MonthChecksum[]>(sql.CHECKSUMS_OF_ROOMS_LEFT, [roomId, from, before]);
  }

  /** Rooms left are not counted, because the refusal of a deletion names the whole calendar. */
  count(): Promise<RecordCount[]> {
    return Promise.resolve([]);
  }

  /** The rooms left of a room do not belong to any of its plans. */
  async deleteAll(manager: EntityManager, roomId: RoomId, ratePlanId?: RatePlanId): Promise<void> {
    if (ratePlanId === undefined) await manager.withRepository(this.availabilities).delete({ roomId });
  }
}
