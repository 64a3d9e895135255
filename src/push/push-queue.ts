import type { RoomId } from '../platform/database/id';

export interface QueuedPush {
  /**
   * The rooms of the push: usually one. The push takes its turn under the first room, and waits for its turn in all of
   * them.
   */
  readonly queuedRoomIds: readonly RoomId[];
  /** The caller whose share of the capacity it uses: one for each access token. */
  readonly callerKey: string;
  /** Its work: 1 for its transaction, and more for its records. */
  readonly weight: number;
  /** Whether it must not share a transaction with others. */
  readonly isAlone: boolean;
  /** Only pushes with the same batch share a transaction. */
  readonly batch: unknown;
  /** Whether another transaction has locked one of its rooms, or the Citus worker of one of them is away. */
  readonly isBlocked: boolean;
  /** Whether it keeps a worker busy for so long that only one such push may be in progress. */
  readonly isHeavy: boolean;
  /** Stops counting it towards the time that pushes to other rooms wait. */
  suspend(): void;
}

/**
 * The maximum number of pushes that are considered for a batch, including those that do not fit into it. All pushes of a
 * batch wait for the last one, and the time to make a batch must not grow with the queue.
 */
const MAX_PUSHES = 32;
/** The maximum weight of a batch: 1 for its transaction, and 2.5 for 250 records of all its pushes. A heavier push is alone. */
const MAX_WEIGHT = 3.5;

/** The waiting pushes of a room, in the order of their arrival. */
interface RoomQueue<P> {
  readonly pushes: P[];
  /** Whether pushes of the room are in progress. */
  isInProgress: boolean;
  /** Whether its first push is blocked. The others wait for that push. */
  isBlocked: boolean;
}

/** One caller's share of the capacity. */
interface Caller {
  /** The rooms whose next push is its own and may be taken. They take turns: the first has waited longest. */
  readonly rooms: Set<RoomId>;
  /** How many of its pushes wait or are being done. */
  pending: number;
  /** The weight of the pushes that were taken for it. */
  served: number;
}

/**
 * Orders pushes. The pushes of a room are taken in the order of their arrival, and only when no earlier one is in
 * progress. Callers share the capacity: the next push comes from the caller that was served least. Its rooms take turns.
 */
export class PushQueue<P extends QueuedPush> {
  private readonly queues = new Map<RoomId, RoomQueue<P>>();
  private readonly callersByKey = new Map<string, Caller>();
  /** `served` of the caller of the last push, as it was before that push. */
  private served = 0;
  private waiting = 0;
  private heavyInProgress = 0;

  /** How many pushes wait to be taken. */
  get length(): number {
    return this.waiting;
  }

  /** How many callers have a push that waits or is being done. */
  get callers(): number {
    return this.callersByKey.size;
  }

  /** Whether a push can be taken now. */
  hasReady(mayWait: boolean): boolean {
    return this.next(new Set(), mayWait) !== undefined;
  }

  add(push: P): void {
    for (const roomId of push.queuedRoomIds) {
      const queue = this.queues.get(roomId) ?? { pushes: [], isInProgress: false, isBlocked: false };
      this.queues.set(roomId, queue);
      queue.pushes.push(push);
      if (queue.isBlocked) push.suspend();
    }
    this.waiting++;
    this.callerOf(push).pending++;
    if (this.isFree(push)) this.offer(push);
  }

  /**
   * Takes the pushes of the next transaction. It takes none of a room whose pushes are in progress.
   * @param mayWait whether to take a push that has to wait for a lock
   */
  takeBatch(mayWait: boolean): P[] {
    const batch: P[] = [];
    const passedBy = new Set<RoomId>();
    let weight = 1;
    while (batch.length + passedBy.size < MAX_PUSHES) {
      const push = this.next(passedBy, mayWait && batch.length === 0);
      if (!push) break;
      const ofRecords = push.weight - 1;
      const isSeparate = push.isAlone || push.isBlocked || push.weight > MAX_WEIGHT;
      const isOther = push.batch !== batch[0]?.batch;
      if (batch.length > 0 && (isSeparate || isOther || weight + ofRecords > MAX_WEIGHT)) {
        passedBy.add(roomOf(push));
        continue;
      }
      this.take(push);
      batch.push(push);
      weight += ofRecords;
      if (isSeparate) break;
    }
    // The next pushes of these rooms wait for the batch.
    for (const { queuedRoomIds } of batch)
      for (const roomId of queuedRoomIds) this.withdraw(this.queues.get(roomId)?.pushes[0]);
    return batch;
  }

