import { applyDecorators } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiExtraModels, ApiQuery, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Examples } from '../platform/openapi/api-docs';
import {
  ACCESS_TOKEN,
  ApiAnswer,
  ApiTimeout,
  REQUEST_ID_EXAMPLE,
  TOO_MANY_FAILURES,
  UNEXPECTED,
} from '../platform/openapi/api-docs';
import { DryRunReceipt } from './dry-run/dry-run-receipt';
import { exampleDay } from '../platform/openapi/example-day';

/** The documentation that the operations of the channel manager share. */

/** Answers of an operation, by situation. */
export type Texts = Record<string, string>;

/** A number of at least 0 in JSON's notation. */
export const NUMBER_IN_STRING = '^\\d+(\\.\\d+)?([eE][+-]?\\d+)?$';

export const ROOM_MISSING_EXAMPLE =
  'Room with ID: 999 not exist in db, check room id 999 in the booking platform';

/**
 * The headers that count records which were not applied. They come with the success text, even if they are 0.
 */
const RECORD_COUNTS = {
  'X-Records-Skipped': countOf('lay outside the update window and were skipped'),
  'X-Records-Held': countOf('a guard of the rate plan keeps from sale until people decide'),
  'X-Records-Late': countOf(
    'were skipped because the call is a repeat and another call has set their dates since',
  ),
};

const UNAUTHORIZED = 'A valid access token is needed: Authorization: Bearer <ACCESS_TOKEN>';

function countOf(what: string) {
  return {
    schema: { type: 'integer' as const, minimum: 0 },
    example: 0,
    description: `With the success text: how many records ${what}`,
  };
}

type ExampleValue = number | boolean;

/** Documents the fields that every element of a body by date has. */
export class DatedElement {
  /**
   * YYYY-MM-DD, or an ISO 8601 date-time with an offset, whose date is taken as written
   * @example "{today+7}"
   */
  date!: string;

  /** The property, for e-mails about problems @example "Hotel Bar" */ propertyName?: string | null;
}

/** Documents a call of the channel manager. */
export function PushApi(): MethodDecorator {
  return applyDecorators(
    ApiTags('Channel manager'),
    ApiBearerAuth(ACCESS_TOKEN),
    ApiExtraModels(DryRunReceipt),
  );
}

/** Documents a 64-bit id in the query. */
export function ApiIdQuery(name: string, example: string, description: string): MethodDecorator {
  return ApiQuery({
    name,
    schema: { type: 'string', pattern: '^[0-9]{1,19}$', example },
    description,
  });
}

/**
 * Documents the array of an operation by date, with examples.
 * @param values values of the field: numbers, and the last one in a string
 * @param more examples of one operation, by name
 */
export function ApiDatedArray(
  element: Type,
  field: string,
  values: { first: ExampleValue; second: ExampleValue; third: ExampleValue; inText: string },
  more: Record<string, object[]> = {},
): MethodDecorator {
  const propertyName = 'Hotel Bar';
  const { first, second, third, inText } = values;
  const examples: Record<string, { value: object[] }> = {
    'One date': { value: [{ date: exampleDay(7), [field]: first, propertyName }] },
    'Several dates': {
      value: [
        { date: exampleDay(7), [field]: first, propertyName },
        { date: exampleDay(8), [field]: second, propertyName },
        { date: exampleDay(9), [field]: third, propertyName },
      ],
    },
    'A date-time, and a value in a string': {
      value: [{ date: `${exampleDay(10)}T00:30:00+02:00`, [field]: inText, propertyName }],
    },
    'A date too far away, which is skipped': {
      value: [
        { date: exampleDay(7), [field]: first },
        { date: '1999-12-31', [field]: first },
      ],
    },
    ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, { value }])),
    'An empty list': { value: [] },
  };
  const items = { $ref: getSchemaPath(element) };
  return applyDecorators(
    ApiExtraModels(element),
    ApiBody({ required: false, schema: { type: 'array', nullable: true, maxItems: 5_000, items }, examples }),
  );
}

/** Documents the 200 of an operation by date, which does not depend on whether anything was stored. */
export function ApiPushDone(texts: Texts): MethodDecorator {
  return ApiText(
    200,
    'The push is done, or there was nothing to do: the text says which',
    texts,
    RECORD_COUNTS,
  );
}

/** Documents all refusals and failures of an operation by date as text. @param texts the texts of a wrong call */
export function ApiPushFailures(texts: Texts): MethodDecorator {
  return applyDecorators(
    ApiText(400, 'The call is wrong, and has changed nothing. A line for each of the first 10 problems', {
      ...texts,
      'The body is not JSON': 'The body is not valid JSON: line 1, column 2',
      'An id is missing': 'roomId is missing',
      'An id is given twice': 'roomId must be given once',
      'An id is not an id': 'roomId must be a whole number from 1 to 9223372036854775807; got "one"',
    }),
    ApiText(401, 'No token, or one that is unknown, revoked or expired', { 'No valid token': UNAUTHORIZED }),
    ApiText(403, 'The token lacks the scope push, or is for the rooms of other properties', {
      'Another scope': 'The access token lacks the scope push',
      'Another property': 'The access token is not for room 1',
    }),
    ApiText(405, 'The path takes POST alone', {
      'Another method': '/updateCalendarPrices takes POST, not GET',
    }),
    ApiTimeout(),
    ApiText(413, 'More than 5,000 elements, or more than 1 MiB', {
      'Too many elements': 'The body has 6000 elements: send at most 5000 a call, for example in 2 calls',
      'Too many bytes': 'The body is larger than 1048576 bytes: send it in several calls',
    }),
    ApiText(415, 'The body is not application/json', {
      'Another content type': 'The body must be application/json, got text/plain',
    }),
    ApiText(417, UNEXPECTED, {
      'Another expectation': 'The only supported Expect is 100-continue: leave the header out',
    }),
    ApiText(429, TOO_MANY_FAILURES, {
      'Too many failures': 'Too many calls without a valid access token',
    }),
    ApiText(500, 'Internal error; the log has its cause under the request id', {
      'An internal error': `Internal error, request ${REQUEST_ID_EXAMPLE}`,
    }),
    ApiText(503, 'The database is away or overloaded. Nothing has changed; retry the same call', {
      'No database': `The database is away or overloaded, request ${REQUEST_ID_EXAMPLE}: please call again`,
    }),
  );
}

/** Documents an answer as text, with an example for each situation. */
export function ApiText(
  status: number,
  description: string,
  texts: Texts,
  headers?: Parameters<typeof ApiAnswer>[3],
): MethodDecorator {
  const examples: Examples = Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [name, { value }]),
  );
  return ApiAnswer(status, description, { 'text/plain': { schema: { type: 'string' }, examples } }, headers);
}
