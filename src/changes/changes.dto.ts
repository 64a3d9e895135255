import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import type { CalendarDate } from '../platform/dates/calendar-date';
import { CHANGE_KINDS } from '../push/journal/changed-rooms';
import type { ChangeKind } from '../push/journal/changed-rooms';
import { REQUEST_ID_EXAMPLE } from '../platform/openapi/api-docs';
import { exampleDay } from '../platform/openapi/example-day';

export const CURSOR_EXAMPLE = '1763726400000000-48213-1763726401123456-019aa5f20c6b7d3e9f0a4b8f5d2c1e77-1';
const AFTER =
  'Where to continue: the `nextCursor` of a page, the `cursor` of an item, or `now`. Without it, from the oldest';

/** The start of a stream. */
export class ChangeStreamQueryDto {
  @ApiProperty({ required: false, description: AFTER, example: 'now' })
  @IsOptional()
  @IsString()
  after?: string;
}

/** The page of changes to read. */
export class ChangesQueryDto extends ChangeStreamQueryDto {
  @ApiProperty({
    description: 'How many items a page has',
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    default: 100,
    required: false,
  })
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1000)
  limit = 100;
}

/** A room whose values a push or a change has changed. */
export class Change {
  @ApiProperty({ description: 'The position in the feed', example: CURSOR_EXAMPLE }) cursor!: string;
  @ApiProperty({
    description: 'The push or the change, as in the journal',
    format: 'uuid',
    example: REQUEST_ID_EXAMPLE,
  })
  requestId!: string;
  @ApiProperty({
    description: 'When it took effect',
    format: 'date-time',
    example: '2026-11-21T12:00:00.000000Z',
  })
  at!: string;
  @ApiProperty({ description: 'The room to look at again', example: '1' }) roomId!: string;
  @ApiProperty({
    enum: CHANGE_KINDS,
    description:
      '`inventory`: how many rooms there are by date. `prices`: prices alone. ' +
      '`restrictions`: what may be sold; without plans, of the whole room. `room`: the room itself, which was created, ' +
      'changed or deleted. `ratePlan`: one of its plans was. Prices may have changed with every kind but `restrictions`',
  })
  kind!: ChangeKind;
  @ApiProperty({
    type: [String],
    example: ['12', '13'],
    description: 'The plans that have changed, or whose prices have',
  })
  ratePlanIds!: string[];
  @ApiProperty({
    type: String,
    format: 'date',
    nullable: true,
    example: exampleDay(30),
    description: 'The first changed date; null if no change has a date',
  })
  from!: CalendarDate | null;
  @ApiProperty({
    type: String,
    format: 'date',
    nullable: true,
    example: exampleDay(32),
    description: 'The last one',
  })
  to!: CalendarDate | null;
}

/** A page of the feed. */
export class ChangePage {
  @ApiProperty({ description: 'Changes, in the order of their commits', type: [Change] }) items!: Change[];
  @ApiProperty({ description: 'Continue from here, also after an empty page', example: CURSOR_EXAMPLE })
  nextCursor!: string;
}
