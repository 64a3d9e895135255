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

  /** @throws ApiError, and TypeError if the service cannot be reached */
  get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
    return this.call<T>('GET', withQuery(path, query), undefined, signal);
  }

  /** A page of a list as CSV, and the path of the next page. @throws as `get` does */
  async getCsv(path: string, query: Query = {}): Promise<{ text: string; next: string | undefined }> {
    const answer = await this.send('GET', withQuery(path, query), { headers: { accept: 'text/csv' } });
    const search = /<(\?[^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    return { text: await answer.text(), next: search && path.replace(/\?.*/, '') + search };
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

  /** Yields bytes for each change, and now and then without one. @throws as `get` does, and if the connection breaks */
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
    const content = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await this.send(method, path, { ...content, signal: signal ?? null });
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
  };
  const detail = problem.detail ?? `The service answered ${answer.status} ${answer.statusText}`;
  return new ApiError(answer.status, detail, problem.errors ?? [], problem.requestId ?? null);
}
