import type { Problem } from './api-error';
import { ApiError } from './api-error';
import type { OnProgress } from './progress-stream';
import { PROGRESS_TYPE, readProgressStream } from './progress-stream';
import { BASE } from './router';

/** A record as it was read, with the entity tag of this representation. */
export interface Tagged<T> {
  record: T;
  tag: string | null;
}

export type Query = Record<string, string | number | undefined | null>;

/** The parts of a call other than its method and path. */
interface Content {
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** The service's administration interface, with an access token. The page calls it here and nowhere else. */
export class Api {
  private readonly listeners = new Set<() => void>();

  /** @param onRefused is called when the token is no longer valid */
  constructor(
    private readonly token: string,
    private readonly onRefused: () => void = () => undefined,
  ) {}

  /** @throws ApiError, and TypeError if the service cannot be reached */
  get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
    return this.call<T>('GET', withQuery(path, query), { signal });
  }

  /** Reads a record with its tag: a form changes the record only if it still has this tag. @throws as `get` does */
  async getTagged<T>(path: string, signal?: AbortSignal): Promise<Tagged<T>> {
    const answer = await this.send('GET', path, { signal });
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
    return this.call<T>('POST', path, { ...json(body), signal });
  }

  /**
   * Sends a CSV file.
   * @param onProgress is called with the progress if the call takes long
   * @throws as `get` does, and Error if the connection breaks before the end
   */
  postCsv<T>(path: string, query: Query, csv: string, onProgress: OnProgress): Promise<T> {
    const headers = { 'content-type': 'text/csv; charset=utf-8' };
    return this.call<T>('POST', withQuery(path, query), { headers, body: csv, onProgress });
  }

  /**
   * @param onProgress is called with the progress if the call takes long
   * @throws as `postCsv` does
   */
  patch<T>(path: string, body: object, tag: string | null, onProgress?: OnProgress): Promise<T> {
    return this.call<T>('PATCH', path, { ...json(body, tag), onProgress });
  }

  delete(path: string, tag: string | null = null): Promise<unknown> {
    return this.call('DELETE', path, json(undefined, tag));
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

  /** Calls a listener after each call that may have changed something. @returns a function that ends this */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private async call<T>(method: string, path: string, content: Content): Promise<T> {
    const result = await this.resultOf<T>(method, path, content);
    if (method !== 'GET') this.listeners.forEach((listener) => listener());
    return result;
  }

  private async resultOf<T>(method: string, path: string, { onProgress, ...content }: Content): Promise<T> {
    const accept = onProgress && { accept: `${PROGRESS_TYPE}, application/json` };
    const answer = await this.send(method, path, { ...content, headers: { ...content.headers, ...accept } });
    if (answer.status === 204) return undefined as T;
    const isStream = answer.headers.get('content-type')?.startsWith(PROGRESS_TYPE);
    if (!onProgress || !isStream || !answer.body) return (await answer.json()) as T;
    try {
      return await readProgressStream<T>(answer.body, onProgress);
    } catch (error) {
      this.endSessionIfRefused(error);
      throw error;
    }
  }

  private async send(
    method: string,
    path: string,
    { headers, ...init }: Omit<Content, 'onProgress'>,
  ): Promise<Response> {
    const answer = await fetch(`${BASE}admin/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, ...headers },
      cache: 'no-store',
      ...init,
    });
    if (answer.ok) return answer;
    const error = await errorOf(answer);
    this.endSessionIfRefused(error);
    throw error;
  }

  /** Ends the session if the token is no longer valid. */
  private endSessionIfRefused(error: unknown): void {
    if (error instanceof ApiError && error.status === 401) this.onRefused();
  }
}

/** A body in JSON, for a record that still has this tag. */
function json(body: object | undefined, tag: string | null = null): Content {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(tag !== null && { 'if-match': tag }),
  };
  return { headers, body: body && JSON.stringify(body) };
}

function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}

async function errorOf(answer: Response): Promise<ApiError> {
  const { status, statusText } = answer;
  const problem = (await answer.json().catch(() => ({}))) as Problem;
  return new ApiError(status, { detail: `The service answered ${status} ${statusText}`, ...problem });
}
