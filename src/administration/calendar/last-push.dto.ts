import { ApiProperty } from '@nestjs/swagger';
import type { Outcome } from '../../push/journal/journaled-call';
import { OUTCOMES } from '../../push/journal/journaled-call';

/** The last push of a room, with any outcome. */
export class LastPushOfRoom {
  @ApiProperty({ description: 'The request id of the push in the journal', format: 'uuid' })
  requestId!: string;
  @ApiProperty({
    format: 'date-time',
    description: 'In microseconds; the calendar at this moment already contains the change',
  })
  at!: string;
  @ApiProperty({ enum: OUTCOMES, example: 'applied', description: 'The outcome in the journal' })
  outcome!: Outcome;
}
