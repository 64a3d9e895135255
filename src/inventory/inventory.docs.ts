import { applyDecorators } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import {
  ApiDatedArray,
  DatedElement,
  NUMBER_IN_STRING,
  ApiIdQuery,
  ApiPushDone,
  ApiPushFailures,
  PushApi,
  ROOM_MISSING_EXAMPLE,
} from '../push/push.docs';
import { Property } from '../platform/http/property';

/** Documents an element of the body. */
class InventoryData extends DatedElement {
  /** Rooms left; also accepted as a number in a string @example 3 */
  @Property({
    oneOf: [
      { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
      { type: 'string', pattern: NUMBER_IN_STRING },
    ],
  })
  inventoryNumber!: number;
}

/** Documents operation 1. */
export function UpdateCalendarInventoryDocs(): MethodDecorator {
  return applyDecorators(
    PushApi(),
    ApiOperation({
      operationId: 'updateCalendarInventory',
      summary: 'Operation 1: how many rooms are left, by date',
      description:
        'Sets how many rooms are left of a room on each date. It creates missing records: the availability ' +
        'of a date, and a price record without a price for every rate plan of the room. It skips dates ' +
        'before yesterday or more than two years from today. An empty list or a missing room changes ' +
        'nothing, and the service reports it by e-mail.',
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
