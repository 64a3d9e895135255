import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { ArrayOverlap, LessThan, Not, Repository } from 'typeorm';
import type { PushNotice, Trigger } from './notice';
import type { NotificationState } from './notification.entity';
import { Notification } from './notification.entity';
import type { NotificationTiming } from './notification.timing';

/** Which notifications to list; what is left out is "whichever". */
export interface NotificationFilter {
  state?: NotificationState;
  cursor?: string;
}

/** Reads and writes notifications, from the notices that they collect to mails that are sent or have failed. */
@Injectable()
export class NotificationRepository {
  constructor(@InjectRepository(Notification) private readonly notifications: Repository<Notification>) {}

  /**
   * Adds notices to the mails that tell of them. A problem that was not told of within the window gets a mail that
   * is due at once; its repeats meet in one that is due when the window is over. A mail that has been tried once
   * takes up no more: it may have arrived.
   *
   * The order by topic keeps instances that do so at the same time from deadlocks.
   */
  async add(manager: EntityManager, notices: PushNotice[], windowMinutes: number): Promise<void> {
    await manager.query(
      `WITH problem AS (
         SELECT concat_ws(' ', trigger, coalesce("roomId"::text, '-'), coalesce("ratePlanId"::text, '-')) AS topic,
                trigger, "roomId" AS room_id, "ratePlanId" AS rate_plan_id, count(*) AS occurrences,
                min("receivedAt") AS first_at, max("receivedAt") AS last_at,
                (array_agg("propertyName" ORDER BY "requestId" DESC))[1] AS property_name,
                (array_agg(detail ORDER BY "requestId" DESC))[1] AS detail,
                (array_agg("requestId" ORDER BY "requestId"))[1:20] AS request_ids
           FROM jsonb_to_recordset($1) AS notice ("requestId" uuid, "receivedAt" timestamptz, "roomId" bigint,
                  "ratePlanId" bigint, trigger text, "propertyName" text, detail text)
          GROUP BY trigger, "roomId", "ratePlanId"
       )
       INSERT INTO notification AS collecting
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
              occurrences = collecting.occurrences + excluded.occurrences,
              first_at = least(collecting.first_at, excluded.first_at),
              last_at = greatest(collecting.last_at, excluded.last_at),
              request_ids = (collecting.request_ids || excluded.request_ids)[1:20]`,
      [JSON.stringify(notices), windowMinutes],
    );
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

  async markSent(manager: EntityManager, id: string, to: string): Promise<void> {
    await manager
      .withRepository(this.notifications)
      .update({ id }, { state: 'sent', sentAt: () => 'clock_timestamp()', sentTo: to });
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

  /** Has a failed mail tried again at once, and for as long as a new one. @returns whether it had failed */
  async retry(manager: EntityManager, id: string): Promise<boolean> {
    const { affected } = await manager
      .withRepository(this.notifications)
      .update(
        { id, state: 'failed' },
        { state: 'queued', nextAttemptAt: () => 'clock_timestamp()', giveUpAt: null },
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

  /** Deletes mails that were sent or have failed, and tell of nothing since then. */
  async deleteDone(manager: EntityManager, before: Date): Promise<void> {
    await manager
      .withRepository(this.notifications)
      .delete({ state: Not('queued'), lastAt: LessThan(before) });
  }
}
