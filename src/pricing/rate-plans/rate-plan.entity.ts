import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { Room } from '../../room/room.entity';
import type { Derivation } from '../../calendar/derivation/price-derivation';
import type { PriceGuard } from '../../calendar/price-guard';

/** The values of a rate plan that administrators set. */
export type RatePlanFields = Pick<
  RatePlan,
  'roomId' | 'name' | 'currency' | 'derivedFromId' | 'derivation' | 'guard'
>;

/** A way to sell a room. Its prices are pushed, or derived from those of its parent plan. */
@Entity('rate_plan')
@Unique('uq_rate_plan_room_id_id', ['roomId', 'id'])
@Index('ix_rate_plan_has_held_prices', ['id'], { where: 'has_held_prices' })
@Check('ck_rate_plan_derivation', '(derived_from_id IS NULL) = (derivation IS NULL)')
@Check('ck_rate_plan_not_its_own_parent', 'derived_from_id <> id')
export class RatePlan {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_rate_plan',
  })
  id!: RatePlanId;

  @Column({ name: 'room_id', type: 'bigint' })
  roomId!: RoomId;

  @Column({ type: 'text' })
  name!: string;

  /** An ISO 4217 code, for example EUR. */
  @Column({ type: 'text', default: 'EUR' })
  currency!: string;

  @Index('ix_rate_plan_derived_from_id')
  @Column({ name: 'derived_from_id', type: 'bigint', nullable: true })
  derivedFromId!: RatePlanId | null;

  @Column({ type: 'jsonb', nullable: true })
  derivation!: Derivation | null;

  /** Null if the plan follows the settings. */
  @Column({ type: 'jsonb', nullable: true })
  guard!: PriceGuard | null;

  /** Set and cleared together with the held prices, under the lock of the room. */
  @Column({ name: 'has_held_prices', type: 'boolean', default: false })
  hasHeldPrices!: boolean;

  @ManyToOne(() => Room, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'room_id', foreignKeyConstraintName: 'fk_rate_plan_room' })
  room!: Room;

  /** The parent may belong to another room. */
  @ManyToOne(() => RatePlan)
  @JoinColumn({ name: 'derived_from_id', foreignKeyConstraintName: 'fk_rate_plan_derived_from' })
  derivedFrom!: RatePlan | null;
}
