import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../calendar/calendar-date';
import type { RoomId } from '../database/id';

/** What is stored of one date. */
export interface StoredAvailability {
  date: CalendarDate;
  totalRooms: number;
  occupiedRooms: number;
}

/** The SQL of room availability. The room is locked by the caller. */
@Injectable()
export class RoomAvailabilityRepository {
  /** The availability of the dates that there are. */
  async load(
    manager: EntityManager,
    roomId: RoomId,
    dates: CalendarDate[],
  ): Promise<Map<CalendarDate, StoredAvailability>> {
    const rows = await manager.query<StoredAvailability[]>(
      `SELECT date, total_rooms AS "totalRooms", occupied_rooms AS "occupiedRooms"
         FROM room_availability
        WHERE room_id = $1 AND date = ANY($2::date[])`,
      [roomId, dates],
    );
    return new Map(rows.map((row) => [row.date, row]));
  }

  /** Sets the total rooms of the dates that there are; `totals` by the position of the date. Unchanged rows are not written. */
  async setTotalRooms(
    manager: EntityManager,
    roomId: RoomId,
    dates: CalendarDate[],
    totals: number[],
  ): Promise<void> {
    await manager.query(
      `UPDATE room_availability AS stored
          SET total_rooms = pushed.total_rooms
         FROM unnest($2::date[], $3::integer[]) AS pushed (date, total_rooms)
        WHERE stored.room_id = $1 AND stored.date = pushed.date AND stored.total_rooms <> pushed.total_rooms`,
      [roomId, dates, totals],
    );
  }

  /** Creates the dates that there are not, without occupied rooms; `totals` by the position of the date. */
  async insertMissing(
    manager: EntityManager,
    roomId: RoomId,
    dates: CalendarDate[],
    totals: number[],
  ): Promise<void> {
    await manager.query(
      `INSERT INTO room_availability (room_id, date, total_rooms, occupied_rooms)
       SELECT $1, pushed.date, pushed.total_rooms, 0
         FROM unnest($2::date[], $3::integer[]) AS pushed (date, total_rooms)
        WHERE NOT EXISTS (SELECT FROM room_availability AS stored
                           WHERE stored.room_id = $1 AND stored.date = pushed.date)`,
      [roomId, dates, totals],
    );
  }
}
