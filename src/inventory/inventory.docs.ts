import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiProperty } from '@nestjs/swagger';
import { exampleDay } from '../platform/openapi/example-day';
import {
  ApiDatedArray,
  NUMBER_IN_STRING,
  ApiIdQuery,
  ApiPushDone,
  ApiPushFailures,
  PushApi,
  ROOM_MISSING_EXAMPLE,
} from '../push/push.docs';

/** An element of the body, in the documentation. */
class InventoryData {
  @ApiProperty({
    example: exampleDay(7),
    description: 'YYYY-MM-DD, or an ISO 8601 date-time with an offset: the date that is written in it counts',
  })
  date!: string;

  @ApiProperty({
    oneOf: [
      { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
      { type: 'string', pattern: NUMBER_IN_STRING },
    ],
    example: 3,
    description: 'Rooms left. A number in a string is taken as well',
  })
  inventoryNumber!: number;

  @ApiProperty({
    description: 'The property, for e-mails about problems',
    type: String,
    required: false,
    nullable: true,
    example: 'Hotel Bar',
  })
  propertyName?: string | null;
}

/** Operation 1, in the documentation. */
export function UpdateCalendarInventoryDocs(): MethodDecorator {
  return applyDecorators(
    PushApi(),
    ApiOperation({
      operationId: 'updateCalendarInventory',
      summary: 'Operation 1: how many rooms are left, by date',
      description:
        'Sets the rooms left of a room on each date, and makes what is missing: the availability of a date, and a ' +
        'price record, without a price, for every rate plan of the room. Dates before yesterday or more than two ' +
        'years from today are skipped. An empty list and a missing room change nothing; people are told by e-mail.',
    }),
    ApiIdQuery('roomId', '1', 'The id of the room'),
    ApiDatedArray(InventoryData, 'inventoryNumber', { first: 3, second: 2, third: 0, inText: '4' }),
    ApiPushDone({
      Success: 'Inventory is successfully updated',
      'An empty list': 'inventory is received as empty list 1',
      'The room is missing': ROOM_MISSING_EXAMPLE,
    }),
    ApiPushFailures({
      'Elements are wrong':
        '[0].date must be a date as 2026-12-31, or a date-time with an offset; got ""\n' +
        '[3].inventoryNumber must be a whole number from 0 to 2147483647; got -1',
      'A field is missing': '[0].inventoryNumber is missing; unknown field "amount"',
      'The body is not an array':
        'The body must be an array, as [{"date":"2026-12-31","inventoryNumber":3}]; got an object',
    }),
  );
}
