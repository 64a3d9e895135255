import { ApiProperty } from '@nestjs/swagger';
import { IsIn, ValidateIf } from 'class-validator';
import { LimitField, NameField, PatternField } from '../../platform/http/fields';
import type { Outcome } from '../../push/journal/journaled-call';
import { OUTCOMES } from '../../push/journal/journaled-call';
import { LastPushOfRoom } from '../calendar/last-push.dto';
import { ApiModel } from '../../platform/openapi/api-docs';

/** Selects a page of rooms of the feed's health. */
export class FeedHealthQueryDto {
  @NameField({ required: false, description: 'Only rooms of this property: `rooms`, `closures` and `items`' })
  propertyName?: string;

  @ApiProperty({
    enum: ['true', 'false'],
    required: false,
    description: '`true`: only rooms without a property',
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(['true', 'false'])
  withoutProperty?: 'true' | 'false';

  @LimitField()
  limit = 50;

  @PatternField(
    /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?:\d{1,19}$/,
    'the nextCursor of the page before',
    {
      required: false,
      description: 'The `nextCursor` of the page before',
    },
  )
  cursor?: string;
}

class RoomsByLastPush {
  @ApiProperty({ description: 'All rooms', example: 3 }) total!: number;
  @ApiProperty({ description: 'Within the last hour', example: 2 }) withinHour!: number;
  @ApiProperty({ example: 0, description: 'Longer ago than an hour' }) withinDay!: number;
  @ApiProperty({ example: 0, description: 'Longer ago than a day' }) withinWeek!: number;
  @ApiProperty({ example: 0, description: 'Longer ago than a week' }) earlier!: number;
  @ApiProperty({ example: 1, description: 'No push that the journal still has' }) never!: number;
}

class Reason {
  @ApiProperty({
    description: 'The problem, without the place and the value',
    example: '[…].price must be a number of at least 0, as 120.5',
  })
  reason!: string;
  @ApiProperty({ example: 4, description: 'In the last 7 days' }) count!: number;
  @ApiProperty({ format: 'uuid', description: 'The newest of these pushes' }) requestId!: string;
}

class PushCounts {
  @ApiProperty({ example: 1, description: 'In the last 24 hours' }) lastDay!: number;
  @ApiProperty({ example: 4, description: 'In the last 7 days, but at most the newest 2,000' })
  lastWeek!: number;
}

class ProblemsByOutcome extends PushCounts {
  @ApiProperty({ enum: OUTCOMES, example: 'refused', description: 'The outcome in the journal' })
  outcome!: Outcome;
  @ApiProperty({ type: [Reason], description: 'The five most frequent ones, without places and values' })
  reasons!: Reason[];
}

class RoomHealth {
  @ApiProperty({ description: 'The room', example: '1' }) roomId!: string;
  @ApiProperty({ description: 'The name of the room', example: 'Double' }) name!: string;
  @ApiProperty({
    description: 'The property that the room belongs to',
    type: String,
    nullable: true,
    example: 'Hotel Bar',
  })
  propertyName!: string | null;
  @ApiProperty({ type: LastPushOfRoom, nullable: true, description: 'The last push, with any outcome' })
  lastPush!: LastPushOfRoom | null;
  @ApiProperty({
    example: 12,
    description: 'Days without a price of its rate plans, in the next 30 days from today on',
  })
  missingPrices!: number;
}

/** The health of the feed, and the rooms that have been without a push the longest. */
@ApiModel('FeedHealth')
export class FeedHealth {
  @ApiProperty({ type: RoomsByLastPush, description: 'The number of rooms by the age of their last push' })
  rooms!: RoomsByLastPush;
  @ApiProperty({
    type: [ProblemsByOutcome],
    description: 'Pushes without effect, by outcome',
  })
  problems!: ProblemsByOutcome[];
  @ApiProperty({ type: PushCounts, description: 'Pushes with held prices' }) held!: PushCounts;
  @ApiProperty({ example: 0, description: 'Open closures whose last date has not passed' }) closures!: number;
  @ApiProperty({
    type: [RoomHealth],
    description: 'Rooms, the one without a push for the longest time first',
  })
  items!: RoomHealth[];
  @ApiProperty({
    description: 'Where the next page of rooms begins; null on the last page',
    type: String,
    nullable: true,
    example: null,
  })
  nextCursor!: string | null;
}
