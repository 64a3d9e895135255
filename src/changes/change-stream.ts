import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ChangeCursor } from './change-cursor';
import { BEGINNING } from './change-cursor';

/** Some changes as events, in one piece for all streams that are sent it. */
export interface EventPiece {
  bytes: Buffer;
  /** Behind the last of them. */
  end: ChangeCursor;
}

/**
 * What one client reads. It is sent the next piece when it has taken the one before, and not earlier: no more is kept
 * for it.
 */
export class ChangeStream extends Readable {
  /** Behind what it was sent. */
  place: ChangeCursor = BEGINNING;
  /** Whether its next piece is being read. */
  isReading = false;
  private isEnded = false;
  /** As `performance.now()`; undefined while it waits for changes. */
  private blockedSince: number | undefined = performance.now();

  /**
   * @param slot which of the looks for all streams brings it a comment
   * @param onTaken is called whenever it has taken what it was sent
   */
  constructor(
    readonly tokenId: string,
    readonly response: ServerResponse,
    readonly slot: number,
    private readonly onTaken: (stream: ChangeStream) => void,
  ) {
    // Nothing is asked for before it can be sent.
    super({ highWaterMark: 0 });
  }

  /** Whether it has taken all that it was sent. */
  get isWaiting(): boolean {
    return this.blockedSince === undefined && !this.isEnded && !this.destroyed;
  }

  override _read(): void {
    this.blockedSince = undefined;
    this.onTaken(this);
  }

  send(bytes: Buffer, place = this.place): void {
    if (this.isEnded) return;
    this.place = place;
    this.blockedSince = performance.now();
    this.push(bytes);
  }

  /** Behind what it was sent. */
  end(): void {
    if (!this.isEnded) this.push(null);
    this.isEnded = true;
  }

  isBlockedFor(ms: number): boolean {
    return this.blockedSince !== undefined && performance.now() - this.blockedSince > ms;
  }
}
