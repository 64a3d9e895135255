import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiProperty } from '@nestjs/swagger';
import { exampleDay } from '../platform/openapi/example-day';
import {
  ApiDatedArray,
  NUMBER_IN_STRING,
  ApiIdQuery,
  ApiPushDone,
  ApiPushFailures,
  ApiText,
  PushApi,
  ROOM_MISSING_EXAMPLE,
} from '../push/push.docs';

/** An element of the body, in the documentation. */
class PriceData {
  @ApiProperty({
    example: exampleDay(7),
    description: 'YYYY-MM-DD, or an ISO 8601 date-time with an offset: the date that is written in it counts',
  })
  date!: string;

  @ApiProperty({
    oneOf: [
      { type: 'number', minimum: 0 },
      { type: 'string', pattern: NUMBER_IN_STRING },
    ],
    example: 100.1,
    description:
      'Below 10000000000; past 4 fraction digits it is rounded half up. A number in a string is taken as well',
  })
  price!: number;

  @ApiProperty({
    description: 'The property, for e-mails about problems',
    type: String,
    required: false,
    nullable: true,
    example: 'Hotel Bar',
  })
  propertyName?: string | null;
}

/** Operation 2, in the documentation. */
export function UpdateCalendarPricesDocs(): MethodDecorator {
  return applyDecorators(
    PushApi(),
    ApiOperation({
      operationId: 'updateCalendarPrices',
      summary: 'Operation 2: prices of a rate plan, by date',
      description:
        'Sets the price of a rate plan on each date, and with it the prices of every plan that is derived from it, ' +
        'directly or through others, also in other rooms. A date without availability gets one of 0 rooms. Dates ' +
        'before yesterday or more than two years from today are skipped. An empty list and a missing room change ' +
        'nothing; people are told by e-mail. A price that the guard of its rate plan does not take is held: the answer is ' +
        'the same, the price stays as it is until people decide, and `X-Records-Held` counts it.',
    }),
    ApiIdQuery('roomId', '1', 'The id of the room'),
    ApiIdQuery('ratePlanId', '12', 'The id of one of its rate plans'),
    ApiDatedArray(
      PriceData,
      'price',
      { first: 120.5, second: 120.5, third: 99, inText: '120.50' },
      {
        'A price far too low, which the guard holds': [{ date: exampleDay(8), price: 1 }],
      },
    ),
    ApiPushDone({
      Success: 'Price is successfully updated',
      'An empty list': 'price is received as empty list 1',
      'The room is missing': ROOM_MISSING_EXAMPLE,
    }),
    ApiText(404, 'The room has no such rate plan. Nothing has changed', {
      'The rate plan is missing': 'Rate plan not found',
    }),
    ApiPushFailures({
      'Elements are wrong':
        '[0].date must be a date as 2026-12-31, or a date-time with an offset; got ""\n' +
        '[3].price must be a number of at least 0, as 120.5; got -1',
      'A field is missing': '[0].price is missing; unknown field "amount"',
      'The body is not an array':
        'The body must be an array, as [{"date":"2026-12-31","price":120.5}]; got an object',
    }),
  );
}
