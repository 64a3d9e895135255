import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOperation } from '@nestjs/swagger';
import { ApiAnswer, ApiTimeout, TOO_MANY_FAILURES, UNEXPECTED } from '../platform/openapi/api-docs';
import { PushApi } from '../push/push.docs';
import { RoomSynchronization, SendRoomAllbookers } from './room-edit-body';

/** Documents operation 3. */
export function RoomEditChannelManagerDocs(): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'roomEditChannelManager',
      summary: 'Operation 3: how many rooms there are, and how many guests fit in',
      description:
        'Sets the four numbers of a room and nothing else. The service does not validate them: a missing ' +
        'or null number is cleared. The answer is true if the room was edited, and false if anything ' +
        'prevented it, whatever the status. With ROOM_EDIT_AUTHENTICATION=none, this operation needs no ' +
        'token.',
    }),
    ApiBody({
      type: SendRoomAllbookers,
      examples: {
        'The numbers of a room': { value: { id: '1', qty: 5, maxGuests: 3, maxAdults: 2, maxChildren: 1 } },
        'The id as a number, children cleared': {
          value: { id: 1, qty: 5, maxGuests: 2, maxAdults: 2, maxChildren: null },
        },
        'A room that is missing: false': {
          value: { id: '999', qty: 5, maxGuests: 3, maxAdults: 2, maxChildren: 1 },
        },
      },
    }),
    ApiRoomEditAnswers(),
  );
}

/** Documents the room synchronization. */
export function GetRoomResponseConnectivityDocs(): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'getRoomResponseConnectivity',
      summary: 'Operation 7: the numbers of a room, before a push of all of its calendar',
      description:
        'Sets the same four numbers as operation 3, with the same answers. `minStay` and `maxStay` are not applied: ' +
        'the operations by date set them. With ROOM_EDIT_AUTHENTICATION=none, this operation needs no token.',
    }),
    ApiBody({
      type: RoomSynchronization,
      examples: {
        'The numbers of a room': {
          value: {
            allbookersId: 1,
            qty: 5,
            maxGuests: 3,
            maxAdults: 2,
            maxChildren: 1,
            minStay: 1,
            maxStay: 30,
          },
        },
      },
    }),
    ApiRoomEditAnswers(),
  );
}

function ApiRoomEditAnswers(): MethodDecorator {
  return applyDecorators(
    PushApi(),
    answer(
      200,
      'true: the room was edited. false: it was not (no such room, no id, a number too great, the database away, …)',
      {
        Edited: { value: true },
        'Not edited': { value: false },
      },
    ),
    failure(400, 'The body is not JSON'),
    failure(401, 'No token, or one that is unknown, revoked or expired'),
    failure(403, 'The token lacks the scope push'),
    failure(405, 'The path takes POST alone: `Allow` says so'),
    ApiTimeout(),
    failure(413, 'More than 1 MiB'),
    failure(415, 'The body is not application/json'),
    failure(417, UNEXPECTED),
    failure(429, TOO_MANY_FAILURES),
  );
}

function failure(status: number, description: string): MethodDecorator {
  return answer(status, description, { 'Not edited': { value: false } });
}

function answer(
  status: number,
  description: string,
  examples: Record<string, { value: boolean }>,
): MethodDecorator {
  return ApiAnswer(status, description, { 'application/json': { schema: { type: 'boolean' }, examples } });
}
