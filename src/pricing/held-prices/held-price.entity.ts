import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { RatePlan } from '../rate-plans/rate-plan.entity';
import type { HeldReason } from '../../calendar/price-guard';

/** A pushed price that a guard keeps from sale until people decide or another push replaces it. */
@Entity('held_price')
@Check('ck_held_price_price', 'price >= 0')
@Check('ck_held_price_reason', `reason IN ('belowMinimum', 'aboveMaximum', 'decrease', 'increase')`)
export class HeldPrice {
  @PrimaryColumn({ name: 'room_id', type: 'bigint', primaryKeyConstraintName: 'pk_held_price' })
  roomId!: RoomId;

  @PrimaryColumn({ name: 'rate_plan_id', type: 'bigint', primaryKeyConstraintName: 'pk_held_price' })
  ratePlanId!: RatePlanId;

  @PrimaryColumn({ type: 'date', primaryKeyConstraintName: 'pk_held_price' })
  date!: CalendarDate;

  @Column({ type: 'numeric', precision: 14, scale: 4 })
  price!: string;

  @Column({ type: 'text' })
  reason!: HeldReason;

  /** The journal entry of the push, which may be older than the retention. */
  @Column({ name: 'entry_id', type: 'uuid' })
  entryId!: string;

  @Column({ name: 'held_at', type: 'timestamptz' })
  heldAt!: Date;

  @ManyToOne(() => RatePlan, { onDelete: 'CASCADE' })
  @JoinColumn([
    {
      name: 'room_id',
      referencedColumnName: 'roomId',
      foreignKeyConstraintName: 'fk_held_price_rate_plan',
    },
    {
      name: 'rate_plan_id',
      referencedColumnName: 'id',
      foreignKeyConstraintName: 'fk_held_price_rate_plan',
    },
  ])
  ratePlan!: RatePlan;
}
