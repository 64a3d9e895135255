import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CellsToLoad } from '../calendar/cells-to-load';
import { jsonMoment } from '../platform/database/moment-sql';
import type { CellPast, DatedSince, Search } from '../calendar/history/since';
import { parametersForRoom } from '../calendar/history/since';
import type { State } from '../calendar/history/state-table';
import { StateTable } from '../calendar/history/state-table';
import type { RoomToRead } from '../calendar/loaded-room';
import type { RoomId } from '../platform/database/id';
import { listText } from '../platform/database/list-text';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { Operation } from '../push/operations';

/** The rooms left on a date from a moment on, and whether the room was closed. */
export type RoomsLeftState = State & { roomsLeft: number; closed: boolean };

/** A call that changed the rooms left on a date, or closed or opened the room. */
export interface RoomsLeftChange {
  requestId: string;
  at: string;
  token: string | null;
  operation: Operation;
  totalRooms: number;
  closed: boolean;
}

/** The date whose changes are read, and where the page begins. */
interface RoomsLeftHistoryQuery {
  roomId: RoomId;
  date: CalendarDate;
  /** Only changes before this moment; null for all. */
  before: string | null;
}

/** The past of rooms left and closed dates. */
export const AVAILABILITY_STATE = new StateTable('availability_state');

const NEWEST = AVAILABILITY_STATE.newestStates(
  'load_past_rooms_left',
  'day.date::text, total_rooms AS "roomsLeft", closed',
);
const SINCE_NO_ROOMS = AVAILABILITY_STATE.firstStates('find_since_no_rooms', 'total_rooms > 0');
const SINCE_CLOSED = AVAILABILITY_STATE.firstStates('find_since_closed', 'NOT closed');

/** Reads the past of rooms left and closed dates. */
@Injectable()
export class RoomAvailabilityPastRepository {
  /** Reads cells as they were at a moment. The past does not know occupied rooms. */
  async load(
    manager: EntityManager,
    at: string,
    rooms: readonly RoomToRead[],
    cells: CellsToLoad,
  ): Promise<void> {
    await Promise.all(
      rooms.map(async ({ id, began }) => {
        const ofRoom = cells.get(id);
        const states = await NEWEST.run<{ date: CalendarDate; roomsLeft: number; closed: boolean }[]>(
          manager,
          [id, began, at, listText(ofRoom.dates)],
        );
        for (const { date, roomsLeft, closed } of states) ofRoom.setRoomsLeft(date, roomsLeft, closed);
      }),
    );
  }

  /** Returns, for each date, the newest state before a moment and all later states. @param first the moment in microseconds */
  listStates(
    manager: EntityManager,
    roomId: RoomId,
    dates: readonly CalendarDate[],
    first: number,
  ): Promise<RoomsLeftState[]> {
    const columns = 'state.total_rooms AS "roomsLeft", state.closed';
    return manager.query(AVAILABILITY_STATE.statesSince(columns), [roomId, dates, first]);
  }

  /**
   * Lists the changes, newest first. A change is a state that differs from the state before it. States before the beginning of
   * the room do not count.
   */
  listChanges(
    manager: EntityManager,
    { roomId, date, before }: RoomsLeftHistoryQuery,
    knownSince: string,
    limit: number,
  ): Promise<RoomsLeftChange[]> {
    return manager.query<RoomsLeftChange[]>(
      `WITH state AS MATERIALIZED (
         SELECT moment, entry_id, total_rooms, closed, lead(total_rooms) OVER newest_first AS earlier_rooms,
                lead(closed) OVER newest_first AS earlier_closed
           FROM availability_state
          WHERE room_id = $1 AND date = $2 AND moment < coalesce($3::timestamptz, 'infinity')
            AND moment >= coalesce((SELECT began FROM room_state WHERE room_id = $1
                                     ORDER BY moment DESC LIMIT 1), '-infinity')
         WINDOW newest_first AS (ORDER BY moment DESC)
       )
       SELECT entry.id AS "requestId", ${jsonMoment('moment')} AS at, entry.token, entry.operation,
              total_rooms AS "totalRooms", closed
         FROM state
         JOIN journal_entry AS entry ON entry.id = entry_id
        WHERE (total_rooms IS DISTINCT FROM earlier_rooms OR closed IS DISTINCT FROM earlier_closed)
          AND moment > $4::timestamptz
        ORDER BY moment DESC
        LIMIT $5`,
      [roomId, date, before, knownSince, limit],
    );
  }

  /** Returns, for each date without rooms left, the entry since which none are left. */
  findSinceNoRooms(manager: EntityManager, past: CellPast, search: Search): Promise<DatedSince[]> {
    return SINCE_NO_ROOMS.run<DatedSince[]>(manager, parametersForRoom(past, search));
  }

  /** Returns, for each date on which a room is closed, the entry since which it is closed. */
  findSinceClosed(manager: EntityManager, past: CellPast, search: Search): Promise<DatedSince[]> {
    return SINCE_CLOSED.run<DatedSince[]>(manager, parametersForRoom(past, search));
  }
}
