import type { RoomId } from '../platform/database/id';

/** A push that waits for its turn. */
export interface QueuedPush {
  readonly roomId: RoomId;
  /** The caller whose share of the capacity it uses: one for each access token. */
  readonly flow: string;
  /** How many dates it has, at least 1. */
  readonly cost: number;
  /** Whether it must not share a transaction with others. */
  readonly isAlone: boolean;
  /** Whether another transaction has locked one of its rooms, and it has to wait for that. */
  readonly isBlocked: boolean;
}

/**
 * The limit for the pushes of a batch, which all wait for the last of them, together with those that do not fit into it:
 * the time to make a batch must not grow with the queue.
 */
const MAX_PUSHES = 32;
/** The limit for all pushes of a batch together. A push with more is a batch of its own. */
const MAX_COST = 250;

/** The waiting pushes of a room, in the order of their arrival. */
interface RoomLine<P> {
  readonly pushes: P[];
  /** Whether pushes of the room are in progress. */
  isInHand: boolean;
}

/** One caller's share of the capacity. */
interface Flow {
  /** The rooms whose next push is its own and may be taken. They take turns: the first has waited longest. */
  readonly rooms: Set<RoomId>;
  /** How many of its pushes wait or are being done. */
  pending: number;
  /** How much has been taken for it. */
  served: number;
}

/**
 * Orders pushes. The pushes of a room are taken in the order of their arrival, and only when no earlier one is in
 * progress. Callers share the capacity: the next push comes from the caller that was served least. Its rooms take turns.
 */
export class PushQueue<P extends QueuedPush> {
  private readonly lines = new Map<RoomId, RoomLine<P>>();
  private readonly flows = new Map<string, Flow>();
  /** `served` of the flow of the last push, before that push. */
  private served = 0;
  private waiting = 0;

  /** How many pushes wait to be taken. */
  get length(): number {
    return this.waiting;
  }

  /** How many callers have a push that waits or is being done. */
  get callers(): number {
    return this.flows.size;
  }

  /** Whether a push can be taken now. */
  hasReady(mayWait: boolean): boolean {
    return this.next(new Set(), mayWait) !== undefined;
  }

  add(push: P): void {
    const line = this.lines.get(push.roomId) ?? { pushes: [], isInHand: false };
    this.lines.set(push.roomId, line);
    line.pushes.push(push);
    this.waiting++;
    this.flowOf(push).pending++;
    if (line.pushes.length === 1 && !line.isInHand) this.offer(push);
  }

  /**
   * Takes the pushes of the next transaction. It takes none of a room whose pushes are in progress.
   * @param mayWait whether to take a push that has to wait for a lock
   */
  takeBatch(mayWait: boolean): P[] {
    const batch: P[] = [];
    const passedBy = new Set<RoomId>();
    let cost = 0;
    while (batch.length + passedBy.size < MAX_PUSHES) {
      const push = this.next(passedBy, mayWait && batch.length === 0);
      if (!push) break;
      const isSeparate = push.isAlone || push.isBlocked || push.cost > MAX_COST;
      if (batch.length > 0 && (isSeparate || cost + push.cost > MAX_COST)) {
        passedBy.add(push.roomId);
        continue;
      }
      this.take(push);
      batch.push(push);
      cost += push.cost;
      if (isSeparate) break;
    }
    // Their next pushes wait for these.
    for (const { roomId } of batch) this.withdraw(this.lines.get(roomId)?.pushes[0]);
    return batch;
  }

  /**
   * Ends a batch, so that the next pushes of its rooms can be taken.
   * @param again pushes that have to run again: they come before all others of their rooms
   */
  finish(batch: readonly P[], again: readonly P[] = []): void {
    for (const push of again.toReversed()) this.lines.get(push.roomId)?.pushes.unshift(push);
    this.waiting += again.length;
    const isAgain = new Set(again);
    for (const push of batch) if (!isAgain.has(push)) this.leave(push);
    for (const roomId of new Set(batch.map((push) => push.roomId))) {
      const line = this.lines.get(roomId);
      const next = line?.pushes[0];
      if (line) line.isInHand = false;
      if (next) this.offer(next);
      else this.lines.delete(roomId);
    }
  }

  /** Returns the push whose turn it is: one of the caller that has been served least. */
  private next(passedBy: ReadonlySet<RoomId>, mayWait: boolean): P | undefined {
    let least = Infinity;
    let found: P | undefined;
    for (const { served, rooms } of this.flows.values()) {
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
      const push = this.lines.get(room)?.pushes[0];
      if (push && !passedBy.has(room) && (mayWait || !push.isBlocked)) return push;
    }
    return undefined;
  }

  private take(push: P): void {
    const line = this.lines.get(push.roomId) as RoomLine<P>;
    this.withdraw(push);
    line.pushes.shift();
    line.isInHand = true;
    this.waiting--;
    const flow = this.flowOf(push);
    this.served = flow.served;
    flow.served += push.cost;
    // The one behind it may be taken into the same batch.
    const [next] = line.pushes;
    if (next) this.offer(next);
  }

  private offer(push: P): void {
    this.flowOf(push).rooms.add(push.roomId);
  }

  private withdraw(push: P | undefined): void {
    if (push) this.flowOf(push).rooms.delete(push.roomId);
  }

  private leave(push: P): void {
    const flow = this.flowOf(push);
    flow.pending--;
    if (flow.pending === 0) this.flows.delete(push.flow);
  }

  /** A caller without pushes gets no credit for that time. */
  private flowOf({ flow: name }: P): Flow {
    const known = this.flows.get(name);
    if (known) return known;
    const flow = { rooms: new Set<RoomId>(), pending: 0, served: this.served };
    this.flows.set(name, flow);
    return flow;
  }
}
