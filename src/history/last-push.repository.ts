import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RoomId } from '../database/id';
import type { Outcome } from '../journal/journaled-call';
import { keyAt } from '../journal/request-id';
import { jsonMoment } from './moment';

/** The last push of a room, and what came of it. */
export interface LastPush {
  requestId: string;
  /** In microseconds: the calendar at this moment is the one after it. */
  at: string;
  outcome: Outcome;
}

const LARGEST_KEY = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** How much later than an entry takes effect its call may have been received, by clocks that differ. */
const CLOCK_DIFFERENCE_MS = 300_000;

/** The SQL of the last pushes of rooms. */
@Injectable()
export class LastPushRepository {
  /**
   * The last push of each room that has one, whatever came of it: the newest of its journal entries, among which an
   * index leads straight to it.
   * @param at the last one until this moment; null for now
   */
  async find(manager: EntityManager, roomIds: RoomId[], at: string | null): Promise<Map<RoomId, LastPush>> {
    const before = at === null ? LARGEST_KEY : keyAt(new Date(Date.parse(at) + CLOCK_DIFFERENCE_MS));
    const rows = await manager.query<(LastPush & { roomId: RoomId })[]>(
      `SELECT room.id AS "roomId", last.id AS "requestId", ${jsonMoment('last.applied_at')} AS at, last.outcome
         FROM unnest($1::bigint[]) AS room (id)
        CROSS JOIN LATERAL (
                SELECT id, applied_at, outcome
                  FROM journal_entry
                 WHERE room_id = room.id
                   AND operation IN ('updateCalendarInventory', 'updateCalendarPrices', 'roomEditChannelManager')
                   AND id < $2 AND applied_at <= $3::timestamptz
                 ORDER BY id DESC
                 LIMIT 1) AS last`,
      [roomIds, before, at ?? 'infinity'],
    );
    return new Map(rows.map(({ roomId, ...push }) => [roomId, push]));
  }
}
