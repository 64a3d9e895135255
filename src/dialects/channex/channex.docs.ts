import { applyDecorators } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiExtension,
  ApiExtraModels,
  ApiOperation,
  ApiQuery,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Examples } from '../../platform/openapi/api-docs';
import {
  ACCESS_TOKEN,
  ApiAnswer,
  ApiTimeout,
  END_SLASH,
  REQUEST_ID_EXAMPLE,
  TOO_MANY_FAILURES,
  UNEXPECTED,
} from '../../platform/openapi/api-docs';
import { exampleDay } from '../../platform/openapi/example-day';
import { Property } from '../../platform/http/property';

/** A failure of a call other than the changes. */
class ChannexError {
  /** The call has failed */
  @Property({ enum: [false] }) success!: boolean;
  /** The problem */
  @Property({ example: 'There is no hotel "H9"' }) error!: string;
}

/** One problem of a notification of changes. */
class ChannexErrorAtPath {
  /**
   * The place of the value; empty for the message as a whole
   * @example "data[0].attributes.changes[3].attributes.rate_plan_id"
   */
  path!: string;
  /** The problem */
  @Property({ example: 'There is no rate plan 99 in hotel "H1"' }) message!: string;
}

/** A failure of a notification of changes. */
class ChannexErrors {
  /** Nothing has been applied */
  @Property({ enum: [false] }) success!: boolean;
  /** At most 100 problems */ errors!: ChannexErrorAtPath[];
}

const ERROR = { $ref: getSchemaPath(ChannexError) };
const ERRORS = { $ref: getSchemaPath(ChannexErrors) };

export function ChannexDocs(): ClassDecorator {
  return applyDecorators(
    ApiTags('Channel manager: Channex'),
    ApiBearerAuth(ACCESS_TOKEN),
    ApiExtension(END_SLASH, true),
    ApiExtraModels(ChannexError, ChannexErrors),
  );
}

export function TestConnectionDocs(): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'channexTestConnection',
      summary: 'Channex: check the token and the hotel code',
      description: 'The token may also come in the header `api-key` or `api_key`.',
    }),
    ApiHotelCode(),
    answer(
      200,
      'The hotel is there',
      { type: 'object', additionalProperties: true },
      { 'It is there': { value: { success: true } } },
    ),
    failures(false),
    failure(404, 'No room has this property code', false, 'There is no hotel "H9"'),
  );
}

/** Documents the rooms and plans for the mapping. */
export function MappingDetailsDocs(): MethodDecorator {
  const plan = { id: '12', title: 'Flexible', sell_mode: 'per_room', max_persons: 3, currency: 'EUR' };
  const roomTypes = [{ id: '1', title: 'Double', rate_plans: [{ ...plan, read_only: false }] }];
  const value = { data: { type: 'mapping_details', attributes: { room_types: roomTypes } } };
  return applyDecorators(
    ApiOperation({
      operationId: 'channexMappingDetails',
      summary: 'Channex: list the rooms and rate plans of a hotel',
      description: 'Derived rate plans are `read_only`: Channex sends no updates for them.',
    }),
    ApiHotelCode(),
    answer(
      200,
      'The rooms and rate plans',
      { type: 'object', additionalProperties: true },
      { 'A hotel': { value } },
    ),
    failures(false),
    failure(404, 'No room has this property code', false, 'There is no hotel "H9"'),
  );
}

export function ChangesDocs(): MethodDecorator {
  const place = {
    room_type_id: '1',
    rate_plan_id: '12',
    date_from: exampleDay(7),
    date_to: exampleDay(9),
  };
  const changes = [
    { type: 'availability_changes', attributes: { ...place, availability: 10 } },
    {
      type: 'restriction_changes',
      attributes: { ...place, rates: [{ rate: '200.00', currency: 'EUR', occupancy: 3 }] },
    },
  ];
  const attributes = { request_id: REQUEST_ID_EXAMPLE, hotel_code: 'H1', changes };
  const value = { data: [{ type: 'changes_notification', attributes }] };
  return applyDecorators(
    ApiOperation({
      operationId: 'channexChanges',
      summary: 'Channex: rooms left, prices and restrictions',
      description:
        'Applies all changes or none. Both ends of a range are included. The same notification again within ' +
        '24 hours changes nothing. At most 10 MiB, and 400,000 numbers and restrictions of dates after the ranges are spread ' +
        'out.',
    }),
    ApiBody({
      schema: { type: 'object', additionalProperties: true },
      examples: { 'Rooms left and a price': { value } },
    }),
    answer(
      200,
      'The changes are applied; `GET /receipts/{unique_id}` has the details',
      { type: 'object', additionalProperties: true },
      {
        Applied: { value: { success: true, unique_id: REQUEST_ID_EXAMPLE, warnings: [] } },
      },
    ),
    failures(true),
    failure(
      413,
      'More than 10 MiB, or 400,000 numbers and restrictions of dates',
      true,
      'The body is larger than 10485760 bytes',
    ),
    failure(415, 'The body is not application/json', true, 'The body must be application/json'),
    answer(422, 'Something is wrong, and nothing is applied', ERRORS, {
      'A rate plan is missing': {
        value: {
          success: false,
          errors: [
            {
              path: 'data[0].attributes.changes[3].attributes.rate_plan_id',
              message: 'There is no rate plan 99 in hotel "H1"',
            },
          ],
        },
      },
    }),
  );
}

function ApiHotelCode(): MethodDecorator {
  return ApiQuery({
    name: 'hotel_code',
    schema: { type: 'string', example: 'H1' },
    description: 'The property code of the rooms',
  });
}

/** Documents the failures of every call. */
function failures(isChanges: boolean): MethodDecorator {
  return applyDecorators(
    failure(401, 'No token, or one that is unknown, revoked or expired', isChanges),
    failure(403, 'The token lacks the scope push, or is for other properties', isChanges),
    failure(405, 'The path takes another method: `Allow` names it', isChanges),
    ApiTimeout(),
    failure(417, UNEXPECTED, isChanges),
    failure(429, TOO_MANY_FAILURES, isChanges),
    failure(500, 'Internal error; the log has its cause under the request id', isChanges),
    failure(
      503,
      'The database is away or overloaded. Nothing has changed; send the same call again',
      isChanges,
    ),
  );
}

function failure(
  status: number,
  description: string,
  isChanges: boolean,
  text = description,
): MethodDecorator {
  const value = isChanges
    ? { success: false, errors: [{ path: '', message: text }] }
    : { success: false, error: text };
  return answer(status, description, isChanges ? ERRORS : ERROR, { [`A ${status}`]: { value } });
}

function answer(status: number, description: string, schema: object, examples: Examples): MethodDecorator {
  return ApiAnswer(status, description, { 'application/json': { schema, examples } });
}
