import { ApiProperty } from '@nestjs/swagger';
import { ApiModel } from '../../platform/openapi/api-docs';
import { exampleDay } from '../../platform/openapi/example-day';
import { DateField } from '../../platform/http/fields';
import { MomentField } from '../../platform/http/moment.field';

/** Selects days of a calendar. */
export class CalendarQueryDto {
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
  @ApiProperty({ description: 'Dates that have an availability', type: [CalendarDay] }) days!: CalendarDay[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description:
      'The cursor of the days after the last one, if not all fit into 4 MiB, which only happens with more than 78 rate plans',
  })
  nextCursor!: string | null;
}
