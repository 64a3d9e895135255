import { Injectable } from '@nestjs/common';

/** Nothing of the push has been done; the caller may send it again. */
export class OverloadedError extends Error {}

/** What a push holds from its arrival to its answer. */
export interface Seat {
  readonly bytes: number;
  /** Whether the database answered when the push came. */
  readonly isFresh: boolean;
}

/** 50 pushes a second through the longest outage, 25 s, are 1,250; this leaves room for the time it takes to work them off. */
const MOST_PUSHES = 2_000;
/** Of bodies as they came. Read, parsed and waiting, a push takes about six times its body. */
const MOST_BYTES = 64 * 1024 * 1024;
/** A caller hears within 5 s how its push ended; the rest is for the way to and fro. */
const LONGEST_WAIT_MS = 3_000;
/** So few may always wait: how long they take says nothing yet. */
const ALWAYS_WELCOME = 100;
/** Longer without a single push done, and the database is away rather than slow. Not more than ALWAYS_WELCOME come meanwhile. */
const SILENCE_MS = 2_000;
/** How much of the pace is the latest push's. */
const WEIGHT = 0.05;
/** Of a house that has not done anything yet: it is cold, and not fast. */
const FIRST_PACE_MS = 30;

/**
 * Owns how many pushes are in the house, waiting or being written, and turns away what cannot be taken.
 *
 * Two things fill the house, and they are not alike. In an outage nothing moves, and every push has to wait, as
 * callers are promised; only count and bytes bound it, so that memory does. Under overload pushes are done all
 * the time, and a caller is better told at once to come back than to wait for long. So the house knows its
 * pace, the time from one push done to the next while there are any, and while the database answers, takes
 * only what it will have done in 3 s at that pace.
 *
 * The database counts as away after 2 s with pushes in the house and none done. What came in that time is
 * not held against those who come after it: they wait behind it, within the bounds of count and bytes.
 */
@Injectable()
export class WaitingRoom {
  private pushes = 0;
  private bytes = 0;
  private fresh = 0;
  private arriving = 0;
  /** From one push done to the next. */
  private paceMs = FIRST_PACE_MS;
  /** When the last push was done, or the first came into an empty house. */
  private movedAt = 0;

  /** Whether a push of so many bytes can be taken. @throws OverloadedError where it cannot */
  assertOpen(bytes: number, now = performance.now()): void {
    const isFull = this.pushes >= MOST_PUSHES || this.bytes + bytes > MOST_BYTES;
    // Whoever is only arriving may be slow, or nobody: alone, they turn none away.
    const coming = this.fresh < ALWAYS_WELCOME / 2 ? this.fresh : this.fresh + this.arriving;
    const isTooSlow = coming >= ALWAYS_WELCOME && coming * this.paceMs > LONGEST_WAIT_MS;
    if (isFull || (isTooSlow && this.isMoving(now)))
      throw new OverloadedError(
        `${this.pushes} pushes of ${this.bytes} bytes are in the house, one is done every ${this.paceMs.toFixed(1)} ms`,
      );
  }

  /** A push has passed the door and sends its body. @returns to be called when it has sat down, or has gone */
  arrive(): () => void {
    this.arriving++;
    let isHere = true;
    return () => {
      if (isHere) this.arriving--;
      isHere = false;
    };
  }

  /** @throws OverloadedError */
  enter(bytes: number, now = performance.now()): Seat {
    this.assertOpen(bytes, now);
    if (this.pushes === 0) this.movedAt = now;
    const isFresh = this.isMoving(now);
    this.pushes++;
    this.bytes += bytes;
    if (isFresh) this.fresh++;
    return { bytes, isFresh };
  }

  /** @param isDone whether the database has answered: only then something moves */
  leave({ bytes, isFresh }: Seat, isDone: boolean, now = performance.now()): void {
    this.pushes--;
    this.bytes -= bytes;
    if (isFresh) this.fresh--;
    if (!isDone) return;
    const gap = now - this.movedAt;
    if (gap < SILENCE_MS) this.paceMs += WEIGHT * (gap - this.paceMs);
    this.movedAt = now;
  }

  private isMoving(now: number): boolean {
    return now - this.movedAt < SILENCE_MS;
  }
}
