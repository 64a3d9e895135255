import { Injectable } from '@nestjs/common';
import { DatabaseTrouble } from '../database/database-trouble';

/** Nothing of the push has been done; the caller may send it again. */
export class OverloadedError extends Error {}

/** What a push holds from its arrival to its answer. */
export interface Seat {
  readonly bytes: number;
  readonly weight: number;
  /** Whether the database answered when the push came. */
  readonly isFresh: boolean;
}

/** 50 pushes a second through the longest outage, 25 s, are 1,250; this leaves room for the time it takes to work them off. */
const MOST_PUSHES = 2_000;
/** Of bodies as they came. Read, parsed and waiting, a push takes about six times its body. */
const MOST_BYTES = 64 * 1024 * 1024;
/** A caller hears within 5 s how its push ended. The rest is for the way to and fro, and for a machine out of breath. */
const LONGEST_WAIT_MS = 2_000;
/** A push weighs 1, and 1 more for each 4 KB: 730 dates take about ten times as long as three. */
const BYTES_A_WEIGHT = 4_096;
/** So much weight may always wait: how long it takes says nothing yet. */
const ALWAYS_WELCOME = 100;
/** Longer without a single push done, and the database is away rather than slow. Not more than ALWAYS_WELCOME come meanwhile. */
const SILENCE_MS = 1_000;
/** How much of the pace is the latest push's, */
const SHARE_OF_LATEST = 0.05;
/** and how much slower than the pace one may seem: a stumble is not a pace. */
const MOST_TIMES_SLOWER = 5;
/** Of a house that has not done anything yet: it is cold, and not fast. */
const FIRST_PACE_MS = 15;

/**
 * Owns how many pushes are in the house, waiting or being written, and turns away what cannot be taken.
 *
 * Two things fill the house, and they are not alike. In an outage nothing moves, and every push has to wait, as
 * callers are promised; only count and bytes bound it, so that memory does. Under overload pushes are done all
 * the time, and a caller is better told at once to come back than to wait for long. So the house knows its
 * pace, the time from one push done to the next while there are any, by their weight; and while the database
 * answers, takes only what it will have done in 2 s at that pace.
 *
 * The database counts as away after a second with pushes in the house and none done, and for three seconds after it
 * has lost or refused a connection. What came in that time is not held against those who come after it: they wait
 * behind it, within the bounds of count and bytes.
 */
@Injectable()
export class WaitingRoom {
  private pushes = 0;
  private bytes = 0;
  /** The weight of those that came while the database answered, and of those that are only arriving. */
  private fresh = 0;
  private arriving = 0;
  /** What a weight of 1 takes. */
  private paceMs = FIRST_PACE_MS;
  /** When the last push was done, or the first came into an empty house. */
  private movedAt = 0;

  constructor(private readonly trouble: DatabaseTrouble) {}

  /** Whether a push of so many bytes can be taken. @throws OverloadedError where it cannot */
  assertOpen(bytes: number, now = performance.now()): void {
    const isFull = this.pushes >= MOST_PUSHES || this.bytes + bytes > MOST_BYTES;
    // Whoever is only arriving may be slow, or nobody: alone, they turn none away.
    const here = this.fresh < ALWAYS_WELCOME / 2 ? this.fresh : this.fresh + this.arriving;
    const coming = here + weightOf(bytes);
    const isTooSlow = here > 0 && coming > ALWAYS_WELCOME && coming * this.paceMs > LONGEST_WAIT_MS;
    if (isFull || (isTooSlow && this.isMoving(now)))
      throw new OverloadedError(
        `${this.pushes} pushes of ${this.bytes} bytes are in the house, ${this.fresh.toFixed(0)} of weight take ${this.paceMs.toFixed(1)} ms each`,
      );
  }

  /** A push has passed the door and sends its body. @returns to be called when it has sat down, or has gone */
  arrive(bytes: number): () => void {
    const weight = weightOf(bytes);
    this.arriving += weight;
    let isHere = true;
    return () => {
      if (isHere) this.arriving -= weight;
      isHere = false;
    };
  }

  /** @throws OverloadedError */
  enter(bytes: number, now = performance.now()): Seat {
    this.assertOpen(bytes, now);
    if (this.pushes === 0) this.movedAt = now;
    const seat = { bytes, weight: weightOf(bytes), isFresh: this.isMoving(now) };
    this.pushes++;
    this.bytes += bytes;
    if (seat.isFresh) this.fresh += seat.weight;
    return seat;
  }

  /** @param isDone whether the database has answered: only then something moves */
  leave({ bytes, weight, isFresh }: Seat, isDone: boolean, now = performance.now()): void {
    this.pushes--;
    this.bytes -= bytes;
    if (isFresh) this.fresh -= weight;
    if (!isDone) return;
    if (this.isMoving(now)) {
      const paceMs = Math.min((now - this.movedAt) / weight, MOST_TIMES_SLOWER * this.paceMs);
      this.paceMs += SHARE_OF_LATEST * (paceMs - this.paceMs);
    }
    this.movedAt = now;
  }

  private isMoving(now: number): boolean {
    return now - this.movedAt < SILENCE_MS && !this.trouble.isRecent(now);
  }
}

function weightOf(bytes: number): number {
  return 1 + bytes / BYTES_A_WEIGHT;
}
