import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOperation, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { exampleDay } from '../http/example-day';
import {
  ApiIdQuery,
  ApiPushDone,
  ApiPushFailures,
  ApiText,
  PushApi,
  ROOM_MISSING_EXAMPLE,
} from '../http/push-docs';

/** An element of the body, in the documentation. */
class PriceData {
  @ApiProperty({
    example: exampleDay(7),
    description: 'YYYY-MM-DD, or an ISO 8601 date-time with an offset: the date that is written in it counts',
  })
  date!: string;

  @ApiProperty({
    minimum: 0,
    example: 100.1,
    description:
      'Below 10000000000; past 4 fraction digits it is rounded half up. A number in a string is taken as well',
  })
  price!: number;

  @ApiProperty({ type: String, required: false, nullable: true, example: 'Hotel Bar' })
  propertyName?: string | null;
}

const propertyName = 'Hotel Bar';

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
        'nothing; people are told by e-mail.',
    }),
    ApiIdQuery('roomId', '1', 'The id of the room'),
    ApiIdQuery('ratePlanId', '12', 'The id of one of its rate plans'),
    ApiExtraModels(PriceData),
    ApiBody({
      required: false,
      schema: {
        type: 'array',
        nullable: true,
        maxItems: 5_000,
        items: { $ref: getSchemaPath(PriceData) },
      },
      examples: {
        'One date': { value: [{ date: exampleDay(7), price: 120.5, propertyName }] },
        'Several dates': {
          value: [
            { date: exampleDay(7), price: 120.5, propertyName },
            { date: exampleDay(8), price: 120.5, propertyName },
            { date: exampleDay(9), price: 99, propertyName },
          ],
        },
        'A date-time, and a number in a string': {
          value: [{ date: `${exampleDay(10)}T00:30:00+02:00`, price: '120.50', propertyName }],
        },
        'A date too far away, which is skipped': {
          value: [
            { date: exampleDay(7), price: 120.5 },
            { date: '1999-12-31', price: 120.5 },
          ],
        },
        'An empty list': { value: [] },
      },
    }),
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
        '[0].date must be a date as 2026-12-31, or a date-time with an offset\n' +
        '[3].price must be a number of at least 0',
    }),
  );
}
