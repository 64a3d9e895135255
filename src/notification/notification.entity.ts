import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Trigger } from './notice';

/**
 * `queued` until it is sent, was written to the log because there is no mail server, or has failed for so long that it
 * is given up.
 */
export const NOTIFICATION_STATES = ['queued', 'logged', 'sent', 'failed'] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

/**
 * One e-mail: about a problem, and its repeats. It collects them until its first attempt, and waits here, retries
 * included, until it is sent. It says what it is about, not in which words: a text that is corrected reaches the mails
 * that wait already.
 */
@Entity('notification')
@Index('uq_notification_collecting', ['topic'], {
  unique: true,
  where: `state = 'queued' AND attempts = 0`,
})
@Index('ix_notification_topic_due_at', ['topic', 'dueAt'])
@Index('ix_notification_sent_at', ['sentAt'])
@Index('ix_notification_next_attempt_at', ['nextAttemptAt'], { where: `state = 'queued'` })
@Check('ck_notification_state', `state IN ('queued', 'logged', 'sent', 'failed')`)
export class Notification {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_notification',
  })
  id!: string;

  /** Trigger, room and rate plan in one: problems that have it in common are one problem. */
  @Column({ type: 'text' })
  topic!: string;

  @Column({ type: 'text' })
  trigger!: Trigger;

  @Column({ name: 'room_id', type: 'bigint', nullable: true })
  roomId!: string | null;

  @Column({ name: 'rate_plan_id', type: 'bigint', nullable: true })
  ratePlanId!: string | null;

  @Column({ name: 'property_name', type: 'text', nullable: true })
  propertyName!: string | null;

  @Column({ type: 'text', nullable: true })
  detail!: string | null;

  /** How often it happened. */
  @Column({ type: 'integer' })
  occurrences!: number;

  @Column({ name: 'first_at', type: 'timestamptz' })
  firstAt!: Date;

  @Column({ name: 'last_at', type: 'timestamptz' })
  lastAt!: Date;

  /** Whether it tells of problems that were more than get a mail of their own, whatever room they are about. */
  @Column({ name: 'is_summary', type: 'boolean', default: false })
  isSummary!: boolean;

  /** Of the first pushes: 20, or 1,000 of a summary. */
  @Column({ name: 'request_ids', type: 'uuid', array: true })
  requestIds!: string[];

  @Column({ type: 'text', default: 'queued' })
  state!: NotificationState;

  /** When it is to be sent, failures aside: at once, or when MAIL_DIGEST_MINUTES since the one before are over. */
  @Column({ name: 'due_at', type: 'timestamptz' })
  dueAt!: Date;

  @Column({ name: 'next_attempt_at', type: 'timestamptz' })
  nextAttemptAt!: Date;

  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  /** A failure after this moment is the last one; set by the first attempt. */
  @Column({ name: 'give_up_at', type: 'timestamptz', nullable: true })
  giveUpAt!: Date | null;

  @Column({ name: 'last_error', type: 'text', nullable: true })
  lastError!: string | null;

  /** When it was sent, or written to the log. */
  @Column({ name: 'sent_at', type: 'timestamptz', nullable: true })
  sentAt!: Date | null;

  @Column({ name: 'sent_to', type: 'text', nullable: true })
  sentTo!: string | null;
}
