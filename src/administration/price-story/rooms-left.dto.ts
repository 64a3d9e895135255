import { ApiProperty } from '@nestjs/swagger';
import type { Operation } from '../../push/operations';

/** A call that gave the rooms left another number. */
class RoomsLeftEntry {
  @ApiProperty({ format: 'uuid' }) requestId!: string;
  @ApiProperty({
    format: 'date-time',
    description: 'In microseconds: the calendar at this moment is the one after it',
  })
  at!: string;
  @ApiProperty({ type: String, nullable: true, example: 'allbookers' }) token!: string | null;
  @ApiProperty({ type: String, example: 'updateCalendarInventory' }) operation!: Operation;
  @ApiProperty({ example: 0 }) totalRooms!: number;
}

/** The story of the rooms left on a date: what made the number what it is, newest first. */
export class RoomsLeftStory {
  @ApiProperty({ example: '1' }) roomId!: string;
  @ApiProperty({ example: '2026-12-01' }) date!: string;
  @ApiProperty({ format: 'date-time', description: 'From when on its past is known' }) knownSince!: string;
  @ApiProperty({ type: [RoomsLeftEntry] }) history!: RoomsLeftEntry[];
  @ApiProperty({ type: String, nullable: true, example: null, description: 'Asks for what was before' })
  nextCursor!: string | null;
}
