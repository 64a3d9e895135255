import { applyDecorators } from '@nestjs/common';
import type { ApiResponseOptions } from '@nestjs/swagger';
import {
  ApiBearerAuth,
  ApiExtraModels,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiSchema,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { exampleDay } from './example-day';
import { problemDetails } from '../http/problem';
import { Property } from '../http/property';

/** Decorators that document the input and the answers of an operation. They do not change its behaviour. */

/** Examples by title. */
export type Examples = Record<string, { value: unknown; description?: string }>;
type Headers = NonNullable<Extract<ApiResponseOptions, { headers?: unknown }>['headers']>;

/** The name under which the Authorize dialog asks for a token. */
export const ACCESS_TOKEN = 'accessToken';

export const REQUEST_ID_EXAMPLE = '019aa5f2-0c6b-7d3e-9f0a-4b8f5d2c1e77';
/** The extension in a body's schema that holds the examples of the body. */
export const BODY_EXAMPLES = 'x-body-examples';

/** Marks an operation whose path ends in a slash. */
export const END_SLASH = 'x-end-slash';

export const TOO_MANY_FAILURES =
  'Too many calls without a valid token from this address. Calls with a valid token are never limited';

export const UNEXPECTED = 'The Expect header asks for something other than 100-continue';

const STATUS_HEADERS: Partial<Record<number, Headers>> = {
  405: { Allow: { schema: { type: 'string' }, example: 'POST', description: 'The methods of the path' } },
  401: { 'WWW-Authenticate': { schema: { type: 'string' }, example: 'Bearer' } },
  429: {
    'Retry-After': {
      schema: { type: 'integer' },
      example: 42,
      description: 'After this many seconds, failures are a 401 again; a valid token is accepted at any time',
    },
  },
  503: {
    'Retry-After': {
      schema: { type: 'integer' },
      example: 5,
      description: 'Call again after this many seconds',
    },
  },
};

/** One wrong field of a refused call. */
class ProblemField {
  /** RFC 6901 JSON Pointer @example "/derivation/steps/0/percent" */ pointer!: string;
  /** The problem of the field @example "must be a decimal as -10 or 12.5" */ message!: string;
}

/** RFC 9457 problem details. */
@ApiSchema({ name: 'Problem', description: 'RFC 9457 problem details' })
export class ProblemDetails {
  /** A URI for the kind of problem; about:blank: the status describes it @example "about:blank" */
  type!: string;
  /** The name of the status @example "Conflict" */ title!: string;
  /** The HTTP status @example 409 */ status!: number;
  /** The problem, and what to do about it */ detail!: string;
  /** The wrong fields; empty if no field is wrong */ errors!: ProblemField[];
  /** The id of the call, as in X-Request-Id */
  @Property({ format: 'uuid', example: REQUEST_ID_EXAMPLE }) requestId!: string;
}

/** Documents an answer, with the headers that belong to its status. */
export function ApiAnswer(
  status: number,
  description: string,
  content: Record<string, { schema: object; examples?: Examples; example?: unknown }>,
  headers: Headers = STATUS_HEADERS[status] ?? {},
): MethodDecorator & ClassDecorator {
  return ApiResponse({ status, description, content, headers });
}

/** Documents a failure of the administration. */
export function ApiProblem(
  status: number,
  description: string,
  errors: ProblemField[] = [],
  headers?: Headers,
): MethodDecorator & ClassDecorator {
  const detail = errors.map(({ pointer, message }) => `${pointer} ${message}`).join('; ') || description;
  const example = problemDetails(status, detail, REQUEST_ID_EXAMPLE, errors);
  const content = {
    'application/problem+json': { schema: { $ref: getSchemaPath(ProblemDetails) }, example },
  };
  return ApiAnswer(status, description, content, headers);
}

/**
 * Documents the answer to a call that arrives too slowly. It is the same for all operations, because none is known yet.
 */
export function ApiTimeout(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiExtraModels(ProblemDetails),
    ApiProblem(408, 'The call took longer than 10 s to arrive'),
  );
}

/** Documents the failures of every operation that needs a token and answers problem details. */
export function Failures(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiExtraModels(ProblemDetails),
    ApiProblem(401, 'No token, or one that is unknown, revoked or expired'),
    ApiProblem(403, 'The access token lacks the required scope'),
    ApiProblem(405, 'The path takes other methods: `Allow` lists them'),
    ApiTimeout(),
    ApiProblem(417, UNEXPECTED),
    ApiProblem(429, TOO_MANY_FAILURES),
    ApiProblem(500, 'Internal error; the log has its cause under the request id'),
    ApiProblem(503, 'The database is away or overloaded'),
  );
}

/** Documents a controller of the administration. */
export function AdministrationApi(group: string): ClassDecorator {
  return applyDecorators(
    ApiTags(`Administration: ${group}`),
    ApiBearerAuth(ACCESS_TOKEN),
    Failures(),
    ApiProblem(400, 'A field of the call is invalid', [{ pointer: '/name', message: 'must be a string' }]),
  );
}

/** Documents a 64-bit id in the path, for example `roomId`. */
export function ApiIdParam(name: string, example: string): MethodDecorator {
  const record = name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return ApiParam({
    name,
    schema: { type: 'string', pattern: '^[0-9]{1,19}$', example },
    description: `The id of the ${record}`,
  });
}

/** Documents the name of the record to delete, in the query. */
export function ApiConfirm(name: string): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name: 'confirm',
      required: false,
      schema: { type: 'string', example: name },
      description:
        'The name of the record. Without it, nothing is deleted, and the answer says what would be',
    }),
    ApiProblem(400, '`confirm` is not the name of the record: the answer says what would be deleted', [
      { pointer: '/confirm', message: `must be the name of … The deletion also removes: …` },
    ]),
  );
}

/** Documents a day in the path. */
export function ApiDateParam(name: string, daysFromToday: number): MethodDecorator {
  return ApiParam({
    name,
    schema: { type: 'string', format: 'date', example: exampleDay(daysFromToday) },
    description: 'The date',
  });
}

/** Names a body or an answer in the documentation, and adds examples of a body. */
export function ApiModel(name: string, examples?: Examples): ClassDecorator {
  return ApiSchema({ name, ...(examples && { [BODY_EXAMPLES]: examples }) });
}
