import { ApiProperty } from '@nestjs/swagger';
import type { Outcome } from '../../push/journal/journaled-call';
import { OUTCOMES } from '../../push/journal/journaled-call';

/** The last push of a room, whatever came of it. */
export class LastPushOfRoom {
  @ApiProperty({ description: 'The id of the push, as in the journal', format: 'uuid' }) requestId!: string;
  @ApiProperty({
    format: 'date-time',
    description: 'In microseconds: the calendar at this moment is the one after it',
  })
  at!: string;
  @ApiProperty({ enum: OUTCOMES, example: 'applied', description: 'As in the journal' }) outcome!: Outcome;
}
