import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ChangeCursor } from './change-cursor';
import { BEGINNING } from './change-cursor';

/** A sequence of changes as events, shared by all streams that receive it. */
export interface EventPiece {
  bytes: Buffer;
  /** The position after the last event. */
  end: ChangeCursor;
}

/**
 * The stream of one client. It receives the next piece only after the client has taken the previous one, so that no
 * further data is buffered for it.
 */
export class ChangeStream extends Readable {
  /** The position after the sent events. */
  place: ChangeCursor = BEGINNING;
  /** Whether its next piece is being read from the database. */
  isReading = false;
  private isEnded = false;
  /** The time from `performance.now()`; undefined while the stream waits for changes. */
  private blockedSince: number | undefined = performance.now();

  /**
   * @param slot the round of `serve` in which the stream receives a comment
   * @param onTaken called whenever the client has taken the sent data
   */
  constructor(
    readonly tokenId: string,
    readonly response: ServerResponse,
    readonly slot: number,
    private readonly onTaken: (stream: ChangeStream) => void,
  ) {
    // The stream requests no data before it can send it.
    super({ highWaterMark: 0 });
  }

  /** Whether the client has taken all sent data. */
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

  /** Ends the stream after the sent events. */
  end(): void {
    if (!this.isEnded) this.push(null);
    this.isEnded = true;
  }

  isBlockedFor(ms: number): boolean {
    return this.blockedSince !== undefined && performance.now() - this.blockedSince > ms;
  }
}
