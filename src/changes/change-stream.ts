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
  /** Whether the client has taken all sent data. */
  private isTaken = false;
  private sentAt = performance.now();

  /**
   * @param onTaken called whenever the client has taken the sent data
   */
  constructor(
    readonly tokenId: string,
    readonly response: ServerResponse,
    private readonly onTaken: (stream: ChangeStream) => void,
  ) {
    // The stream requests no data before it can send it.
    super({ highWaterMark: 0 });
  }

  /** Whether the client has taken all sent data, so that the stream can send more. */
  get isWaiting(): boolean {
    return this.isTaken && !this.isEnded && !this.destroyed;
  }

  override _read(): void {
    this.isTaken = true;
    this.onTaken(this);
  }

  send(bytes: Buffer, place = this.place): void {
    if (this.isEnded) return;
    this.place = place;
    this.isTaken = false;
    this.sentAt = performance.now();
    this.push(bytes);
  }

  /** Ends the stream after the sent events. */
  end(): void {
    if (!this.isEnded) this.push(null);
    this.isEnded = true;
  }

  isBlockedFor(ms: number): boolean {
    return !this.isTaken && performance.now() - this.sentAt > ms;
  }

  isIdleFor(ms: number): boolean {
    return this.isWaiting && performance.now() - this.sentAt > ms;
  }
}
