import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { RoomId } from '../platform/database/id';

/**
 * A room as the platform sells it. Operation 3 writes the four numbers without validation, so any value can
 * occur.
 */
@Entity('room')
@Index('ix_room_sandbox_id', ['sandboxId'], { where: 'sandbox_id IS NOT NULL' })
@Index('ix_room_property_code', ['propertyCode'], { where: 'property_code IS NOT NULL' })
@Check('ck_room_property_code', `property_code ~ '^[ -~]{1,64}$'`)
export class Room {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_room',
  })
  id!: RoomId;

  @Column({ type: 'text' })
  name!: string;

  @Column({ name: 'property_name', type: 'text', nullable: true })
  propertyName!: string | null;

  /**
   * The hotel code of other channel managers, shared by the rooms of a property: 1 to 16 printable ASCII
   * characters.
   */
  @Column({ name: 'property_code', type: 'text', nullable: true })
  propertyCode!: string | null;

  @Column({ name: 'total_rooms', type: 'integer', nullable: true })
  totalRooms!: number | null;

  @Column({ name: 'maximum_guests', type: 'integer', nullable: true })
  maximumGuests!: number | null;

  @Column({ type: 'integer', nullable: true })
  adults!: number | null;

  @Column({ type: 'integer', nullable: true })
  children!: number | null;

  /** The sandbox that the room belongs to. Null means a real room. */
  @Column({ name: 'sandbox_id', type: 'uuid', nullable: true })
  sandboxId!: string | null;
}
