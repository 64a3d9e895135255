import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { ArrayOverlap, In, LessThan, Not, Repository } from 'typeorm';
import { waitForLock } from '../platform/database/advisory-lock';
import type { Delivery } from './mail.sender';
import type { PushNotice, Trigger } from './notice';
import type { NotificationState } from './notification.entity';
import { Notification } from './notification.entity';
import type { NotificationTiming } from './notification.timing';

/** Which notifications to list; what is left out is "whichever". */
export interface NotificationFilter {
  state?: NotificationState;
  cursor?: string;
}

/** How many mails there may be. */
export interface Limits {
  windowMinutes: number;
  /** Of each trigger, besides its summary. */
  maximumPerHour: number;
}

const ADD_NOTICES = `
  WITH notice AS (
    SELECT *, concat_ws(' ', trigger, coalesce("roomId"::text, '-'), coalesce("ratePlanId"::text, '-')) AS topic
      FROM jsonb_to_recordset($1) AS notice ("requestId" uuid, "receivedAt" timestamptz, "roomId" bigint,
             "ratePlanId" bigint, trigger text, "propertyName" text, detail text)
  ), fresh AS (
    SELECT topic, trigger, row_number() OVER (PARTITION BY trigger ORDER BY min("receivedAt"), topic) AS place
      FROM notice
     WHERE NOT EXISTS (SELECT FROM notification AS collecting
                        WHERE collecting.topic = notice.topic AND state = 'queued' AND attempts = 0)
     GROUP BY topic, trigger
  ), used AS (
    SELECT trigger, count(*) AS mails
      FROM notification
     WHERE NOT is_summary AND (state = 'queued' OR sent_at > clock_timestamp() - interval '1 hour')
     GROUP BY trigger
  ), surplus AS (
    SELECT topic FROM fresh LEFT JOIN used USING (trigger) WHERE place > $3 - coalesce(mails, 0)
  ), problem AS (
    SELECT trigger, is_summary, CASE WHEN is_summary THEN concat(trigger, ' summary') ELSE notice.topic END AS topic,
           CASE WHEN NOT is_summary THEN min("roomId") END AS room_id,
           CASE WHEN NOT is_summary THEN min("ratePlanId") END AS rate_plan_id,
           count(*) AS occurrences, min("receivedAt") AS first_at, max("receivedAt") AS last_at,
           CASE WHEN NOT is_summary THEN (array_agg("propertyName" ORDER BY "requestId" DESC))[1] END AS property_name,
           CASE WHEN NOT is_summary THEN (array_agg(detail ORDER BY "requestId" DESC))[1] END AS detail,
           (array_agg("requestId" ORDER BY "requestId"))[1:CASE WHEN is_summary THEN 1000 ELSE 20 END] AS request_ids
      FROM notice
      LEFT JOIN surplus ON surplus.topic = notice.topic
     CROSS JOIN LATERAL (SELECT surplus.topic IS NOT NULL AS is_summary) AS place
     GROUP BY trigger, is_summary, 3
  )
  INSERT INTO notification AS collecting
         (topic, trigger, is_summary, room_id, rate_plan_id, property_name, detail, occurrences, first_at, last_at,
          request_ids, due_at, next_attempt_at)
  SELECT topic, trigger, is_summary, room_id, rate_plan_id, property_name, detail, occurrences, first_at, last_at,
         request_ids, due_at, due_at
    FROM problem
   CROSS JOIN LATERAL (
           SELECT CASE WHEN problem.is_summary
                       THEN greatest(clock_timestamp() + least($2::float8, 60) * interval '1 minute',
                                     max(earlier.due_at) + interval '1 hour')
                       ELSE greatest(clock_timestamp(), max(earlier.due_at) + $2::float8 * interval '1 minute')
                   END AS due_at
             FROM notification earlier
            WHERE earlier.topic = problem.topic) due
   ORDER BY topic
      ON CONFLICT (topic) WHERE state = 'queued' AND attempts = 0 DO UPDATE
     SET property_name = excluded.property_name,
         detail = excluded.detail,
         occurrences = collecting.occurrences + excluded.occurrences,
         first_at = least(collecting.first_at, excluded.first_at),
         last_at = greatest(collecting.last_at, excluded.last_at),
         request_ids = (collecting.request_ids || excluded.request_ids)[1:CASE WHEN collecting.is_summary THEN 1000 ELSE 20 END]`;

