import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../platform/database/id';
import { RoomAvailability } from '../inventory/room-availability.entity';
import { RatePlan } from './rate-plans/rate-plan.entity';

/** The price and the restrictions of a rate plan on a date. A price that is NULL is "not set" and not sellable, unlike 0. */
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

  /** NULL in this restriction and in the following ones means that there is none. */
  @Column({ name: 'stop_sell', type: 'boolean', nullable: true })
  stopSell!: boolean | null;

  @Column({ name: 'closed_to_arrival', type: 'boolean', nullable: true })
  closedToArrival!: boolean | null;

  @Column({ name: 'closed_to_departure', type: 'boolean', nullable: true })
  closedToDeparture!: boolean | null;

  /** The minimum number of nights of a stay that begins on this date, 1 to 999. */
  @Column({ name: 'min_stay_arrival', type: 'smallint', nullable: true })
  minStayArrival!: number | null;

  /** The minimum number of nights of a stay that includes this night, 1 to 999. */
  @Column({ name: 'min_stay_through', type: 'smallint', nullable: true })
  minStayThrough!: number | null;

  /** The maximum number of nights of a stay that begins on this date, 1 to 999. */
  @Column({ name: 'max_stay', type: 'smallint', nullable: true })
  maxStay!: number | null;

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
