import { BASE } from './router';

/** A field that the service refuses, by its JSON Pointer. */
export interface FieldError {
  pointer: string;
  message: string;
}

/** An answer that is not a success, in the service's words (RFC 9457). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    detail: string,
    readonly errors: FieldError[],
    readonly requestId: string | null,
  ) {
    super(detail);
  }
}

export type Query = Record<string, string | number | undefined | null>;

/** The service's administration interface, with an access token. The page calls it here and nowhere else. */
export class Api {
  /** @param onRefused is called when the token is no longer valid */
  constructor(
    private readonly token: string,
    private readonly onRefused: () => void = () => undefined,
  ) {}

  /** @throws ApiError, and TypeError where the service cannot be reached */
  get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
    const given = Object.entries(query).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    );
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return this.call<T>('GET', search ? `${path}?${search}` : path, undefined, signal);
  }

  post<T>(path: string, body?: object, signal?: AbortSignal): Promise<T> {
    return this.call<T>('POST', path, body, signal);
  }

  patch<T>(path: string, body: object): Promise<T> {
    return this.call<T>('PATCH', path, body);
  }

  delete(path: string): Promise<unknown> {
    return this.call('DELETE', path);
  }

  /** Something whenever anything has changed, and now and then. @throws as `get` does, and where the connection breaks */
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

  private async call<T>(method: string, path: string, body?: object, signal?: AbortSignal): Promise<T> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.token}` };
    if (body) headers['content-type'] = 'application/json';
    const answer = await fetch(`${BASE}admin/${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
      signal: signal ?? null,
      cache: 'no-store',
    });
    if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T;
    if (answer.status === 401) this.onRefused();
    throw await errorOf(answer);
  }
}

async function errorOf(answer: Response): Promise<ApiError> {
  const problem = (await answer.json().catch(() => ({}))) as {
    detail?: string;
    errors?: FieldError[];
    requestId?: string;
  };
  const detail = problem.detail ?? `The service answered ${answer.status} ${answer.statusText}`;
  return new ApiError(answer.status, detail, problem.errors ?? [], problem.requestId ?? null);
}
