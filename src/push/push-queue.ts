import type { RoomId } from '../platform/database/id';

/** A push that waits for its turn. */
export interface QueuedPush {
  /** Its rooms: usually one. It takes its turn under the first of them, and waits for its turn in all of them. */
  readonly queuedRoomIds: readonly RoomId[];
  /** The caller whose share of the capacity it uses: one for each access token. */
  readonly flow: string;
  /** How many dates it has, at least 1. */
  readonly cost: number;
  /** Its part of the work, in the unit of load control. */
  readonly weight: number;
  /** Whether it must not share a transaction with others. */
  readonly isAlone: boolean;
  /** Only pushes with the same group share a transaction. */
  readonly group: unknown;
  /** Whether another transaction has locked one of its rooms, or the Citus worker of one of them is away. */
  readonly isBlocked: boolean;
  /** Whether it keeps a worker busy for so long that only one such push may be in progress. */
  readonly isHeavy: boolean;
  /** Stops counting it towards the time that pushes to other rooms wait. */
  suspend(): void;
}

/**
 * Limits the pushes of a batch together with those that do not fit into it. All pushes of a batch wait for the last one,
 * and the time to make a batch must not grow with the queue.
 */
const MAX_PUSHES = 32;
/** The limit for all pushes of a batch together. A push with more is a batch of its own. */
const MAX_COST = 250;

/** The waiting pushes of a room, in the order of their arrival. */
interface RoomLine<P> {
  readonly pushes: P[];
  /** Whether pushes of the room are in progress. */
  isInHand: boolean;
  /** Whether its first push is blocked. The others wait for that push. */
  isBlocked: boolean;
}

/** One caller's share of the capacity. */
interface Flow {
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
  private readonly lines = new Map<RoomId, RoomLine<P>>();
  private readonly flows = new Map<string, Flow>();
  /** `served` of the flow of the last push, before that push. */
  private served = 0;
  private waiting = 0;
  private heavyInHand = 0;

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
    for (const roomId of push.queuedRoomIds) {
      const line = this.lines.get(roomId) ?? { pushes: [], isInHand: false, isBlocked: false };
      this.lines.set(roomId, line);
      line.pushes.push(push);
      if (line.isBlocked) push.suspend();
    }
    this.waiting++;
    this.flowOf(push).pending++;
    if (this.isFree(push)) this.offer(push);
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
      const isOther = push.group !== batch[0]?.group;
      if (batch.length > 0 && (isSeparate || isOther || cost + push.cost > MAX_COST)) {
        passedBy.add(roomOf(push));
        continue;
      }
      this.take(push);
      batch.push(push);
      cost += push.cost;
      if (isSeparate) break;
    }
    // Their next pushes wait for these.
    for (const { queuedRoomIds } of batch)
      for (const roomId of queuedRoomIds) this.withdraw(this.lines.get(roomId)?.pushes[0]);
    return batch;
  }

  /**
   * Ends a batch, so that the next pushes of its rooms can be taken.
   * @param again pushes that have to run again: they come before all others of their rooms
   */
  finish(batch: readonly P[], again: readonly P[] = []): void {
    for (const push of again.toReversed())
      for (const roomId of push.queuedRoomIds) this.lines.get(roomId)?.pushes.unshift(push);
    this.waiting += again.length;
    const isAgain = new Set(again);
    const lines = new Map<RoomId, RoomLine<P>>();
    for (const push of batch) {
      if (!isAgain.has(push)) this.leave(push);
      if (push.isHeavy) this.heavyInHand--;
      for (const roomId of push.queuedRoomIds) lines.set(roomId, this.lines.get(roomId) as RoomLine<P>);
    }
    for (const line of lines.values()) line.isInHand = false;
    for (const [roomId, line] of lines) {
      const { pushes } = line;
      const [next] = pushes;
      const wasBlocked = line.isBlocked;
      line.isBlocked = next?.isBlocked ?? false;
      if (line.isBlocked && !wasBlocked) for (const push of pushes) push.suspend();
      if (!next) this.lines.delete(roomId);
      else if (this.isFree(next)) this.offer(next);
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
      if (!push || passedBy.has(room) || (push.isBlocked && !mayWait)) continue;
      if (!push.isHeavy || this.heavyInHand === 0) return push;
    }
    return undefined;
  }

  private take(push: P): void {
    this.withdraw(push);
    this.waiting--;
    if (push.isHeavy) this.heavyInHand++;
    const flow = this.flowOf(push);
    this.served = flow.served;
    flow.served += push.weight;
    for (const roomId of push.queuedRoomIds) {
      const line = this.lines.get(roomId) as RoomLine<P>;
      line.pushes.shift();
      line.isInHand = true;
      // The one behind it may be taken into the same batch, unless it also waits in another room.
      const [next] = line.pushes;
      if (next?.queuedRoomIds.length === 1) this.offer(next);
    }
  }

  /** Whether a push is the first in all its rooms, and none of them has a push in progress. */
  private isFree(push: P): boolean {
    return push.queuedRoomIds.every((roomId) => {
      const line = this.lines.get(roomId);
      return line?.pushes[0] === push && !line.isInHand;
    });
  }

  private offer(push: P): void {
    this.flowOf(push).rooms.add(roomOf(push));
  }

  private withdraw(push: P | undefined): void {
    // A push of several rooms may be the first in one of them while another push has its turn in the first room.
    if (push && this.lines.get(roomOf(push))?.pushes[0] === push)
      this.flowOf(push).rooms.delete(roomOf(push));
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

/** The room under which a push takes its turn. */
function roomOf<P extends QueuedPush>({ queuedRoomIds }: P): RoomId {
  return queuedRoomIds[0] as RoomId;
}
