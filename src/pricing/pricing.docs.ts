import { applyDecorators } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { exampleDay } from '../platform/openapi/example-day';
import {
  ApiDatedArray,
  DatedElement,
  NUMBER_IN_STRING,
  ApiIdQuery,
  ApiPushDone,
  ApiPushFailures,
  ApiText,
  PushApi,
  ROOM_MISSING_EXAMPLE,
} from '../push/push.docs';
import { Property } from '../platform/http/property';

/** Documents an element of the body. */
class PriceData extends DatedElement {
  /**
   * Below 10000000000, rounded half up to 4 fraction digits; also accepted as a number in a string
   * @example 100.1
   */
  @Property({
    oneOf: [
      { type: 'number', minimum: 0 },
      { type: 'string', pattern: NUMBER_IN_STRING },
    ],
  })
  price!: number;
}

/** Documents operation 2. */
export function UpdateCalendarPricesDocs(): MethodDecorator {
  return applyDecorators(
    PushApi(),
    ApiOperation({
      operationId: 'updateCalendarPrices',
      summary: 'Operation 2: prices of a rate plan, by date',
      description:
        'Sets the price of a rate plan on each date, together with the prices of every plan that derives ' +
        'from it, directly or through others, also in other rooms. A date without availability gets one of ' +
        '0 rooms. It skips dates before yesterday or more than two years from today. An empty list or a ' +
        'missing room changes nothing, and the service reports it by e-mail. If the guard of the rate plan ' +
        'rejects a price, the price is held: the answer is the same, the cell keeps its price until people ' +
        'decide, and `X-Records-Held` counts the held price.',
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
