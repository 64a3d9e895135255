import type { Type } from '@nestjs/common';
import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import type { CsvTable } from '../http/csv.interceptor';
import { csvOf } from '../http/csv.interceptor';
import { csvLine } from '../http/csv';
import type { Row } from '../http/csv';
import { ApiAnswer } from './api-docs';

/**
 * Answers a page as JSON, or all pages as CSV if the caller prefers that, and documents both.
 * @param name the name of the file, without its extension
 * @param example the lines of a table
 */
export function AnswersPage<Page>(
  model: Type<Page>,
  name: string,
  table: Type<CsvTable<Page>>,
  example: Row[],
): MethodDecorator {
  return applyDecorators(
    UseInterceptors(csvOf(name, table)),
    ApiExtraModels(model),
    ApiAnswer(
      200,
      'JSON, or CSV (RFC 4180, UTF-8) if `Accept` prefers text/csv: a line of titles, and all items from `cursor` on, ' +
        'whatever the `limit`. If the service cannot finish it, the connection breaks.',
      {
        'application/json': { schema: { $ref: getSchemaPath(model) } },
        'text/csv': { schema: { type: 'string' }, example: example.map(csvLine).join('') },
      },
    ),
  );
}
