import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../platform/database/id';
import { RoomAvailability } from '../room/room-availability.entity';
import { RatePlan } from './rate-plans/rate-plan.entity';

/** The price of a rate plan on a date. NULL is "not set" and not sellable, unlike 0, which is free. */
@Entity('rate_room_availability')
@Check('ck_rate_room_availability_price', 'price >= 0')
export class RateRoomAvailability {
  @PrimaryColumn({ name: 'room_id', type: 'bigint', primaryKeyConstraintName: 'pk_rate_room_availability' })
  roomId!: RoomId;

  @PrimaryColumn({
    name: 'rate_plan_id',
    type: 'bigint',
    primaryKeyConstraintName: 'pk_rate_room_availability',
  })
  ratePlanId!: RatePlanId;

  @PrimaryColumn({ type: 'date', primaryKeyConstraintName: 'pk_rate_room_availability' })
  date!: CalendarDate;

  /** Exact decimal text. */
  @Column({ type: 'numeric', precision: 14, scale: 4, nullable: true })
  price!: string | null;

  @ManyToOne(() => RoomAvailability, { onDelete: 'CASCADE' })
  @JoinColumn([
    {
      name: 'room_id',
      referencedColumnName: 'roomId',
      foreignKeyConstraintName: 'fk_rate_room_availability_room_availability',
    },
    {
      name: 'date',
      referencedColumnName: 'date',
      foreignKeyConstraintName: 'fk_rate_room_availability_room_availability',
    },
  ])
  roomAvailability!: RoomAvailability;

  @ManyToOne(() => RatePlan, { onDelete: 'CASCADE' })
  @JoinColumn([
    {
      name: 'room_id',
      referencedColumnName: 'roomId',
      foreignKeyConstraintName: 'fk_rate_room_availability_rate_plan',
    },
    {
      name: 'rate_plan_id',
      referencedColumnName: 'id',
      foreignKeyConstraintName: 'fk_rate_room_availability_rate_plan',
    },
  ])
  ratePlan!: RatePlan;
}
