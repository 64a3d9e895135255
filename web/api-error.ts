import type { ChangeSince } from './api-types';

/** A field that the service refuses, by its JSON Pointer. */
export interface FieldError {
  pointer: string;
  message: string;
}

/** The problem details (RFC 9457) of a failed call. A proxy may answer without them. */
export interface Problem {
  detail?: string;
  errors?: FieldError[];
  requestId?: string;
  changes?: ChangeSince[];
}

/** A failed call, with the problem details of the service. */
export class ApiError extends Error {
  readonly errors: FieldError[];
  readonly requestId: string | null;
  /** The changes by others that the call would have taken back; undefined for any other problem. */
  readonly changes: ChangeSince[] | undefined;

  constructor(
    readonly status: number,
    { detail, errors = [], requestId, changes }: Problem,
  ) {
    super(detail);
    this.errors = errors;
    this.requestId = requestId ?? null;
    this.changes = changes;
  }
}

/** Whether a call was refused because others have changed the record since it was read. */
export function hasChangedSince(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}

/** Whether a call was refused because it does not fit the present records. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}
