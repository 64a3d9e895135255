import { ApiProperty } from '@nestjs/swagger';
import { RestrictionsOfDay } from '../../calendar/restrictions.dto';
import { ApiModel } from '../../platform/openapi/api-docs';
import { exampleDay } from '../../platform/openapi/example-day';
import { DateField } from '../../platform/http/fields';
import { ShownClosure } from './shown-closure.dto';
import { MomentField } from '../../platform/http/moment.field';

/** Selects days of a calendar. */
export class CalendarViewQueryDto {
  @DateField({ description: 'The first date', example: exampleDay(0) })
  from!: string;

  @DateField({ example: exampleDay(30), description: 'Included; at most 750 days' })
  to!: string;

  @MomentField('Returns the calendar at this moment, with null for occupied rooms')
  at?: string;

  @DateField({ required: false, description: 'The `nextCursor` of the page before: its last day' })
  cursor?: string;
}

class PriceOfDay {
  @ApiProperty({ description: 'The rate plan', example: '12' }) ratePlanId!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '100.10',
    description: 'null if it is not set, and so not sellable',
  })
  price!: string | null;
  @ApiProperty({
    type: RestrictionsOfDay,
    required: false,
    description: 'The restrictions that are set on this date; left out if there are none',
  })
  restrictions?: RestrictionsOfDay;
}

class CalendarDay {
  @ApiProperty({ description: 'The date', example: exampleDay(0) }) date!: string;
  @ApiProperty({ description: 'The rooms left, which operation 1 sets', example: 3 }) totalRooms!: number;
  @ApiProperty({
    description: 'Rooms that are booked; null with `at`',
    type: 'integer',
    nullable: true,
    example: 0,
  })
  occupiedRooms!: number | null;
  @ApiProperty({ description: 'Whether the channel manager has closed the room', example: false })
  closed!: boolean;
  @ApiProperty({
    description: 'A price for each rate plan that has a record on this date',
    type: [PriceOfDay],
  })
  prices!: PriceOfDay[];
}

/** The days of a room with an availability, and the prices of its rate plans. */
@ApiModel('Calendar')
export class CalendarView {
  @ApiProperty({ description: 'The room', example: '1' }) roomId!: string;
  @ApiProperty({ description: 'The first date', example: exampleDay(0) }) from!: string;
  @ApiProperty({ description: 'The last date', example: exampleDay(30) }) to!: string;
  @ApiProperty({
    format: 'date-time',
    required: false,
    description: 'With `at`, the beginning of the known past of the room',
  })
  knownSince?: string;
  @ApiProperty({
    description: 'Closures of the room or of its plans that are open on one of the dates',
    type: [ShownClosure],
    example: [],
  })
  closures!: ShownClosure[];
  @ApiProperty({ description: 'Dates that have an availability', type: [CalendarDay] }) days!: CalendarDay[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description:
      'The cursor of the days after the last one, if not all fit into 4 MiB, which only happens with more than 78 rate plans, or with fewer that have restrictions',
  })
  nextCursor!: string | null;
}
