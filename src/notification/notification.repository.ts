import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { NotificationTiming } from './notification.timing';
import type { Notification } from './notification.entity';

const COLUMNS = `
  id, trigger, room_id AS "roomId", rate_plan_id AS "ratePlanId", property_name AS "propertyName", detail,
  occurrences, first_at AS "firstAt", last_at AS "lastAt", request_ids AS "requestIds", state, attempts,
  next_attempt_at AS "nextAttemptAt", last_error AS "lastError", sent_at AS "sentAt", sent_to AS "sentTo"`;

/** A notification as it is read. Its topic, and when it is due and given up, matter in SQL only. */
export type StoredNotification = Omit<Notification, 'topic' | 'dueAt' | 'giveUpAt'>;

/** Which notifications to list; null is "whichever". */
export interface NotificationFilter {
  state: Notification['state'] | null;
  cursor: string | null;
}

/** The SQL of notifications, from the journal entries that are worth a mail to mails that are sent or have failed. */
@Injectable()
export class NotificationRepository {
  /**
   * Moves notices from the journal to the mails that tell of them. A problem that was not told of within the
   * window gets a mail that is due at once; its repeats meet in one that is due when the window is over. A mail
   * that has been tried once takes up no more: it may have arrived.
   *
   * The order by topic keeps instances that gather at once from deadlocks.
   * @returns how many mails have gathered something
   */
  async collect(manager: EntityManager, windowMinutes: number, limit: number): Promise<number> {
    const rows = await manager.query<unknown[]>(
      `WITH waiting AS (
         SELECT id, room_id, rate_plan_id, received_at, notice->>'trigger' AS trigger,
                notice->>'propertyName' AS property_name, notice->>'detail' AS detail
           FROM journal_entry
          WHERE notice IS NOT NULL
          ORDER BY id
          LIMIT $1
            FOR UPDATE SKIP LOCKED
       ), taken AS (
         UPDATE journal_entry SET notice = NULL FROM waiting WHERE journal_entry.id = waiting.id
       ), problem AS (
         SELECT concat_ws(' ', trigger, coalesce(room_id::text, '-'), coalesce(rate_plan_id::text, '-')) AS topic,
                trigger, room_id, rate_plan_id, count(*) AS occurrences,
                min(received_at) AS first_at, max(received_at) AS last_at,
                (array_agg(property_name ORDER BY id DESC))[1] AS property_name,
                (array_agg(detail ORDER BY id DESC))[1] AS detail,
                (array_agg(id ORDER BY id))[1:20] AS request_ids
           FROM waiting
          GROUP BY trigger, room_id, rate_plan_id
       )
       INSERT INTO notification AS gathering
              (topic, trigger, room_id, rate_plan_id, property_name, detail, occurrences, first_at, last_at,
               request_ids, due_at, next_attempt_at)
       SELECT topic, trigger, room_id, rate_plan_id, property_name, detail, occurrences, first_at, last_at,
              request_ids, due_at, due_at
         FROM problem
        CROSS JOIN LATERAL (
                SELECT greatest(clock_timestamp(), max(earlier.due_at) + $2 * interval '1 minute') AS due_at
                  FROM notification earlier
                 WHERE earlier.topic = problem.topic) due
        ORDER BY topic
           ON CONFLICT (topic) WHERE state = 'queued' AND attempts = 0 DO UPDATE
          SET property_name = excluded.property_name,
              detail = excluded.detail,
              occurrences = gathering.occurrences + excluded.occurrences,
              first_at = least(gathering.first_at, excluded.first_at),
              last_at = greatest(gathering.last_at, excluded.last_at),
              request_ids = (gathering.request_ids || excluded.request_ids)[1:20]
       RETURNING id`,
      [limit, windowMinutes],
    );
    return rows.length;
  }

  /** Takes the next mail that is due, for this instance alone until `leaseMs` are over; undefined where there is none. */
  async take(
    manager: EntityManager,
    { leaseMs, retryForMs }: NotificationTiming,
  ): Promise<StoredNotification | undefined> {
    const [rows] = await manager.query<[StoredNotification[], number]>(
      `UPDATE notification
          SET attempts = attempts + 1,
              next_attempt_at = clock_timestamp() + $1 * interval '1 millisecond',
              give_up_at = coalesce(give_up_at, clock_timestamp() + $2 * interval '1 millisecond')
        WHERE id = (SELECT id
                      FROM notification
                     WHERE state = 'queued' AND next_attempt_at <= clock_timestamp()
                     ORDER BY next_attempt_at
                     LIMIT 1
                       FOR UPDATE SKIP LOCKED)
       RETURNING ${COLUMNS}`,
      [leaseMs, retryForMs],
    );
    return rows[0];
  }

