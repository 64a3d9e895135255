import { ApiError } from '../../web/api-error';
import type { Progress } from '../../web/progress-stream';
import { readProgressStream } from '../../web/progress-stream';

const PROGRESS = '{"done":0,"total":0}\n{"done":120,"total":1200}\n{"done":120,"total":1200}\n';
const BROKEN = 'The connection broke before the answer was complete.';

/** A stream of pieces of this many bytes. */
function streamOf(text: string, length: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream<Uint8Array>({
    start(controller) {
      for (let from = 0; from < bytes.length; from += length)
        controller.enqueue(bytes.slice(from, from + length));
      controller.close();
    },
  });
}

describe('the progress of a long call', () => {
  let progress: Progress[];
  beforeEach(() => (progress = []));
  const read = (stream: ReadableStream<Uint8Array>) =>
    readProgressStream<unknown>(stream, (line) => progress.push(line));

  it.each([1, 2, 3, 7, 50, 1_000])(
    'The lines are the same if pieces of %d bytes end in the middle of a line or of a character',
    async (length) => {
      const result = { name: 'Größe 12 €', kind: '🛏' };
      expect(await read(streamOf(`${PROGRESS}${JSON.stringify({ result })}\n`, length))).toEqual(result);
      expect(progress).toEqual([
        { done: 0, total: 0 },
        { done: 120, total: 1_200 },
        { done: 120, total: 1_200 },
      ]);
    },
  );

  it('A problem is the same error as that of a refused call', async () => {
    const errors = [{ pointer: '/guard', message: 'must be an object' }];
    const problem = { status: 409, detail: 'Others have changed the plans.', errors, requestId: 'r1' };
    const failure = await read(streamOf(`${PROGRESS}${JSON.stringify({ problem })}\n`, 10)).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 409, message: problem.detail, errors, requestId: 'r1' });
  });

  it.each(['', PROGRESS, `${PROGRESS}{"result":{"applied":tr`])(
    'A stream that ends without its last line is an error: %j',
    async (text) => {
      await expect(read(streamOf(text, 10))).rejects.toThrow(BROKEN);
    },
  );

  it('A connection that breaks is an error that says where the outcome is found', async () => {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new TypeError('network error')),
    });
    await expect(read(stream)).rejects.toThrow(`${BROKEN} The journal shows whether the change was made.`);
  });
});
