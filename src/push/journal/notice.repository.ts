import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { In, IsNull, Repository } from 'typeorm';
import type { Notice, PushNotice } from '../../notification/notice';
import type { RoomId } from '../../platform/database/id';
import { IS_PUSH } from '../operations';
import { JournalEntry } from './journal-entry.entity';

/** The last push of a room that has been silent since. */
export interface SilentRoom {
  requestId: string;
  roomId: RoomId;
  isReported: boolean;
}

/** Reads and writes the notices of entries, from which e-mails are made. */
@Injectable()
export class NoticeRepository {
  constructor(@InjectRepository(JournalEntry) private readonly entries: Repository<JournalEntry>) {}

  /** Removes notices from the oldest entries that have one and that no other instance has locked. */
  async takeNotices(manager: EntityManager, limit: number): Promise<PushNotice[]> {
    const [rows] = await manager.query<[(Omit<PushNotice, keyof Notice> & { notice: Notice })[], number]>(
      `WITH waiting AS (
         SELECT id, notice
           FROM journal_entry
          WHERE notice IS NOT NULL
          ORDER BY id
          LIMIT $1
            FOR UPDATE SKIP LOCKED
       )
       UPDATE journal_entry
          SET notice = NULL
         FROM waiting
        WHERE journal_entry.id = waiting.id
       RETURNING journal_entry.id AS "requestId", received_at AS "receivedAt", room_id AS "roomId",
                 rate_plan_id AS "ratePlanId", waiting.notice`,
      [limit],
    );
    return rows.map(({ notice, ...push }) => ({ ...push, ...notice }));
  }

  /** Adds a notice to a push, unless it has one already. */
  async setNotice(manager: EntityManager, requestId: string, notice: Notice): Promise<void> {
    await manager.withRepository(this.entries).update({ id: requestId, notice: IsNull() }, { notice });
  }

  /**
   * Returns those of the rooms whose last push is older than a number of hours, the latest push first. A push whose own
   * mail is not queued yet is left out.
   */
  async findSilent(manager: EntityManager, roomIds: RoomId[], hours: number): Promise<SilentRoom[]> {
    return manager.query<SilentRoom[]>(
      `SELECT last.id AS "requestId", room.id AS "roomId", silence_reported_at IS NOT NULL AS "isReported"
         FROM unnest($1::bigint[]) AS room (id)
        CROSS JOIN LATERAL (
                SELECT id, received_at, notice, silence_reported_at
                  FROM journal_entry
                 WHERE room_id = room.id
                   AND ${IS_PUSH}
                 ORDER BY id DESC
                 LIMIT 1) AS last
        WHERE last.notice IS NULL AND last.received_at < clock_timestamp() - $2 * interval '1 hour'
        ORDER BY last.id DESC`,
      [roomIds, hours],
    );
  }

  /** Notes that a mail reports the silence since these pushes. */
  async markSilenceReported(manager: EntityManager, requestIds: string[]): Promise<void> {
    await manager
      .withRepository(this.entries)
      .update({ id: In(requestIds) }, { silenceReportedAt: () => 'clock_timestamp()' });
  }
}
