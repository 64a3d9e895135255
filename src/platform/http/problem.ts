import { HttpException } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { STATUS_CODES } from 'node:http';

/** One wrong field: where it is (RFC 6901 JSON Pointer) and what is wrong with it. */
export interface FieldError {
  pointer: string;
  message: string;
}

/** A failure as RFC 9457 problem details. */
export function problemDetails(
  status: number,
  detail: string,
  requestId: string,
  errors: FieldError[] = [],
  members: Record<string, unknown> = {},
) {
  return { type: 'about:blank', title: STATUS_CODES[status], status, detail, errors, requestId, ...members };
}

/** A refusal of the administration interface, answered as RFC 9457 problem details. */
export class ProblemException extends HttpException {
  constructor(
    status: number,
    detail: string,
    readonly errors: FieldError[] = [],
    /** Additional members for this kind of problem. */
    readonly members: Record<string, unknown> = {},
  ) {
    super(detail, status);
  }
}

/** 400: fields of the body or of the query are invalid. */
export function invalid(errors: FieldError[]): ProblemException {
  return new ProblemException(
    400,
    errors.map(({ pointer, message }) => `${pointer} ${message}`).join('; '),
    errors,
  );
}

/** The body as a whole is invalid. */
export function invalidBody(status: number, message: string): ProblemException {
  return new ProblemException(status, message, [{ pointer: '', message }]);
}

/** 409: the request conflicts with the stored state. The detail says what to do. */
export function conflict(detail: string): ProblemException {
  return new ProblemException(409, detail);
}

/** 404: there is no record with this id. */
export function notFound(record: string, id: string): ProblemException {
  return new ProblemException(404, `There is no ${record} ${id}`);
}

/** Converts the errors of class-validator to a refusal. */
export function fromValidation(errors: ValidationError[]): ProblemException {
  return invalid(errors.flatMap((error) => flatten(error, '')));
}

function flatten({ property, constraints, children }: ValidationError, path: string): FieldError[] {
  const pointer = `${path}/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const own = Object.entries(constraints ?? {}).map(([rule, text]) => ({
    pointer,
    message: rule === 'whitelistValidation' ? 'is not a field of this call' : text.replace(/^\S+ /, ''),
  }));
  return [...own, ...(children ?? []).flatMap((child) => flatten(child, pointer))];
}