  async markSent(manager: EntityManager, id: string, to: string): Promise<void> {
    await manager.query(
      `UPDATE notification SET state = 'sent', sent_at = clock_timestamp(), sent_to = $2 WHERE id = $1`,
      [id, to],
    );
  }

  /**
   * Puts a mail back for its next attempt, or among the failed ones. The pauses double up to the longest one.
   * @returns which of the two
   */
  async markFailed(
    manager: EntityManager,
    id: string,
    reason: string,
    { firstPauseMs, longestPauseMs }: NotificationTiming,
  ): Promise<'queued' | 'failed' | undefined> {
    const [rows] = await manager.query<[{ state: 'queued' | 'failed' }[], number]>(
      `UPDATE notification
          SET state = CASE WHEN clock_timestamp() >= give_up_at THEN 'failed' ELSE 'queued' END,
              last_error = $2,
              next_attempt_at = clock_timestamp()
                + least($3 * 2 ^ least(attempts - 1, 30), $4) * interval '1 millisecond'
        WHERE id = $1
       RETURNING state`,
      [id, reason, firstPauseMs, longestPauseMs],
    );
    return rows[0]?.state;
  }

  /** Has a failed mail tried again at once, and for as long as a new one. @returns it; undefined where it has not failed */
  async retry(manager: EntityManager, id: string): Promise<StoredNotification | undefined> {
    const [rows] = await manager.query<[StoredNotification[], number]>(
      `UPDATE notification
          SET state = 'queued', next_attempt_at = clock_timestamp(), give_up_at = NULL
        WHERE id = $1 AND state = 'failed'
       RETURNING ${COLUMNS}`,
      [id],
    );
    return rows[0];
  }

  async find(manager: EntityManager, id: string): Promise<StoredNotification | undefined> {
    const rows = await manager.query<StoredNotification[]>(
      `SELECT ${COLUMNS} FROM notification WHERE id = $1`,
      [id],
    );
    return rows[0];
  }

  /** Notifications, newest first. */
  async list(
    manager: EntityManager,
    { state, cursor }: NotificationFilter,
    limit: number,
  ): Promise<StoredNotification[]> {
    return manager.query<StoredNotification[]>(
      `SELECT ${COLUMNS}
         FROM notification
        WHERE ($1::text IS NULL OR state = $1)
          AND ($2::bigint IS NULL OR id < $2)
        ORDER BY id DESC
        LIMIT $3`,
      [state, cursor, limit],
    );
  }

  /**
   * Puts a notice on the last push of each room that has been silent for so long, unless it was told of already:
   * the last push of a silence tells one from the next.
   */
  async noticeSilence(manager: EntityManager, hours: number): Promise<void> {
    await manager.query(
      `UPDATE journal_entry
          SET notice = jsonb_build_object('trigger', 'roomSilent', 'propertyName', room.property_name)
         FROM room
        CROSS JOIN LATERAL (
                SELECT id, received_at
                  FROM journal_entry
                 WHERE room_id = room.id
                   AND operation IN ('updateCalendarInventory', 'updateCalendarPrices', 'roomEditChannelManager')
                 ORDER BY id DESC
                 LIMIT 1) last
        WHERE journal_entry.id = last.id
          AND journal_entry.notice IS NULL
          AND last.received_at < clock_timestamp() - $1 * interval '1 hour'
          AND NOT EXISTS (SELECT
                            FROM notification
                           WHERE trigger = 'roomSilent' AND room_id = room.id AND last.id = ANY (request_ids))`,
      [hours],
    );
  }

  /** Deletes mails that are done with, sent or not, from before so many days. */
  async deleteOld(manager: EntityManager, days: number): Promise<void> {
    await manager.query(
      `DELETE FROM notification
        WHERE state <> 'queued' AND last_at < clock_timestamp() - $1 * interval '1 day'`,
      [days],
    );
  }
}
