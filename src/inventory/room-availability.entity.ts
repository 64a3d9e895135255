import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { RoomId } from '../platform/database/id';
import { Room } from '../room/room.entity';

/** The rooms left and the occupied rooms of a room on one date, and whether the room is closed. */
@Entity('room_availability')
@Check('ck_room_availability_total_rooms', 'total_rooms >= 0')
@Check('ck_room_availability_occupied_rooms', 'occupied_rooms >= 0')
export class RoomAvailability {
  @PrimaryColumn({ name: 'room_id', type: 'bigint', primaryKeyConstraintName: 'pk_room_availability' })
  roomId!: RoomId;

  @PrimaryColumn({ type: 'date', primaryKeyConstraintName: 'pk_room_availability' })
  date!: CalendarDate;

  @Column({ name: 'total_rooms', type: 'integer' })
  totalRooms!: number;

  @Column({ name: 'occupied_rooms', type: 'integer' })
  occupiedRooms!: number;

  /** Whether the channel manager has closed the room on this date. */
  @Column({ type: 'boolean', default: false })
  closed!: boolean;

  @ManyToOne(() => Room, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'room_id', foreignKeyConstraintName: 'fk_room_availability_room' })
  room!: Room;
}
