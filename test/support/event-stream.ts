/** An event as it came: its id, and its data as JSON. */
export interface ReceivedEvent {
  id: string;
  data: Record<string, unknown>;
}

/** A stream of Server-Sent Events that is being read. */
export interface EventStream {
  headers: Headers;
  /** The next event; comments are left out. @throws Error where the stream ends instead */
  next(): Promise<ReceivedEvent>;
  /** The next piece of text that is no event, as a comment. */
  nextComment(): Promise<string>;
  /** What comes until the stream is ended from the other side, without its beginning. */
  rest(): Promise<string>;
  close(): Promise<void>;
}

/** Opens a stream, and waits for its beginning. @throws Error with the answer, where that is no stream */
export async function openStream(url: string, headers: Record<string, string>): Promise<EventStream> {
  const response = await fetch(url, { headers });
  if (response.status !== 200 || !response.body) throw new Error(await response.text());
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  const nextBlock = async (): Promise<string | undefined> => {
    for (;;) {
      const end = buffer.indexOf('\n\n');
      if (end >= 0) {
        const block = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        return block;
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      buffer += value;
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
    close: () => reader.cancel(),
  };
}
