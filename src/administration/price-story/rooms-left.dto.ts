import { ApiProperty } from '@nestjs/swagger';
import type { Operation } from '../../push/operations';
import { OPERATIONS } from '../../push/operations';

/** A call that changed the rooms left. */
class RoomsLeftEntry {
  @ApiProperty({ format: 'uuid', description: 'The request id of the call' }) requestId!: string;
  @ApiProperty({
    format: 'date-time',
    description: 'In microseconds; the calendar at this moment already contains the change',
  })
  at!: string;
  @ApiProperty({ type: String, nullable: true, example: 'allbookers', description: 'The name of the token' })
  token!: string | null;
  @ApiProperty({ type: String, enum: OPERATIONS, description: 'The operation that was called' })
  operation!: Operation;
  @ApiProperty({ example: 0, description: 'The rooms left after the call' }) totalRooms!: number;
}

/** The story of the rooms left on a date: its changes, newest first. */
export class RoomsLeftStory {
  @ApiProperty({ example: '1', description: 'The id of the room' }) roomId!: string;
  @ApiProperty({ example: '2026-12-01', description: 'The date' }) date!: string;
  @ApiProperty({ format: 'date-time', description: 'The beginning of its known past' }) knownSince!: string;
  @ApiProperty({ type: [RoomsLeftEntry], description: 'The calls that set it, newest first' })
  history!: RoomsLeftEntry[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The cursor of the page with earlier changes',
  })
  nextCursor!: string | null;
}
