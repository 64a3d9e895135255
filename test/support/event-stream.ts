import type { EventSourceMessage } from 'eventsource-parser';
import { createParser } from 'eventsource-parser';
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
  /** Waits for the next event. @throws Error if the stream ends instead */
  next(): Promise<ReceivedEvent>;
  /** Waits for the next comment. @throws as `next` does */
  nextComment(): Promise<string>;
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
  const events: EventSourceMessage[] = [];
  const comments: string[] = [];
  const intervals: number[] = [];
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onComment: (comment) => comments.push(comment),
    onRetry: (interval) => intervals.push(interval),
  });
  const nextOf = async <T>(items: T[]): Promise<T> => {
    for (;;) {
      const item = items.shift();
      if (item !== undefined) return item;
      const piece = await pieces.next();
      if (piece.done) throw new Error('The stream has ended');
      parser.feed(piece.value);
    }
  };
  await nextOf(intervals);
  return {
    headers: response.headers,
    next: async () => {
      const { id = '', data } = await nextOf(events);
      return { id, data: JSON.parse(data) as Record<string, unknown> };
    },
    nextComment: () => nextOf(comments),
    close: () => void request.destroy(),
  };
}
