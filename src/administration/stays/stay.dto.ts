import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { DateField, IdField } from '../../platform/http/fields';
import { MomentField } from '../../platform/http/moment.field';
import { ApiModel } from '../../platform/openapi/api-docs';
import { exampleDay } from '../../platform/openapi/example-day';
import type { ReasonCode } from './stay-reasons';
import { REASON_CODES } from './stay-reasons';

const MAX_GUESTS = 1_000;

/** A number of guests in a query. */
function GuestsField(description: string, example: number, standard: number): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      type: 'integer',
      minimum: 0,
      maximum: MAX_GUESTS,
      default: standard,
      required: false,
      description,
      example,
    }),
    Type(() => Number),
    IsInt(),
    Min(0),
    Max(MAX_GUESTS),
  );
}

/** A stay to ask about. */
export class StayQueryDto {
  @IdField({ description: 'The rate plan', example: '12' })
  ratePlanId!: string;

  @DateField({ description: 'The first night', example: exampleDay(20) })
  arrival!: string;

  @DateField({ description: 'The day after the last night; 1 to 90 nights', example: exampleDay(23) })
  departure!: string;

  @GuestsField('How many adults', 2, 1)
  adults = 1;

  @GuestsField('How many children', 1, 0)
  children = 0;

  @MomentField(
    'Answers as things stood at this moment. Booked rooms are not known then: `roomsLeft` is without them',
  )
  at?: string;
}

class StayNight {
  @ApiProperty({ description: 'The date', example: exampleDay(20) }) date!: string;
  @ApiProperty({ description: 'Its price; null: not set', type: String, nullable: true, example: '100.10' })
  price!: string | null;
  @ApiProperty({
    description: 'The rooms of the date without the booked ones; null: no availability',
    type: 'integer',
    nullable: true,
    example: 2,
  })
  roomsLeft!: number | null;
}

class StaySince {
  @ApiProperty({ description: 'The call, in the journal', format: 'uuid' }) requestId!: string;
  @ApiProperty({ description: 'When it took effect, in microseconds', format: 'date-time' }) at!: string;
  @ApiProperty({ description: 'The name of the token', type: String, nullable: true, example: 'allbookers' })
  token!: string | null;
}

class StayReasonView {
  @ApiProperty({
    enum: REASON_CODES,
    description:
      '`outsideWindow`: a date that no push can reach. `noRecord`: no availability or no price record. ' +
      '`noRoomsLeft`: none left of the date. `roomClosed`: closed by the channel manager. `closedByPlatform`: a closure; ' +
      'each one counts. `stopSell`, `priceNotSet`: of a night. `closedToArrival`, `closedToDeparture`, ' +
      '`minStayArrival`, `maxStay`: of the first or the last day. `minStayThrough`: the strictest night. `tooMany…`: more ' +
      'guests than the room takes',
    example: 'priceNotSet',
  })
  code!: ReasonCode;
  @ApiProperty({
    description: 'The date; null for the numbers of guests',
    type: String,
    nullable: true,
    example: exampleDay(20),
  })
  date!: string | null;
  @ApiProperty({
    description: 'The nights, guests or rooms of the stay that break the limit',
    type: 'integer',
    nullable: true,
    example: null,
  })
  value!: number | null;
  @ApiProperty({ description: 'The limit; null: none', type: 'integer', nullable: true, example: null })
  limit!: number | null;
  @ApiProperty({
    description: 'The call that set the value; null where that is not known',
    type: StaySince,
    nullable: true,
  })
  since!: StaySince | null;
}

/** Whether a stay can be booked, with the reasons against it. */
@ApiModel('Stay')
export class StayView {
  @ApiProperty({ description: 'Whether it can be booked: there is no reason against it', example: false })
  bookable!: boolean;
  @ApiProperty({
    description: 'The sum of its nights; null unless all have a price',
    type: String,
    nullable: true,
    example: null,
  })
  price!: string | null;
  @ApiProperty({ description: 'The ISO 4217 code of the prices', example: 'EUR' }) currency!: string;
  @ApiProperty({ description: 'The room of the rate plan', example: '1' }) roomId!: string;
  @ApiProperty({
    description: 'The requested moment; null: now',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  at!: string | null;
  @ApiProperty({ description: 'Its nights, in their order', type: [StayNight] }) nights!: StayNight[];
  @ApiProperty({ description: 'All reasons against it, but at most 5,000', type: [StayReasonView] })
  reasons!: StayReasonView[];
}
