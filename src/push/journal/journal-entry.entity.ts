import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { Notice } from '../../notification/notice';
import type { ChangedRoom } from './changed-rooms';
import type { Changes, Outcome } from './journaled-call';
import type { Operation } from '../operations';

/**
 * The journal entry of one call, under its request id.
 * The transaction of the call's changes writes it, so a second run of the same push finds out that it is
 * already done.
 * A room may have been deleted, so there is no foreign key to it.
 */
@Entity('journal_entry')
@Index('ix_journal_entry_room_id_id', ['roomId', 'id'])
@Index('ix_journal_entry_rate_plan_id_id', ['ratePlanId', 'id'], { where: 'rate_plan_id IS NOT NULL' })
@Index('ix_journal_entry_operation_id', ['operation', 'id'])
@Index('ix_journal_entry_token_id_id', ['tokenId', 'id'])
@Index('ix_journal_entry_not_applied', ['outcome', 'id'], { where: `outcome <> 'applied'` })
@Index('ix_journal_entry_room_problem', ['roomId', 'outcome', 'id'], {
  where: `outcome <> 'applied' OR held > 0`,
})
@Index('ix_journal_entry_unsuccessful', ['tokenId', 'id'], { where: `outcome IN ('refused', 'failed')` })
@Index('ix_journal_entry_large_change', ['id'], {
  where: 'abs(largest_change[2] - largest_change[1]) > 0.1 * largest_change[1]',
})
@Index('ix_journal_entry_held', ['id'], { where: 'held > 0' })
@Index('ix_journal_entry_call_id', ['callId', 'id'], { where: 'call_id IS NOT NULL' })
@Index('ix_journal_entry_message', ['messageDigest'], { where: 'message_digest IS NOT NULL' })
@Index('ix_journal_entry_capacity', ['roomId', 'appliedAt'], {
  where: `(changes ?| '{maximumGuests,adults,children}'::text[])`,
})
@Index('ix_journal_entry_notice', ['id'], { where: 'notice IS NOT NULL' })
@Index('ix_journal_entry_feed', ['serverStartedAt', 'feedPosition', 'appliedAt', 'id'], {
  where: 'changed_rooms IS NOT NULL',
})
@Check(
  'ck_journal_entry_outcome',
  `outcome IN ('applied', 'emptyList', 'roomMissing', 'ratePlanMissing', 'refused', 'failed')`,
)
export class JournalEntry {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'pk_journal_entry' })
  id!: string;

  @Column({ name: 'received_at', type: 'timestamptz' })
  receivedAt!: Date;

  /** The time of writing, under the room's lock: the history of a price is ordered by it. */
  @Column({ name: 'applied_at', type: 'timestamptz' })
  appliedAt!: Date;

  @Column({ type: 'text' })
  operation!: Operation;

  @Column({ name: 'room_id', type: 'bigint', nullable: true })
  roomId!: RoomId | null;

  @Column({ name: 'rate_plan_id', type: 'bigint', nullable: true })
  ratePlanId!: RatePlanId | null;

  /** The name of the access token, never its value. */
  @Column({ type: 'text', nullable: true })
  token!: string | null;

  @Column({ name: 'token_id', type: 'uuid', nullable: true })
  tokenId!: string | null;

  /** The position of the call in its caller's trace. */
  @Column({ type: 'text', nullable: true })
  traceparent!: string | null;

  @Column({ type: 'text' })
  outcome!: Outcome;

  /** The number of received records and their verdicts; a superseded record is only counted as received. */
  @Column({ type: 'integer', default: 0 })
  received!: number;

  @Column({ type: 'integer', default: 0 })
  applied!: number;

  @Column({ type: 'integer', default: 0 })
  unchanged!: number;

  @Column({ type: 'integer', default: 0 })
  skipped!: number;

  @Column({ type: 'integer', default: 0 })
  held!: number;

  @Column({ type: 'integer', default: 0 })
  late!: number;

  /** The time from the arrival of the call to this entry, without its commit and its answer. */
  @Column({ name: 'duration_ms', type: 'real', default: 0 })
  durationMs!: number;

  /** The records in the order of the call, one array per field. */
  @Column({ type: 'date', array: true, nullable: true })
  dates!: CalendarDate[] | null;

  @Column({ type: 'numeric', array: true, nullable: true })
  numbers!: string[] | null;

  /** The rate plan of each record, in an entry about several plans or fields; null for a value of the room. */
  @Column({ name: 'rate_plan_ids', type: 'bigint', array: true, nullable: true })
  ratePlanIds!: (RatePlanId | null)[] | null;

  /** The field of each record, in an entry about several plans or fields: one letter per record. */
  @Column({ type: 'text', nullable: true })
  fields!: string | null;

  /** One letter per record, see `verdicts.ts`. */
  @Column({ type: 'text', nullable: true })
  verdicts!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  changes!: Changes | null;

  /** The problem in the answer of a refused or failed call, or the cause that the answer withholds. */
  @Column({ type: 'text', nullable: true })
  problem!: string | null;

  /** The first 4 KiB of a refused body. */
  @Column({ type: 'bytea', nullable: true })
  body!: Buffer | null;

  /** The notice for an e-mail about the call; the relay removes it when it queues the mail. */
  @Column({ type: 'jsonb', nullable: true })
  notice!: Notice | null;

  /** The push that this one repeats, whose place in the order it takes. */
  @Column({ name: 'repeat_of', type: 'uuid', nullable: true })
  repeatOf!: string | null;

  /** The entries whose changes an undo takes back. */
  @Column({ type: 'uuid', array: true, nullable: true })
  undoes!: string[] | null;

  /**
   * The request id of a call with an entry for each of its rooms or changes: a message, a change of several rate plans, or
   * an import.
   */
  @Column({ name: 'call_id', type: 'uuid', nullable: true })
  callId!: string | null;

  /** Identifies a repeat of a message: the digest of its dialect, its id and its content. */
  @Column({ name: 'message_digest', type: 'bytea', nullable: true, select: false })
  messageDigest!: Buffer | null;

  /** The parts of a message that the service has ignored, a sentence each. */
  @Column({ type: 'text', array: true, nullable: true })
  notes!: string[] | null;

  /** The largest change of a price that was pushed: the old and the new price. */
  @Column({ name: 'largest_change', type: 'numeric', array: true, nullable: true })
  largestChange!: [string, string] | null;

  /** The changed rooms for the feed of changes; null if the call changed none. */
  @Column({ name: 'changed_rooms', type: 'json', nullable: true, select: false })
  changedRooms!: ChangedRoom[] | null;

  /** Its position in the feed of changes, among the entries since the last start of the database server. */
  @Column({ name: 'feed_position', type: 'bigint', nullable: true, select: false })
  feedPosition!: string | null;

  @Column({ name: 'server_started_at', type: 'timestamptz', nullable: true, select: false })
  serverStartedAt!: Date | null;

  /** When a mail was queued because the room has received no push since this one. */
  @Column({ name: 'silence_reported_at', type: 'timestamptz', nullable: true, select: false })
  silenceReportedAt!: Date | null;
}