  /**
   * Ends a batch, so that the next pushes of its rooms can be taken.
   * @param again pushes that have to run again: they come before all others of their rooms
   */
  finish(batch: readonly P[], again: Pick<ReadonlySet<P>, 'has' | 'size'> = new Set()): void {
    for (const push of batch.toReversed()) {
      if (!again.has(push)) continue;
      for (const roomId of push.queuedRoomIds) this.queues.get(roomId)?.pushes.unshift(push);
    }
    this.waiting += again.size;
    const queues = new Map<RoomId, RoomQueue<P>>();
    for (const push of batch) {
      if (!again.has(push)) this.leave(push);
      if (push.isHeavy) this.heavyInProgress--;
      for (const roomId of push.queuedRoomIds) queues.set(roomId, this.queues.get(roomId) as RoomQueue<P>);
    }
    for (const queue of queues.values()) queue.isInProgress = false;
    for (const [roomId, queue] of queues) {
      const { pushes } = queue;
      const [next] = pushes;
      const wasBlocked = queue.isBlocked;
      queue.isBlocked = next?.isBlocked ?? false;
      if (queue.isBlocked && !wasBlocked) for (const push of pushes) push.suspend();
      if (!next) this.queues.delete(roomId);
      else if (this.isFree(next)) this.offer(next);
    }
  }

  /** Returns the push whose turn it is: one of the caller that has been served least. */
  private next(passedBy: ReadonlySet<RoomId>, mayWait: boolean): P | undefined {
    let least = Infinity;
    let found: P | undefined;
    for (const { served, rooms } of this.callersByKey.values()) {
      if (served >= least) continue;
      const push = this.firstOf(rooms, passedBy, mayWait);
      if (push) [least, found] = [served, push];
    }
    return found;
  }

  private firstOf(
    rooms: ReadonlySet<RoomId>,
    passedBy: ReadonlySet<RoomId>,
    mayWait: boolean,
  ): P | undefined {
    for (const room of rooms) {
      const push = this.queues.get(room)?.pushes[0];
      if (!push || passedBy.has(room) || (push.isBlocked && !mayWait)) continue;
      if (!push.isHeavy || this.heavyInProgress === 0) return push;
    }
    return undefined;
  }

  private take(push: P): void {
    this.withdraw(push);
    this.waiting--;
    if (push.isHeavy) this.heavyInProgress++;
    const caller = this.callerOf(push);
    this.served = caller.served;
    caller.served += push.weight;
    for (const roomId of push.queuedRoomIds) {
      const queue = this.queues.get(roomId) as RoomQueue<P>;
      queue.pushes.shift();
      queue.isInProgress = true;
      // The next push of the room may be taken into the same batch, unless it also waits in another room.
      const [next] = queue.pushes;
      if (next?.queuedRoomIds.length === 1) this.offer(next);
    }
  }

  /** Whether a push is the first in all its rooms, and none of them has a push in progress. */
  private isFree(push: P): boolean {
    return push.queuedRoomIds.every((roomId) => {
      const queue = this.queues.get(roomId);
      return queue?.pushes[0] === push && !queue.isInProgress;
    });
  }

  private offer(push: P): void {
    this.callerOf(push).rooms.add(roomOf(push));
  }

  private withdraw(push: P | undefined): void {
    // A push of several rooms may be the first in one of them while another push has its turn in the first room.
    if (push && this.queues.get(roomOf(push))?.pushes[0] === push)
      this.callerOf(push).rooms.delete(roomOf(push));
  }

  private leave(push: P): void {
    const caller = this.callerOf(push);
    caller.pending--;
    if (caller.pending === 0) this.callersByKey.delete(push.callerKey);
  }

  /** A caller gets no credit for a time in which it had no pushes. */
  private callerOf({ callerKey }: P): Caller {
    const known = this.callersByKey.get(callerKey);
    if (known) return known;
    const caller = { rooms: new Set<RoomId>(), pending: 0, served: this.served };
    this.callersByKey.set(callerKey, caller);
    return caller;
  }
}

/** The room under which a push takes its turn. */
function roomOf<P extends QueuedPush>({ queuedRoomIds }: P): RoomId {
  return queuedRoomIds[0] as RoomId;
}