/** Reads and writes notifications, from the notices that they collect to mails that are sent, logged or have failed. */
@Injectable()
export class NotificationRepository {
  constructor(@InjectRepository(Notification) private readonly notifications: Repository<Notification>) {}

  /**
   * Adds notices to the mails that tell of them. A problem that was not told of within the window gets a mail that
   * is due at once; its repeats meet in one that is due when the window is over. A mail that has been tried once
   * takes up no more: it may have arrived.
   *
   * A trigger has as many mails as it may send in an hour, those that wait included. All that is beyond meets in its
   * summary: one that is due when the window is over, and an hour after the one before.
   */
  async add(
    manager: EntityManager,
    notices: PushNotice[],
    { windowMinutes, maximumPerHour }: Limits,
  ): Promise<void> {
    // One instance after the other, or each would count without what the others add.
    await waitForLock(manager, 'notifications');
    await manager.query(ADD_NOTICES, [JSON.stringify(notices), windowMinutes, maximumPerHour]);
  }

  /** Which of these pushes a mail of this trigger tells of. */
  async findTold(manager: EntityManager, trigger: Trigger, requestIds: string[]): Promise<Set<string>> {
    const told = await manager.withRepository(this.notifications).find({
      select: { requestIds: true },
      where: { trigger, requestIds: ArrayOverlap(requestIds) },
    });
    return new Set(told.flatMap((notification) => notification.requestIds));
  }

  /** Takes the next mail that is due, for this instance alone until `leaseMs` are over; undefined where there is none. */
  async take(
    manager: EntityManager,
    { leaseMs, retryForMs }: NotificationTiming,
  ): Promise<Notification | undefined> {
    const [rows] = await manager.query<[{ id: string }[], number]>(
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
       RETURNING id`,
      [leaseMs, retryForMs],
    );
    return rows[0] && manager.withRepository(this.notifications).findOneByOrFail({ id: rows[0].id });
  }

  async markDelivered(manager: EntityManager, id: string, { state, to }: Delivery): Promise<void> {
    await manager
      .withRepository(this.notifications)
      .update({ id }, { state, sentAt: () => 'clock_timestamp()', sentTo: to });
  }

  /** Puts a mail back for its next attempt; among the failed ones where there is to be none. */
  async markFailed(
    manager: EntityManager,
    id: string,
    lastError: string,
    nextAttemptAt: Date | null,
  ): Promise<void> {
    const outcome = nextAttemptAt ? { nextAttemptAt } : { state: 'failed' as const };
    await manager.withRepository(this.notifications).update({ id }, { lastError, ...outcome });
  }

  /** Has a mail that reached nobody tried again at once, and for as long as a new one. @returns whether it was one */
  async retry(manager: EntityManager, id: string): Promise<boolean> {
    const { affected } = await manager.withRepository(this.notifications).update(
      { id, state: In(['failed', 'logged']) },
      {
        state: 'queued',
        nextAttemptAt: () => 'clock_timestamp()',
        giveUpAt: null,
        sentAt: null,
        sentTo: null,
      },
    );
    return affected === 1;
  }

  async find(manager: EntityManager, id: string): Promise<Notification | null> {
    return manager.withRepository(this.notifications).findOneBy({ id });
  }

  /** Notifications, newest first. */
  async list(
    manager: EntityManager,
    { state, cursor }: NotificationFilter,
    limit: number,
  ): Promise<Notification[]> {
    return manager.withRepository(this.notifications).find({
      where: { ...(state && { state }), ...(cursor && { id: LessThan(cursor) }) },
      order: { id: 'DESC' },
      take: limit,
    });
  }

  /** Deletes mails that are no longer queued, and tell of nothing since then. */
  async deleteDone(manager: EntityManager, before: Date): Promise<void> {
    await manager
      .withRepository(this.notifications)
      .delete({ state: Not('queued'), lastAt: LessThan(before) });
  }
}
