import type { ComponentChildren } from 'preact';
import { ApiError } from '../api';

/** What stands in the place of content that is on its way. */
export function Loading({ what }: { what: string }) {
  return (
    <p class="status muted" role="status">
      Loading {what} …
    </p>
  );
}

/** What stands in the place of content that there is none of, and what to do about it. */
export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="status muted">{children}</p>;
}

/** What went wrong, in the service's words, and a way to try again. */
export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  return (
    <div class="failure" role="alert">
      <p>{messageOf(error)}</p>
      {error instanceof ApiError && error.errors.length > 1 && (
        <ul>
          {error.errors.map(({ pointer, message }) => (
            <li key={pointer}>
              <code>{pointer}</code> {message}
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

function messageOf(error: Error): string {
  if (!(error instanceof ApiError))
    return 'The service cannot be reached. Check the connection and try again.';
  return error.errors.length > 1 ? 'The service refused this:' : error.message;
}
