import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { RoomId } from '../platform/database/id';

/**
 * A room as the platform sells it. Operation 3 writes the four numbers without validation, so any value can
 * occur.
 */
@Entity('room')
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
   * The hotel code of other channel managers, shared by the rooms of a property: 1 to 64 printable ASCII
   * characters.
   */
  @Column({ name: 'property_code', type: 'text', nullable: true, select: false })
  propertyCode!: string | null;

  @Column({ name: 'total_rooms', type: 'integer', nullable: true })
  totalRooms!: number | null;

  @Column({ name: 'maximum_guests', type: 'integer', nullable: true })
  maximumGuests!: number | null;

  @Column({ type: 'integer', nullable: true })
  adults!: number | null;

  @Column({ type: 'integer', nullable: true })
  children!: number | null;
}
