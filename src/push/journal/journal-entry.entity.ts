import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { Notice } from '../../notification/notice';
import type { ChangedRoom } from './changed-rooms';
import type { Changes, Outcome } from './journaled-call';
import type { Operation } from '../operations';

/**
 * The journal's entry of one call, under its request id, written in the transaction of what it changed:
 * a run of the same push that finds it was done already. A room may be gone, so nothing here refers to one.
 */
@Entity('journal_entry')
@Index('ix_journal_entry_room_id_id', ['roomId', 'id'])
@Index('ix_journal_entry_rate_plan_id_id', ['ratePlanId', 'id'], { where: 'rate_plan_id IS NOT NULL' })
@Index('ix_journal_entry_operation_id', ['operation', 'id'])
@Index('ix_journal_entry_token_id_id', ['tokenId', 'id'])
@Index('ix_journal_entry_not_applied', ['outcome', 'id'], { where: `outcome <> 'applied'` })
@Index('ix_journal_entry_unsuccessful', ['tokenId', 'id'], { where: `outcome IN ('refused', 'failed')` })
@Index('ix_journal_entry_held', ['id'], { where: 'held > 0' })
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

  /** When it was written, under the room's lock: the history of a price sorts by it. */
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

  /** The call's place in a trace of the caller's. */
  @Column({ type: 'text', nullable: true })
  traceparent!: string | null;

  @Column({ type: 'text' })
  outcome!: Outcome;

  /** How many records came, and what became of them; a superseded one is counted as received only. */
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

  /** From its arrival to this entry: its commit and its answer are still to come. */
  @Column({ name: 'duration_ms', type: 'real', default: 0 })
  durationMs!: number;

  /** The records as they came, side by side. */
  @Column({ type: 'date', array: true, nullable: true })
  dates!: CalendarDate[] | null;

  @Column({ type: 'numeric', array: true, nullable: true })
  numbers!: string[] | null;

  /** Of an undo, the rate plan of each record; null is rooms left. */
  @Column({ name: 'rate_plan_ids', type: 'bigint', array: true, nullable: true })
  ratePlanIds!: (RatePlanId | null)[] | null;

  /** A letter a record, see `verdicts.ts`. */
  @Column({ type: 'text', nullable: true })
  verdicts!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  changes!: Changes | null;

  /** What the caller was told, or the cause it was not told, where the call was refused or failed. */
  @Column({ type: 'text', nullable: true })
  problem!: string | null;

  /** The first 4 KiB of a body that was refused. */
  @Column({ type: 'bytea', nullable: true })
  body!: Buffer | null;

  /** That the call is worth an e-mail; taken out when it is relayed to one. */
  @Column({ type: 'jsonb', nullable: true })
  notice!: Notice | null;

  /** The push that this one repeats: it has that one's place in the order. */
  @Column({ name: 'repeat_of', type: 'uuid', nullable: true })
  repeatOf!: string | null;

  /** The entries whose changes an undo takes back. */
  @Column({ type: 'uuid', array: true, nullable: true })
  undoes!: string[] | null;

  /** The rooms that it has changed, as the feed of changes tells of them; null where it has changed none. */
  @Column({ name: 'changed_rooms', type: 'json', nullable: true, select: false })
  changedRooms!: ChangedRoom[] | null;

  /** Its place in the feed of changes, among the entries that were written since the database server was started. */
  @Column({ name: 'feed_position', type: 'bigint', nullable: true, select: false })
  feedPosition!: string | null;

  @Column({ name: 'server_started_at', type: 'timestamptz', nullable: true, select: false })
  serverStartedAt!: Date | null;
}
