import type { RestrictionName } from '../../calendar/restrictions';
import { ApiProperty } from '@nestjs/swagger';
import { LastPushOfRoom } from './last-push.dto';
import { ApiModel } from '../../platform/openapi/api-docs';
import { exampleDay } from '../../platform/openapi/example-day';
import {
  DateField,
  IdField,
  LimitField,
  NameField,
  NextCursor,
  SearchField,
} from '../../platform/http/fields';
import { ShownClosure } from './shown-closure.dto';
import { MomentField } from '../../platform/http/moment.field';

/** Selects rooms and days of the calendar of many rooms. */
export class CalendarPageQueryDto {
  @IdField({ required: false, example: undefined, description: 'Only this room' })
  roomId?: string;

  @NameField({ required: false, description: 'Only rooms of this property, for example Hotel Bar' })
  propertyName?: string;

  @SearchField('Words that must each be in the name of a room or of its property, in upper or lower case')
  search?: string;

  @DateField({ description: 'The first date', example: exampleDay(0) })
  from!: string;

  @DateField({ example: exampleDay(30), description: 'Included; at most 62 days' })
  to!: string;

  @MomentField('Returns the calendar at this moment, without occupied rooms and held prices')
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

const flags = () =>
  ApiProperty({
    required: false,
    type: 'array',
    items: { type: 'boolean' },
    description: 'One value for each date',
  });
const nights = () =>
  ApiProperty({
    required: false,
    type: 'array',
    items: { type: 'integer', nullable: true },
    description: 'One number of nights for each date; null for none',
  });

/** The restrictions of a plan. */
class RestrictionRows implements Partial<Record<RestrictionName, (boolean | number | null)[]>> {
  @flags() stopSell?: boolean[];
  @flags() closedToArrival?: boolean[];
  @flags() closedToDeparture?: boolean[];
  @nights() minStayArrival?: (number | null)[];
  @nights() minStayThrough?: (number | null)[];
  @nights() maxStay?: (number | null)[];
}

class RatePlanRow {
  @ApiProperty({ description: 'The id of the rate plan', example: '12' }) id!: string;
  @ApiProperty({ description: 'The name of the rate plan', example: 'Flexible' }) name!: string;
  @ApiProperty({ description: 'The ISO 4217 code of its prices', example: 'EUR' }) currency!: string;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'The plan it derives from' })
  derivedFrom!: string | null;
  @ApiProperty({ example: 0, description: 'The number of plans above it in its line of derivations' })
  depth!: number;
  @ApiProperty({
    type: 'array',
    items: { type: 'string', nullable: true },
    example: ['100.10', null],
    description: 'One value for each date; null if no price is set or no record exists',
  })
  prices!: (string | null)[];
  @ApiProperty({
    example: 'pn',
    description:
      'One letter for each date: `p` a price pushed to the plan; `d` the price by its rule from its ' +
      'parent’s price; `o` another price; `n` not set; `-` no record',
  })
  states!: string;
  @ApiProperty({
    type: RestrictionRows,
    example: { stopSell: [false, true], minStayArrival: [2, null] },
    description: 'The restrictions that occur on one of the dates',
  })
  restrictions!: RestrictionRows;
  @ApiProperty({ type: [HeldPriceOfPlan], description: 'Pushed prices that wait for a decision' })
  held!: HeldPriceOfPlan[];
}

class RoomRow {
  @ApiProperty({ description: 'The room', example: '1' }) roomId!: string;
  @ApiProperty({ description: 'The name of the room', example: 'Double' }) name!: string;
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
      'With `at`, the beginning of the known past of the room. If it is later than `at`, the room existed ' +
      'at that moment, but nothing else is known of it',
  })
  knownSince?: string;
  @ApiProperty({ type: LastPushOfRoom, nullable: true, description: 'The last push, with any outcome' })
  lastPush!: LastPushOfRoom | null;
  @ApiProperty({
    type: 'array',
    items: { type: 'integer', nullable: true },
    example: [3, null],
    description: 'One value for each date; null if there is no availability',
  })
  totalRooms!: (number | null)[];
  @ApiProperty({
    type: 'array',
    items: { type: 'integer', nullable: true },
    example: [0, null],
    description: 'One value for each date, like totalRooms',
  })
  occupiedRooms!: (number | null)[];
  @ApiProperty({
    type: 'array',
    items: { type: 'boolean' },
    example: [false, false],
    description: 'One value for each date: whether the channel manager has closed the room',
  })
  closed!: boolean[];
  @ApiProperty({
    description: 'Closures of the room or of its plans that are open on one of the dates',
    type: [ShownClosure],
    example: [],
  })
  closures!: ShownClosure[];
  @ApiProperty({ type: [RatePlanRow], description: 'Rate plans; each follows the one from which it derives' })
  ratePlans!: RatePlanRow[];
}

/** A page of rooms with their prices on some dates. */
@ApiModel('CalendarPage')
export class CalendarPage {
  @ApiProperty({ description: 'The first date', example: exampleDay(0) }) from!: string;
  @ApiProperty({ description: 'The last date', example: exampleDay(30) }) to!: string;
  @ApiProperty({
    description: 'The requested moment; null for the present',
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
    description: 'With `at`, the moment from which the past of all rooms of this page is known',
  })
  knownSince?: string | null;
  @ApiProperty({ description: 'Rooms, by id', type: [RoomRow] }) items!: RoomRow[];
  @NextCursor() nextCursor!: string | null;
}
