import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { get } from 'node:http';
import { once } from 'node:events';

/** A received event: its id, and its data as JSON. */
export interface ReceivedEvent {
  id: string;
  data: Record<string, unknown>;
}

/** A stream of Server-Sent Events that is being read. */
export interface EventStream {
  headers: IncomingHttpHeaders;
  /** The next event; comments are left out. @throws Error if the stream ends instead */
  next(): Promise<ReceivedEvent>;
  /** The next piece of text that is not an event, for example a comment. */
  nextComment(): Promise<string>;
  /** The text until the other side ends the stream. */
  rest(): Promise<string>;
  close(): void;
}

/**
 * Opens a stream, and waits for its beginning. It does not use fetch, which would leave a new connection behind.
 * @throws Error if the answer is not a stream
 */
export async function openStream(url: string, headers: Record<string, string>): Promise<EventStream> {
  const request = get(url, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`The stream was answered ${response.statusCode}`);
  const pieces = response.setEncoding('utf8').iterator() as AsyncIterator<string>;
  let buffer = '';
  const nextBlock = async (): Promise<string | undefined> => {
    for (;;) {
      const end = buffer.indexOf('\n\n');
      if (end >= 0) {
        const block = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        return block;
      }
      const piece = await pieces.next();
      if (piece.done) return undefined;
      buffer += piece.value;
    }
  };
  const nextOf = async (isWanted: (block: string) => boolean): Promise<string> => {
    for (;;) {
      const block = await nextBlock();
      if (block === undefined) throw new Error('The stream has ended');
      if (isWanted(block)) return block;
    }
  };
  await nextOf((block) => block.startsWith('retry: '));
  return {
    headers: response.headers,
    next: async () => {
      const [, id = '', data = ''] =
        /^id: (.*)\ndata: (.*)$/.exec(await nextOf((block) => !block.startsWith(':'))) ?? [];
      return { id, data: JSON.parse(data) as Record<string, unknown> };
    },
    nextComment: () => nextOf((block) => block.startsWith(':')),
    rest: async () => {
      for (let blocks = ''; ;) {
        const block = await nextBlock();
        if (block === undefined) return blocks + buffer;
        blocks += block;
      }
    },
    close: () => void request.destroy(),
  };
}
