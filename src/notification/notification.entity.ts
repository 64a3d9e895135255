import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Trigger } from './notice';

/**
 * `queued` until the mail is `sent`, `logged` (written to the log, because no mail server is configured) or `failed`
 * (given up after many attempts, or refused for its recipient). `unconfirmed`: the mail server has the whole mail, and
 * perhaps accepted it. The service sends it again, but seldom.
 */
export const NOTIFICATION_STATES = ['queued', 'logged', 'unconfirmed', 'sent', 'failed'] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

/**
 * One e-mail about a problem and its repeats. It collects repeats until its first attempt, and stays in this table,
 * retries included, until it is sent. It stores the facts instead of the text, so that a corrected text also applies to
 * queued mails.
 */
@Entity('notification')
@Index('uq_notification_collecting', ['topic'], {
  unique: true,
  where: `state = 'queued' AND attempts = 0`,
})
@Index('ix_notification_topic_due_at', ['topic', 'dueAt'])
@Index('ix_notification_sent_at', ['sentAt'])
@Index('ix_notification_next_attempt_at', ['nextAttemptAt'], { where: `state IN ('queued', 'unconfirmed')` })
@Check('ck_notification_state', `state IN ('queued', 'logged', 'unconfirmed', 'sent', 'failed')`)
export class Notification {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_notification',
  })
  id!: string;

  /** The trigger, room and rate plan, or a silent property. Notices with the same topic are one problem. */
  @Column({ type: 'text' })
  topic!: string;

  @Column({ type: 'text' })
  trigger!: Trigger;

  @Column({ name: 'room_id', type: 'bigint', nullable: true })
  roomId!: string | null;

  @Column({ name: 'rate_plan_id', type: 'bigint', nullable: true })
  ratePlanId!: string | null;

  /** The caller's word for the property; of a silent property, its name on the platform. */
  @Column({ name: 'property_name', type: 'text', nullable: true })
  propertyName!: string | null;

  @Column({ type: 'text', nullable: true })
  detail!: string | null;

  /** How often the problem occurred. */
  @Column({ type: 'integer' })
  occurrences!: number;

  @Column({ name: 'first_at', type: 'timestamptz' })
  firstAt!: Date;

  @Column({ name: 'last_at', type: 'timestamptz' })
  lastAt!: Date;

  /** Whether it is a summary of the problems beyond the hourly limit, for any room. */
  @Column({ name: 'is_summary', type: 'boolean', default: false })
  isSummary!: boolean;

  /** The request ids of the first pushes: up to 20, or 1,000 in a summary. */
  @Column({ name: 'request_ids', type: 'uuid', array: true })
  requestIds!: string[];

  @Column({ type: 'text', default: 'queued' })
  state!: NotificationState;

  /** When the first attempt is due: immediately, or MAIL_DIGEST_MINUTES after the previous mail. */
  @Column({ name: 'due_at', type: 'timestamptz' })
  dueAt!: Date;

  @Column({ name: 'next_attempt_at', type: 'timestamptz' })
  nextAttemptAt!: Date;

  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  /** A failure after this time is final. The first attempt sets it. */
  @Column({ name: 'give_up_at', type: 'timestamptz', nullable: true })
  giveUpAt!: Date | null;

  @Column({ name: 'last_error', type: 'text', nullable: true })
  lastError!: string | null;

  /** When the mail was sent, perhaps sent, or written to the log. */
  @Column({ name: 'sent_at', type: 'timestamptz', nullable: true })
  sentAt!: Date | null;

  @Column({ name: 'sent_to', type: 'text', nullable: true })
  sentTo!: string | null;
}
