import { ApiProperty } from '@nestjs/swagger';
import type { Outcome } from '../../push/journal/journaled-call';
import { OUTCOMES } from '../../push/journal/journaled-call';

/** The last push of a room, whatever came of it. */
export class LastPushOfRoom {
  @ApiProperty({ format: 'uuid' }) requestId!: string;
  @ApiProperty({
    format: 'date-time',
    description: 'In microseconds: the calendar at this moment is the one after it',
  })
  at!: string;
  @ApiProperty({ enum: OUTCOMES, example: 'applied', description: 'As in the journal' }) outcome!: Outcome;
}
