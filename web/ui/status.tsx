import type { ComponentChildren } from 'preact';
import { ApiError } from '../api-error';
import { formatMoment, inWords } from '../format';

/** A placeholder for content that is loading. */
export function Loading({ what }: { what: string }) {
  return (
    <p class="status muted" role="status">
      Loading {what} …
    </p>
  );
}

/** A placeholder for an empty list, with a hint at what to do. */
export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="status muted">{children}</p>;
}

/** An error in the service's words, with a button to try again. */
export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  const errors = error instanceof ApiError ? error.errors : [];
  return (
    <div class="failure" role="alert">
      <p>{messageOf(error)}</p>
      {errors.length > 0 && (
        <ul>
          {errors.map(({ pointer, message }) => (
            <li key={pointer}>
              <strong>{fieldInWords(pointer)}</strong> {message}
            </li>
          ))}
        </ul>
      )}
      {error instanceof ApiError && error.requestId && <p class="small">Request {error.requestId}</p>}
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** A moment in a message of the service. It has six decimals, and is in UTC. */
const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** An error in the service's words, without its fields. */
export function messageOf(error: Error): string {
  if (isUnreachable(error)) return 'The service cannot be reached. Check the connection and try again.';
  return error instanceof ApiError && error.errors.length > 0
    ? 'The service refused this. Please correct:'
    : error.message.replace(MOMENT, formatMoment);
}

/** Whether there was no answer, for example without a connection. */
export function isUnreachable(error: Error): boolean {
  return error instanceof TypeError;
}

/** Whether an error is temporary: there is no connection, or the service is away or overloaded. */
export function isPassing(error: Error): boolean {
  return isUnreachable(error) || (error instanceof ApiError && error.status >= 500);
}

const FIELDS: Record<string, string> = {
  derivation: 'rule',
  from: 'derived from',
  propertyName: 'hotel',
  propertyNames: 'hotels',
  maximumGuests: 'guests at most',
  totalRooms: 'rooms of this kind',
  increment: 'to a multiple of',
};

/** Returns a JSON Pointer in words: `/derivation/steps/0/amount` becomes "Rule, step 1, amount:". */
export function fieldInWords(pointer: string): string {
  const parts: string[] = [];
  for (const part of pointer.split('/').filter(Boolean)) {
    if (/^\d+$/.test(part)) parts.push(`${parts.pop()?.replace(/s$/, '') ?? 'line'} ${Number(part) + 1}`);
    else parts.push(FIELDS[part] ?? inWords(part));
  }
  const words = parts.join(', ');
  return words && `${words.charAt(0).toUpperCase()}${words.slice(1)}:`;
}
