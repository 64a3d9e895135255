import { setImmediate as nextTurn } from 'node:timers/promises';
import { BadRequestException, PayloadTooLargeException } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { MAX_MESSAGE_BYTES } from '../../push/operations';

/** Reading a piece of this size blocks the process for about a millisecond. */
const PIECE_BYTES = 16_384;
/** The first pieces come from an unknown sender, and may not even be XML. */
const FIRST_PIECE_BYTES = 1_024;

/**
 * Gives each piece of any message its own turn of the event loop. Otherwise, each step of another push would wait for a
 * piece of every large message.
 */
export class Turns {
  private last: Promise<void> = Promise.resolve();

  next(): Promise<void> {
    return (this.last = this.last.then(() => nextTurn()));
  }
}

/**
 * Reads the body of a call in pieces. Between the pieces of a known sender, the process serves other calls.
 * @param isTrusted whether the sender is known; the pieces are small until then
 * @throws PayloadTooLargeException, BadRequestException if the call ends before its body
 */
export async function* piecesOf(
  body: IncomingMessage,
  turns: Turns,
  isTrusted: () => boolean,
): AsyncGenerator<Uint8Array> {
  const tooLarge = `The message is larger than ${MAX_MESSAGE_BYTES} bytes: send several messages`;
  if (Number(body.headers['content-length'] ?? 0) > MAX_MESSAGE_BYTES)
    throw new PayloadTooLargeException(tooLarge);
  let size = 0;
  // The answer is sent on the same connection, so the connection must survive a reader that stops early.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_MESSAGE_BYTES) throw new PayloadTooLargeException(tooLarge);
    for (let start = 0; start < chunk.length;) {
      const end = start + (isTrusted() ? PIECE_BYTES : FIRST_PIECE_BYTES);
      yield chunk.subarray(start, end);
      start = end;
      if (isTrusted()) await turns.next();
    }
  }
  if (!body.complete) throw new BadRequestException('The call ended before its body was complete');
}
