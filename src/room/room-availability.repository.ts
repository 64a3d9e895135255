import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { Repository } from 'typeorm';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { DayAxis } from '../platform/dates/day-axis';
import type { RoomId } from '../platform/database/id';
import type { Moment } from '../calendar/history/moment';
import { ChangedRooms } from '../push/journal/changed-rooms';
import { PreparedStatement } from '../platform/database/prepared-statement';
import { RoomAvailability } from './room-availability.entity';

/** Dates that had another number of rooms before, and those among them that now have fewer than are occupied. */
export interface SetRooms {
  changed: CalendarDate[];
  overbooked: CalendarDate[];
}

/** How many of some dates there are, and which of them have fewer rooms than are occupied. */
export interface StoredRooms {
  stored: number;
  overbooked: CalendarDate[];
}

/**
 * `SET` gets more than a subscript alone, of which Citus 13 and 14 crash. Lists are JSON: the driver reads
 * PostgreSQL's arrays letter by letter.
 */
const SET_TOTAL_ROOMS = new PreparedStatement(
  'set_total_rooms',
  `WITH changed AS (
     UPDATE room_availability
        SET total_rooms = coalesce(($4::integer[])[date - $2::date + 1], total_rooms)
      WHERE room_id = $1
        AND date BETWEEN $2::date AND $2::date + ($3::integer - 1)
        AND ($4::integer[])[date - $2::date + 1] >= 0
        AND total_rooms <> ($4::integer[])[date - $2::date + 1]
     RETURNING date, total_rooms, occupied_rooms > total_rooms AS is_overbooked
   ), state AS (
     INSERT INTO availability_state (room_id, date, total_rooms, moment, entry_id)
     SELECT $1, date, total_rooms, $5, $6 FROM changed
   )
   SELECT coalesce(json_agg(date), '[]') AS changed,
          coalesce(json_agg(date) FILTER (WHERE is_overbooked), '[]') AS overbooked
     FROM changed`,
);

/** The SQL of room availability. The room is locked by the caller. */
@Injectable()
export class RoomAvailabilityRepository {
  constructor(@InjectRepository(RoomAvailability) private readonly days: Repository<RoomAvailability>) {}

  /**
   * Sets the total rooms of the dates that there are; unchanged rows are not written.
   * @param totals by the position of the day, negative where a day is left out
   */
  async setTotalRooms(
    manager: EntityManager,
    roomId: RoomId,
    { from, days }: DayAxis,
    totals: number[],
    { at, entryId }: Moment,
  ): Promise<SetRooms> {
    const [row] = await SET_TOTAL_ROOMS.run<[SetRooms]>(manager, [
      roomId,
      from,
      days,
      `{${totals.join()}}`,
      at,
      entryId,
    ]);
    ChangedRooms.of(manager).noteInventory(roomId, row.changed);
    return row;
  }

  async readStored(manager: EntityManager, roomId: RoomId, dates: CalendarDate[]): Promise<StoredRooms> {
    const [row] = await manager.query<[StoredRooms]>(
      `SELECT count(*)::integer AS stored,
              coalesce(array_agg(date::text) FILTER (WHERE occupied_rooms > total_rooms), '{}') AS overbooked
         FROM room_availability
        WHERE room_id = $1 AND date = ANY($2::date[])`,
      [roomId, dates],
    );
    return row;
  }

  /**
   * Creates the dates that there are not, without occupied rooms; `totals` by the position of the date.
   * @returns those that it created
   */
  async insertMissing(
    manager: EntityManager,
    roomId: RoomId,
    dates: CalendarDate[],
    totals: number[],
    { at, entryId }: Moment,
  ): Promise<CalendarDate[]> {
    const rows = await manager.query<{ date: CalendarDate }[]>(
      `WITH created AS (
       INSERT INTO room_availability (room_id, date, total_rooms, occupied_rooms)
       SELECT $1, pushed.date, pushed.total_rooms, 0
         FROM unnest($2::date[], $3::integer[]) AS pushed (date, total_rooms)
        WHERE NOT EXISTS (SELECT FROM room_availability AS stored
                           WHERE stored.room_id = $1 AND stored.date = pushed.date)
       RETURNING date, total_rooms
     ), state AS (
       INSERT INTO availability_state (room_id, date, total_rooms, moment, entry_id)
       SELECT $1, date, total_rooms, $4, $5 FROM created
     )
     SELECT date FROM created`,
      [roomId, dates, totals, at, entryId],
    );
    return rows.map(({ date }) => date);
  }

  /** Deletes all dates of a room. */
  async deleteAll(manager: EntityManager, roomId: RoomId): Promise<void> {
    await manager.withRepository(this.days).delete({ roomId });
  }
}
