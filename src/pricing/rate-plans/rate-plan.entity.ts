import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import type { RatePlanId, RoomId } from '../../database/id';
import { Room } from '../../room/room.entity';
import type { Derivation } from '../derivation/price-derivation';

/** A rate plan as far as prices are derived along it. */
export type LinkedRatePlan = Pick<RatePlan, 'id' | 'roomId' | 'derivedFromId' | 'derivation'>;

/** The values of a rate plan that its administration sets. */
export type RatePlanFields = Pick<RatePlan, 'roomId' | 'name' | 'currency' | 'derivedFromId' | 'derivation'>;

/** A way to sell a room. Its prices are pushed, or derived from another plan's, its parent's. */
@Entity('rate_plan')
@Unique('uq_rate_plan_room_id_id', ['roomId', 'id'])
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

  /** ISO 4217, as EUR. */
  @Column({ type: 'text', default: 'EUR' })
  currency!: string;

  @Index('ix_rate_plan_derived_from_id')
  @Column({ name: 'derived_from_id', type: 'bigint', nullable: true })
  derivedFromId!: RatePlanId | null;

  @Column({ type: 'jsonb', nullable: true })
  derivation!: Derivation | null;

  @ManyToOne(() => Room, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'room_id', foreignKeyConstraintName: 'fk_rate_plan_room' })
  room!: Room;

  /** The parent may belong to another room. */
  @ManyToOne(() => RatePlan)
  @JoinColumn({ name: 'derived_from_id', foreignKeyConstraintName: 'fk_rate_plan_derived_from' })
  derivedFrom!: RatePlan | null;
}
