import type { Problem } from './api-error';
import { ApiError } from './api-error';

/** The type of an answer that has the progress of a long call. */
export const PROGRESS_TYPE = 'application/x-ndjson';

/** How much of long work is done. The total is 0 while it is not known. */
export interface Progress {
  done: number;
  total: number;
}

export type OnProgress = (progress: Progress) => void;

type Line<T> = Progress | { result: T } | { problem: Problem & { status: number } };

/**
 * Reads lines of JSON: how far a call is, and at last its result or its problem.
 * @throws ApiError with the problem, and Error if the last line is missing
 */
export async function readProgressStream<T>(
  body: ReadableStream<Uint8Array>,
  onProgress: OnProgress,
): Promise<T> {
  for await (const text of linesOf(body)) {
    const line = JSON.parse(text) as Line<T>;
    if ('result' in line) return line.result;
    if ('problem' in line) throw new ApiError(line.problem.status, line.problem);
    onProgress(line);
  }
  throw new Error(
    'The connection broke before the answer was complete. The journal shows whether the change was made.',
  );
}

/** The complete lines. A piece may end in the middle of a line or of a character, and the connection may break. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let line = '';
  for (;;) {
    const piece = await reader.read().catch(() => undefined);
    if (!piece || piece.done) return;
    const [first = '', ...others] = decoder.decode(piece.value, { stream: true }).split('\n');
    line += first;
    for (const next of others) {
      yield line;
      line = next;
    }
  }
}
