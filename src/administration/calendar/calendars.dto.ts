import { ApiProperty } from '@nestjs/swagger';
import { LastPushOfRoom } from './last-push.dto';
import { ApiModel } from '../../platform/openapi/api-docs';
import { exampleDay } from '../../platform/openapi/example-day';
import { DateField, IdField, LimitField, TextField } from '../../platform/http/fields';
import { MomentField } from '../../platform/http/moment.field';

/** Which rooms and days of the calendar of many rooms. */
export class CalendarsQueryDto {
  @TextField({ required: false, description: 'Only rooms of this property, as Hotel Bar' })
  propertyName?: string;

  @TextField({
    required: false,
    description: "Part of a room's name or of its property's, whatever the case",
  })
  search?: string;

  @DateField({ description: 'The first date', example: exampleDay(0) })
  from!: string;

  @DateField({ example: exampleDay(30), description: 'Included; at most 62 days' })
  to!: string;

  @MomentField('The calendar as it stood at this moment; occupied rooms and held prices are not known then')
  at?: string;

  @LimitField(50)
  limit = 50;

  @IdField({ required: false, example: undefined, description: 'The `nextCursor` of the page before' })
  cursor?: string;
}

class HeldPriceOfPlan {
  @ApiProperty({ description: 'The date', example: exampleDay(7) }) date!: string;
  @ApiProperty({ description: 'The pushed price', example: '1.00' }) price!: string;
}

class RatePlanRow {
  @ApiProperty({ description: 'The id of the rate plan', example: '12' }) id!: string;
  @ApiProperty({ description: 'What people call the rate plan', example: 'Flexible' }) name!: string;
  @ApiProperty({ description: 'The ISO 4217 code of its prices', example: 'EUR' }) currency!: string;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'The plan it derives from' })
  derivedFrom!: string | null;
  @ApiProperty({ example: 0, description: 'How many plans it is below the root of its derivations' })
  depth!: number;
  @ApiProperty({
    type: 'array',
    items: { type: 'string', nullable: true },
    example: ['100.10', null],
    description: 'One a date; null where none is set, or there is no record',
  })
  prices!: (string | null)[];
  @ApiProperty({
    example: 'pn',
    description:
      'A letter a date: `p` a price that was pushed to the plan; `d` what its rule makes of its parent’s price; `o` ' +
      'another one than that; `n` not set; `-` no record',
  })
  states!: string;
  @ApiProperty({ type: [HeldPriceOfPlan], description: 'Pushed prices that wait for a decision' })
  held!: HeldPriceOfPlan[];
}

class RoomRow {
  @ApiProperty({ description: 'The room', example: '1' }) roomId!: string;
  @ApiProperty({ description: 'What people call the room', example: 'Double' }) name!: string;
  @ApiProperty({
    description: 'The property that the room belongs to',
    type: String,
    nullable: true,
    example: 'Hotel Bar',
  })
  propertyName!: string | null;
  @ApiProperty({
    format: 'date-time',
    required: false,
    description:
      'With `at`: from when on the past of the room is known. A later moment than `at`: the room was there, and nothing ' +
      'else is known of it',
  })
  knownSince?: string;
  @ApiProperty({ type: LastPushOfRoom, nullable: true, description: 'Whatever came of it' })
  lastPush!: LastPushOfRoom | null;
  @ApiProperty({
    type: 'array',
    items: { type: 'integer', nullable: true },
    example: [3, null],
    description: 'One a date; null where there is no availability',
  })
  totalRooms!: (number | null)[];
  @ApiProperty({
    type: 'array',
    items: { type: 'integer', nullable: true },
    example: [0, null],
    description: 'As totalRooms',
  })
  occupiedRooms!: (number | null)[];
  @ApiProperty({ type: [RatePlanRow], description: 'Each behind the one that it derives from' })
  ratePlans!: RatePlanRow[];
}

/** A page of rooms with their prices on some dates. */
@ApiModel('CalendarPage')
export class CalendarPage {
  @ApiProperty({ description: 'The first date', example: exampleDay(0) }) from!: string;
  @ApiProperty({ description: 'The last date', example: exampleDay(30) }) to!: string;
  @ApiProperty({
    description: 'The moment that was asked for; null: now',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  at!: string | null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    required: false,
    description: 'With `at`: from when on the past of all rooms of this page is known',
  })
  knownSince?: string | null;
  @ApiProperty({ description: 'Rooms, by id', type: [RoomRow] }) items!: RoomRow[];
  @ApiProperty({
    description: 'Where the next page begins; null on the last page',
    type: String,
    nullable: true,
    example: null,
  })
  nextCursor!: string | null;
}
