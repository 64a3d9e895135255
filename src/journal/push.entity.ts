import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { RatePlanId, RoomId } from '../database/id';
import type { Operation, Outcome } from './push';

/**
 * The journal's entry of one call, under its request id, written in the transaction of what it changed:
 * a run of the same push that finds it was done already. A room may be gone, so nothing here refers to one.
 */
@Entity('push')
@Check(
  'ck_push_outcome',
  `outcome IN ('applied', 'emptyList', 'roomMissing', 'ratePlanMissing', 'refused', 'failed')`,
)
export class PushEntry {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'pk_push' })
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

  @Column({ type: 'text' })
  outcome!: Outcome;
}
