import { ApiProperty } from '@nestjs/swagger';
import { ApiModel } from '../../platform/openapi/api-docs';
import { exampleDay } from '../../platform/openapi/example-day';
import { DateField } from '../../platform/http/fields';
import { MomentField } from '../../platform/http/moment.field';

/** Which days of a calendar. */
export class CalendarQueryDto {
  @DateField({ example: exampleDay(0) })
  from!: string;

  @DateField({ example: exampleDay(30), description: 'Included; at most 750 days' })
  to!: string;

  @MomentField('The calendar as it stood at this moment; occupied rooms are null then')
  at?: string;

  @DateField({ required: false, description: 'The `nextCursor` of the page before: its last day' })
  cursor?: string;
}

class PriceOfDay {
  @ApiProperty({ example: '12' }) ratePlanId!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '100.10',
    description: 'null: not set, and so not sellable',
  })
  price!: string | null;
}

class CalendarDay {
  @ApiProperty({ example: exampleDay(0) }) date!: string;
  @ApiProperty({ example: 3 }) totalRooms!: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 0 }) occupiedRooms!: number | null;
  @ApiProperty({ type: [PriceOfDay] }) prices!: PriceOfDay[];
}

/** The days of a room that have an availability, with the prices of its rate plans. */
@ApiModel('Calendar')
export class CalendarView {
  @ApiProperty({ example: '1' }) roomId!: string;
  @ApiProperty({ example: exampleDay(0) }) from!: string;
  @ApiProperty({ example: exampleDay(30) }) to!: string;
  @ApiProperty({
    format: 'date-time',
    required: false,
    description: 'With `at`: from when on the past of the room is known',
  })
  knownSince?: string;
  @ApiProperty({ type: [CalendarDay] }) days!: CalendarDay[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description:
      'Asks for the days behind the last one, where not all fit into 4 MiB: of more than 78 rate plans',
  })
  nextCursor!: string | null;
}
