import type { ChangeSince } from './api-types';
import { BASE } from './router';

/** A field that the service refuses, by its JSON Pointer. */
export interface FieldError {
  pointer: string;
  message: string;
}

/** A failed call, with the problem details (RFC 9457) of the service. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    detail: string,
    readonly errors: FieldError[],
    readonly requestId: string | null,
    /** The changes by others that the call would have taken back; undefined for any other problem. */
    readonly changes?: ChangeSince[],
  ) {
    super(detail);
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

/** A record as it was read, with the entity tag of this representation. */
export interface Tagged<T> {
  record: T;
  tag: string | null;
}

export type Query = Record<string, string | number | undefined | null>;

/** The service's administration interface, with an access token. The page calls it here and nowhere else. */
export class Api {
  /** @param onRefused is called when the token is no longer valid */
  constructor(
    private readonly token: string,
    private readonly onRefused: () => void = () => undefined,
  ) {}

  /** @throws ApiError, and TypeError if the service cannot be reached */
  get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
    return this.call<T>('GET', withQuery(path, query), undefined, signal);
  }

  /** A record for a form, which changes it only if it still has this tag. @throws as `get` does */
  async getTagged<T>(path: string, signal?: AbortSignal): Promise<Tagged<T>> {
    const answer = await this.send('GET', path, { signal: signal ?? null });
    // A proxy that compresses answers makes tags weak, which never match. The service itself has only strong ones.
    const tag = answer.headers.get('etag')?.replace(/^W\//, '') ?? null;
    return { record: (await answer.json()) as T, tag };
  }

  /**
   * Reads a whole list as CSV. The browser may keep it on disk.
   * @param onProgress is called with the number of bytes that have arrived
   * @throws as `get` does, and if the connection breaks before the end
   */
  async getCsv(path: string, query: Query, onProgress: (bytes: number) => void): Promise<Blob> {
    const { body } = await this.send('GET', withQuery(path, query), { headers: { accept: 'text/csv' } });
    if (!body) throw new Error('The service answered without a body');
    let bytes = 0;
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        bytes += piece.byteLength;
        onProgress(bytes);
        controller.enqueue(piece);
      },
    });
    return new Response(body.pipeThrough(counter)).blob();
  }

  post<T>(path: string, body?: object, signal?: AbortSignal): Promise<T> {
    return this.call<T>('POST', path, body, signal);
  }

  /** Sends a CSV file. @throws as `get` does */
  async postCsv<T>(path: string, query: Query, csv: string): Promise<T> {
    const headers = { 'content-type': 'text/csv; charset=utf-8' };
    const answer = await this.send('POST', withQuery(path, query), { headers, body: csv });
    return (await answer.json()) as T;
  }

  patch<T>(path: string, body: object, tag: string | null): Promise<T> {
    return this.call<T>('PATCH', path, body, undefined, tag);
  }

  delete(path: string, tag: string | null = null): Promise<unknown> {
    return this.call('DELETE', path, undefined, undefined, tag);
  }

  /**
   * Yields the bytes of the stream. It has bytes for each change, and at times some without a change.
   * @throws as `get` does, and if the connection breaks
   */
  async *changes(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const headers = { authorization: `Bearer ${this.token}` };
    const answer = await fetch(`${BASE}changes/stream?after=now`, { headers, signal, cache: 'no-store' });
    if (!answer.ok || !answer.body) throw await errorOf(answer);
    const reader = answer.body.getReader();
    try {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
    } finally {
      reader.cancel().catch(() => undefined); // it may be broken
    }
  }

  private async call<T>(
    method: string,
    path: string,
    body?: object,
    signal?: AbortSignal,
    tag: string | null = null,
  ): Promise<T> {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(tag !== null && { 'if-match': tag }),
    };
    const content = body && { body: JSON.stringify(body) };
    const answer = await this.send(method, path, { ...content, headers, signal: signal ?? null });
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  }

  private async send(
    method: string,
    path: string,
    { headers, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
  ): Promise<Response> {
    const answer = await fetch(`${BASE}admin/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, ...headers },
      cache: 'no-store',
      ...init,
    });
    if (answer.ok) return answer;
    if (answer.status === 401) this.onRefused();
    throw await errorOf(answer);
  }
}

function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}

async function errorOf(answer: Response): Promise<ApiError> {
  const problem = (await answer.json().catch(() => ({}))) as {
    detail?: string;
    errors?: FieldError[];
    requestId?: string;
    changes?: ChangeSince[];
  };
  const detail = problem.detail ?? `The service answered ${answer.status} ${answer.statusText}`;
  const { errors = [], requestId = null, changes } = problem;
  return new ApiError(answer.status, detail, errors, requestId, changes);
}
