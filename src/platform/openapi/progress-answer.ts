import type { Type } from '@nestjs/common';
import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { PROGRESS_TYPE, ProgressInterceptor } from '../http/progress.interceptor';
import { ApiAnswer } from './api-docs';

const EXAMPLE = [{ done: 120, total: 1_200 }, { done: 840, total: 1_200 }, { result: {} }];

/** Answers a long call with its progress if the caller accepts that, and documents it. */
export function AnswersWithProgress(model: Type<object>, description: string): MethodDecorator {
  return applyDecorators(
    UseInterceptors(ProgressInterceptor),
    ApiExtraModels(model),
    ApiAnswer(
      200,
      `${description}. If \`Accept\` has ${PROGRESS_TYPE}, a call that takes longer than half a second is answered with lines ` +
        'of JSON: `done` and `total`, which is 0 while it is not known. The last line has the `result`, or the `problem` ' +
        'that another answer would have as problem details. If the last line is missing, the journal has what was done.',
      {
        'application/json': { schema: { $ref: getSchemaPath(model) } },
        [PROGRESS_TYPE]: {
          schema: { type: 'string' },
          example: EXAMPLE.map((line) => `${JSON.stringify(line)}\n`).join(''),
        },
      },
    ),
  );
}
