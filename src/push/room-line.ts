import type { OutageDetector } from '../platform/database/outage-detector';
import { OverloadedError } from './overloaded-error';
import type { Push } from './push';
import { TurnTimes } from './turn-times';

/**
 * A caller hears within 5 s how its push ended. The rest is for its own turn, and for the others: under overload they
 * take up to three times as long as the latest ones did.
 */
const MAX_WAIT_MS = 1_000;
/** So much weight is always admitted: a slow moment, as after a start, is no overload. */
const MIN_CAPACITY = 15;
/** A turn that lasts longer waits for something else than its own work, as for a database that is frozen. */
const STALL_MS = 5_000;

/** The turn of a push in its room. */
export interface Turn {
  /** To be called where it has to wait for a lock that another transaction holds. */
  block: () => void;
  /** Of all that is done in this turn: others may share its transaction, and then have nothing to do in their own. */
  weight: number;
}

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
  private readonly turnTimes = new TurnTimes();

  constructor(private readonly outages: OutageDetector) {}

  get length(): number {
    return this.pushes.size;
  }

  /** @throws OverloadedError where a push that joins now would wait for long */
  assertCapacity(): void {
    if (this.length === 0 || this.turnMs >= STALL_MS) return;
    const { weight } = this;
    const waitMs = weight * (this.turnTimes.mean ?? 0);
    if (weight <= MIN_CAPACITY || waitMs <= MAX_WAIT_MS) return;
    throw new OverloadedError(
      `${this.length} pushes for the room are in flight, for ${waitMs.toFixed(0)} ms`,
    );
  }

  join<T>(push: Push, task: (turn: Turn) => Promise<T>): Promise<T> {
    const hasToWait = this.length > 0;
    const turn: Turn = { block: () => this.setBlocked(true), weight: push.capacity?.weight ?? 1 };
    const start = () => {
      this.startedAt = performance.now();
      return task(turn);
    };
    const done = hasToWait ? this.tail.then(start, start) : start();
    this.tail = done;
    this.pushes.add(push);
    if (this.isBlocked) push.capacity?.suspend();
    const end = () => this.leave(push, turn.weight, hasToWait);
    done.then(end, end);
    return done;
  }

  /** Those that wait behind one, in their order. */
  listBehind(push: Push): Push[] {
    const all = [...this.pushes];
    return all.slice(all.indexOf(push) + 1);
  }

  /** Of all pushes that count towards the time that others wait. */
  private get weight(): number {
    let sum = 0;
    for (const { capacity } of this.pushes) if (capacity?.isCounted ?? true) sum += capacity?.weight ?? 1;
    return sum;
  }

  /** How long the first has had its turn. */
  private get turnMs(): number {
    return performance.now() - this.startedAt;
  }

  private leave(push: Push, weight: number, hasWaited: boolean): void {
    this.setBlocked(false);
    this.pushes.delete(push);
    // The first of a line may have waited for a connection, which those behind it will not have to.
    if (!hasWaited || weight === 0 || this.turnMs >= STALL_MS || this.outages.isOutage()) return;
    this.turnTimes.add(this.turnMs / weight);
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
