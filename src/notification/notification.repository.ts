import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { In, LessThan, Not, Raw, Repository } from 'typeorm';
import { waitForLock } from '../platform/database/advisory-lock';
import type { DeletedBatch, ExpiringRecords, Retention } from '../platform/jobs/expiring-records';
import type { Delivery } from './mail.sender';
import type { PushNotice, Trigger } from './notice';
import type { NotificationState } from './notification.entity';
import type { PlaceNames } from './place-names';
import { Notification } from './notification.entity';
import type { NotificationTiming } from './notification.timing';

/** The filter of a list of notifications; a missing field matches all. */
export interface NotificationFilter {
  state?: NotificationState;
  /** The property of the mail's room. If there is no such room, the property that the mail names. */
  propertyName?: string;
  cursor?: string;
}

/** The numbers of mails without a confirmed delivery, by what happens to them. */
export interface UndeliveredMails {
  failedMails: number;
  delayedMails: number;
  unconfirmedMails: number;
}

/** The limits on the number of mails. */
export interface Limits {
  windowMinutes: number;
  /** The limit for each trigger, without its summary. */
  maximumPerHour: number;
}

const ADD_NOTICES = `
  WITH notice AS (
    SELECT *
      FROM jsonb_to_recordset($1) AS notice (topic text, "requestId" uuid, "receivedAt" timestamptz, "roomId" bigint,
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

/** The problems of a whole property, which have one mail for all of its rooms. */
const OF_PROPERTIES: readonly Trigger[] = ['roomSilent', 'messageRefused'];

/** The topic of a notice, and the room that its mail names. */
function topicOf({ trigger, roomId, ratePlanId, propertyName }: PushNotice) {
  if (OF_PROPERTIES.includes(trigger) && propertyName !== null)
    return { topic: `${trigger} ${JSON.stringify(propertyName)}`, roomId: null };
  return { topic: `${trigger} ${roomId ?? '-'} ${ratePlanId ?? '-'}`, roomId };
}

/** Reads and writes notifications, from the collection of notices to the final state. */
@Injectable()
export class NotificationRepository implements ExpiringRecords {
  readonly retention: Retention = { noun: 'mails', lock: 'notificationRetention' };

  constructor(@InjectRepository(Notification) private readonly notifications: Repository<Notification>) {}

  /**
   * Adds notices to mails. A problem without a mail in the current window gets a mail that is due immediately. Its
   * repeats share one mail that is due at the end of the window. A mail collects no more notices after its first
   * attempt, because it may have arrived.
   *
   * Each trigger has an hourly limit of mails, including queued ones. Notices beyond the limit share the trigger's
   * summary. A summary is due at the end of the window, and at least one hour after the previous one.
   */
  async add(
    manager: EntityManager,
    notices: PushNotice[],
    { windowMinutes, maximumPerHour }: Limits,
  ): Promise<void> {
    // Instances take turns, or each would miss the notices that the others are adding.
    await waitForLock(manager, 'notifications');
    const withTopics = notices.map((notice) => ({ ...notice, ...topicOf(notice) }));
    await manager.query(ADD_NOTICES, [JSON.stringify(withTopics), windowMinutes, maximumPerHour]);
  }

  /**
   * Takes the next due mail for this instance. Other instances do not take it for `leaseMs`. @returns undefined if none
   * is due
   */
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
                     WHERE state IN ('queued', 'unconfirmed') AND next_attempt_at <= clock_timestamp()
                       AND (state = 'queued' OR next_attempt_at < give_up_at)
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

  /** Schedules the next attempt of a mail, or marks the mail as failed if there is none. */
  async markFailed(
    manager: EntityManager,
    id: string,
    lastError: string,
    nextAttemptAt: Date | null,
  ): Promise<void> {
    const outcome = nextAttemptAt ? { nextAttemptAt } : { state: 'failed' as const };
    await manager.withRepository(this.notifications).update({ id }, { lastError, ...outcome });
  }

  /** Records that a mail was perhaps sent, and when it is sent again. After `giveUpAt`, it is not sent again. */
  async markUnconfirmed(
    manager: EntityManager,
    id: string,
    lastError: string,
    to: string,
    nextAttemptAt: Date,
  ): Promise<void> {
    await manager
      .withRepository(this.notifications)
      .update(
        { id },
        { state: 'unconfirmed', lastError, nextAttemptAt, sentAt: () => 'clock_timestamp()', sentTo: to },
      );
  }

  /**
   * Queues a failed, logged or unconfirmed mail again, with the retries of a new one.
   * @returns whether the mail was in one of these states
   */
  async retry(manager: EntityManager, id: string): Promise<boolean> {
    const { affected } = await manager.withRepository(this.notifications).update(
      { id, state: In(['failed', 'logged', 'unconfirmed']) },
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

  /** Returns the names of the place that a notification is about; undefined if the platform has no such room. */
  async findNames(
    manager: EntityManager,
    { roomId, ratePlanId }: Pick<Notification, 'roomId' | 'ratePlanId'>,
  ): Promise<PlaceNames | undefined> {
    if (roomId === null) return undefined;
    const [names] = await manager.query<PlaceNames[]>(
      `SELECT room.property_name AS hotel, room.name AS room, plan.name AS "ratePlan"
         FROM room LEFT JOIN rate_plan AS plan ON plan.room_id = room.id AND plan.id = $2
        WHERE room.id = $1`,
      [roomId, ratePlanId],
    );
    return names;
  }

  /** Lists notifications, newest first. */
  async list(
    manager: EntityManager,
    { state, propertyName, cursor }: NotificationFilter,
    limit: number,
  ): Promise<Notification[]> {
    const filter = { ...(state && { state }), ...(cursor && { id: LessThan(cursor) }) };
    const ofRooms = Raw(
      (roomId) => `${roomId} IN (SELECT id FROM room WHERE property_name = :propertyName)`,
      {
        propertyName,
      },
    );
    const withoutRoom = Raw((roomId) => `NOT EXISTS (SELECT FROM room WHERE room.id = ${roomId})`);
    return manager.withRepository(this.notifications).find({
      where:
        propertyName === undefined
          ? filter
          : [
              { ...filter, roomId: ofRooms },
              { ...filter, propertyName, roomId: withoutRoom },
            ],
      order: { id: 'DESC' },
      take: limit,
    });
  }

  /**
   * Counts undelivered mails about all properties or about one: those that were given up, those that wait after a
   * failed attempt, and those that were perhaps sent and are due again.
   */
  async countUndelivered(
    manager: EntityManager,
    propertyName: string | undefined,
  ): Promise<UndeliveredMails> {
    const [row] = await manager.query<[UndeliveredMails]>(
      `SELECT (count(*) FILTER (WHERE state = 'failed'))::integer AS "failedMails",
              (count(*) FILTER (WHERE state = 'queued' AND attempts > 0))::integer AS "delayedMails",
              (count(*) FILTER (WHERE state = 'unconfirmed' AND next_attempt_at < give_up_at))::integer
                AS "unconfirmedMails"
         FROM notification
        WHERE $1::text IS NULL
           OR room_id IN (SELECT id FROM room WHERE property_name = $1)
           OR (property_name = $1 AND NOT EXISTS (SELECT FROM room WHERE room.id = room_id))`,
      [propertyName ?? null],
    );
    return row;
  }

  /** Deletes mails that are not queued and whose last notice is older than `before`. */
  async deleteBefore(manager: EntityManager, before: Date): Promise<DeletedBatch> {
    const { affected } = await manager
      .withRepository(this.notifications)
      .delete({ state: Not('queued'), lastAt: LessThan(before) });
    return { count: affected ?? 0, isLast: true };
  }
}
