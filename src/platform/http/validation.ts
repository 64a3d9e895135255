import type { Type, ValidationPipeOptions } from '@nestjs/common';
import { ValidationPipe } from '@nestjs/common';
import { fromValidation } from './problem';

/** Validates decorated classes, which only the administration has. Unknown fields are refused. */
const VALIDATION: ValidationPipeOptions = {
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  stopAtFirstError: true,
  exceptionFactory: fromValidation,
};

export const VALIDATION_PIPE = new ValidationPipe(VALIDATION);

/** Validates an object as if it were the body of a call. @throws ProblemException 400 */
export async function validated<T>(model: Type<T>, body: object): Promise<T> {
  return (await VALIDATION_PIPE.transform(body, { type: 'body', metatype: model })) as T;
}
