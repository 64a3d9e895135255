import type { OutageDetector } from '../database/outage-detector';
import { OverloadedError } from './overloaded-error';
import type { Push } from './push';

/** A caller hears within 5 s how its push ended; the rest is for its own turn, and for one that takes longer. */
const MAX_WAIT_MS = 2_000;
/** A turn that lasts longer waits for something else than its own work, as for a database that is frozen. */
const STALL_MS = 5_000;
/** A turn counts as at most so many times the average: one outlier is no trend. */
const MAX_OUTLIER_FACTOR = 5;
/** The weight of the newest turn in the moving average. */
const EWMA_ALPHA = 0.2;

/**
 * The pushes for one room that are not done yet: the first is being carried out. Sheds what would wait too long behind
 * the others: admission control knows how long all rooms take together, and one of them may be slower than that, as
 * where its rate plans derive from those of other rooms, whose locks it waits for.
 */
export class RoomLine {
  private readonly pushes = new Set<Push>();
  /** Ends with the last of them. */
  private tail: Promise<unknown> = Promise.resolve();
  /** Whether the first waits for a lock that another transaction holds. */
  private isBlocked = false;
  /** When the first had its turn, as `performance.now()`. */
  private startedAt = 0;
  /** Of pushes that came while the line moved. */
  private readonly counted = new Map<Push, number>();
  /** EWMA of what a weight of 1 takes; unknown until a push that has waited is done. */
  private serviceTimeMs: number | undefined;

  constructor(private readonly outages: OutageDetector) {}

  get length(): number {
    return this.pushes.size;
  }

  /** @throws OverloadedError where a push that joins now would wait for long */
  assertCapacity(): void {
    if (this.length === 0 || !this.isMoving()) return;
    const ahead = [...this.counted.values()].reduce((sum, weight) => sum + weight, 0);
    const waitMs = ahead * (this.serviceTimeMs ?? 0);
    if (waitMs <= MAX_WAIT_MS) return;
    throw new OverloadedError(
      `${this.length} pushes for the room are in flight, for ${waitMs.toFixed(0)} ms`,
    );
  }

  join<T>(push: Push, task: (block: () => void) => Promise<T>): Promise<T> {
    const hasToWait = this.length > 0;
    if (!hasToWait || this.isMoving()) this.counted.set(push, weightOf(push));
    const start = () => {
      this.startedAt = performance.now();
      return task(() => this.setBlocked(true));
    };
    const turn = hasToWait ? this.tail.then(start, start) : start();
    this.tail = turn;
    this.pushes.add(push);
    if (this.isBlocked) push.capacity?.suspend();
    const end = () => this.leave(push, hasToWait);
    turn.then(end, end);
    return turn;
  }

  private isMoving(): boolean {
    return performance.now() - this.startedAt < STALL_MS && !this.outages.isOutage();
  }

  private leave(push: Push, hasWaited: boolean): void {
    this.setBlocked(false);
    this.pushes.delete(push);
    this.counted.delete(push);
    const turnMs = performance.now() - this.startedAt;
    // The first of a line may have waited for a connection, which those behind it will not have to.
    if (!hasWaited || turnMs >= STALL_MS) return;
    const latestMs = turnMs / weightOf(push);
    this.serviceTimeMs ??= latestMs;
    const clampedMs = Math.min(latestMs, MAX_OUTLIER_FACTOR * this.serviceTimeMs);
    this.serviceTimeMs += EWMA_ALPHA * (clampedMs - this.serviceTimeMs);
  }

  private setBlocked(isBlocked: boolean): void {
    if (this.isBlocked === isBlocked) return;
    this.isBlocked = isBlocked;
    for (const { capacity } of this.pushes) {
      if (isBlocked) capacity?.suspend();
      else capacity?.resume();
    }
  }
}

function weightOf({ capacity }: Push): number {
  return capacity?.weight ?? 1;
}
