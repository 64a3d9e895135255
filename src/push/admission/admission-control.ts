import { Injectable } from '@nestjs/common';
import { OutageDetector } from '../../platform/database/outage-detector';
import type { RoomId } from '../../platform/database/id';
import { OverloadedError } from '../overloaded-error';
import { SharedLimit } from './shared-limit';

/**
 * A lone caller may have two thirds: 2,000 pushes. At 50 pushes a second, the longest outage, 25 s, leaves 1,250 pushes. The
 * rest is for the time to process them.
 */
const MAX_PUSHES = 3_000;
/** The bytes of bodies as received. A parsed push that waits takes about six times its bytes. */
const MAX_BYTES = 64 * 1024 * 1024;
/** A caller gets its answer within 5 s; the difference is for the network and a busy machine. */
const MAX_WAIT_MS = 2_000;
/** Until its body is parsed, a push weighs 1, and 1 more for each 4 KB. */
const BYTES_PER_WEIGHT = 4_096;
/**
 * Once its records are known, a push weighs 1, and 1 more for each 100 records: 730 records take about ten times as
 * long as three.
 */
const RECORDS_PER_WEIGHT = 100;
/** With at most this weight ahead, a push is not shed for its expected wait: the weight is too small for an estimate. */
const MIN_CAPACITY = 50;
/** If no batch completes for longer than this, the database counts as away, not as slow. */
const STALL_MS = 400;
/** The weight of the newest batch in the moving average. */
const EWMA_ALPHA = 0.1;
/** A slower batch counts as this many times the average. */
const MAX_OUTLIER_FACTOR = 5;
/**
 * The estimate of a process that has measured nothing yet. It is low: a first full synchronization must not be shed for a
 * guess, and slow batches raise the estimate by up to 40 % each.
 */
const INITIAL_MS_PER_WEIGHT = 1;
const NONE: Load = { pushes: 0, weight: 0 };

/** The part of the capacity that a push uses from the arrival of its body to its answer. */
export interface Permit {
  /** The caller whose share it takes. */
  readonly callerKey: string;
  readonly roomId: RoomId | undefined;
  readonly bytes: number;
  weight: number;
  /**
   * The later pushes that wait for it: those of its caller and its room, those of its room only (it is suspended), or none
   * (it came in an outage).
   */
  delays: 'callerAndRoom' | 'room' | 'none';
  /** Whether it came while the database was away, and has waited for its turn since then. */
  isBacklog: boolean;
}

/** Some of the admitted pushes. */
interface Load {
  pushes: number;
  weight: number;
}

/** The facts of a call that decide on its admission. */
export interface Demand {
  /** The access token that it came with, whether that is valid or not. */
  callerKey: string;
  roomId: RoomId | undefined;
  bytes: number;
}

/**
 * Sheds pushes that would wait for too long, before their bodies are read. A push waits behind the pushes of its caller,
 * who has an equal share of the capacity, and behind earlier pushes of its room. The room takes turns with other rooms:
 * between two of its pushes, each other room has one. The expected wait is the weight ahead times the recent time for a
 * unit of weight. While the database is away, and until the pushes that came meanwhile are done, only the number of pushes
 * and their bytes are limited. A caller may use at most twice what is free. A backlog is done in large batches, so it takes
 * much less time than the estimate says.
 */
@Injectable()
export class AdmissionControl {
  private readonly pushes = new SharedLimit(MAX_PUSHES);
  private readonly bytes = new SharedLimit(MAX_BYTES);
  /** How many pushes came while the database was away, and have waited for their turn since then. */
  private backlog = 0;
  /** By caller: the pushes that wait for their turn. */
  private readonly loadOf = new Map<string, Load>();
  /** By room: the pushes that take turns with other rooms. */
  private readonly loadIn = new Map<RoomId, Load>();
  /** By room: the pushes that wait for something other than their turn. */
  private readonly suspendedIn = new Map<RoomId, Load>();
  /** All pushes that take turns with other rooms. */
  private readonly load: Load = { pushes: 0, weight: 0 };
  private msPerWeight = INITIAL_MS_PER_WEIGHT;
  /** The time of the last completed batch, or of the first push after a time without pushes in flight. */
  private lastCompletedAt = 0;
  /** When the first batch after a stall was completed. */
  private stallEndedAt = -Infinity;

  constructor(private readonly outages: OutageDetector) {}

  get inFlight(): number {
    return this.pushes.total;
  }

  /** @throws OverloadedError if a push cannot be admitted */
  assertCapacity({ callerKey, roomId, bytes }: Demand, now = performance.now()): void {
    const isFull = !this.pushes.allows(callerKey, 1) || !this.bytes.allows(callerKey, bytes);
    const weight = weightOf(bytes);
    const ofCaller = (this.loadOf.get(callerKey)?.weight ?? 0) * Math.max(1, this.loadOf.size);
    const ahead = Math.max(ofCaller, this.weightAhead(roomId));
    const isTooSlow = ahead > MIN_CAPACITY && (ahead + weight) * this.msPerWeight > MAX_WAIT_MS;
    const isOutage = this.backlog > 0 || !this.isCompleting(now);
    if (isFull || (isTooSlow && !isOutage)) throw new OverloadedError(this.describe(ahead));
  }

  /** @throws OverloadedError */
  acquire(demand: Demand, now = performance.now()): Permit {
    this.assertCapacity(demand, now);
    if (this.pushes.total === 0) this.lastCompletedAt = now;
    const permit: Permit = {
      ...demand,
      weight: weightOf(demand.bytes),
      delays: this.isCompleting(now) ? 'callerAndRoom' : 'none',
      isBacklog: now - this.lastCompletedAt > MAX_WAIT_MS,
    };
    if (permit.isBacklog) this.backlog++;
    this.pushes.add(permit.callerKey, 1);
    this.bytes.add(permit.callerKey, permit.bytes);
    this.addLoad(permit, 1, permit.weight);
    return permit;
  }

  /** Weighs a push by its records, as soon as they are known. A small body may have many records, and a large one few. */
  weigh(permit: Permit, records: number): void {
    const more = weightOfRecords(records) - permit.weight;
    permit.weight += more;
    this.addLoad(permit, 0, more);
  }

  /** Counts a push only towards the wait of its room: it waits for a lock, not for its turn. */
  suspend(permit: Permit): void {
    this.leaveBacklog(permit);
    if (permit.delays === 'callerAndRoom') this.setDelays(permit, 'room');
  }

  release(permit: Permit): void {
    this.leaveBacklog(permit);
    this.setDelays(permit, 'none');
    this.pushes.add(permit.callerKey, -1);
    this.bytes.add(permit.callerKey, -permit.bytes);
  }

  /**
   * Updates the estimate of the time for a unit of weight. All batches that were in flight during a stall have waited, and
   * their times say nothing about the time after it.
   */
  recordBatch(milliseconds: number, weight: number, now = performance.now()): void {
    if (!this.isCompleting(now)) this.stallEndedAt = now;
    if (weight > 0 && now - milliseconds >= this.stallEndedAt) {
      const latest = Math.min(milliseconds / weight, MAX_OUTLIER_FACTOR * this.msPerWeight);
      this.msPerWeight += EWMA_ALPHA * (latest - this.msPerWeight);
    }
    this.lastCompletedAt = now;
  }

  /**
   * The weight ahead of the next push of a room: the pushes of this room and, for each of them, one push of each other room.
   * The pushes of other rooms count as average ones, but never as heavier than those of this room: because of heavy pushes
   * of another caller, the few pushes of this room must not be shed.
   */
  private weightAhead(roomId: RoomId | undefined): number {
    if (!roomId) return 0;
    const inTurn = this.loadIn.get(roomId) ?? NONE;
    const suspended = this.suspendedIn.get(roomId) ?? NONE;
    const weight = inTurn.weight + suspended.weight;
    const turns = inTurn.pushes + suspended.pushes;
    const meanWeight = this.load.weight / Math.max(1, this.load.pushes);
    const otherRooms = Math.max(0, this.loadIn.size - 1);
    return weight + otherRooms * Math.min(weight, turns * meanWeight);
  }

  private leaveBacklog(permit: Permit): void {
    if (permit.isBacklog) this.backlog--;
    permit.isBacklog = false;
  }

  private setDelays(permit: Permit, delays: Permit['delays']): void {
    this.addLoad(permit, -1, -permit.weight);
    permit.delays = delays;
    this.addLoad(permit, 1, permit.weight);
  }

  private addLoad({ callerKey, roomId, delays }: Permit, pushes: number, weight: number): void {
    if (delays === 'none') return;
    if (delays === 'callerAndRoom') add(this.loadOf, callerKey, pushes, weight);
    if (!roomId) return;
    add(delays === 'room' ? this.suspendedIn : this.loadIn, roomId, pushes, weight);
    if (delays === 'room') return;
    this.load.pushes += pushes;
    this.load.weight += weight;
  }

  private isCompleting(now: number): boolean {
    return now - this.lastCompletedAt < STALL_MS && !this.outages.isOutage(now);
  }

  private describe(ahead: number): string {
    const each = `${this.msPerWeight.toFixed(1)} ms for each of ${ahead.toFixed(0)} of weight`;
    return `${this.pushes.total} pushes of ${this.bytes.total} bytes are in flight, ${each}`;
  }
}

function weightOf(bytes: number): number {
  return 1 + bytes / BYTES_PER_WEIGHT;
}

export function weightOfRecords(records: number): number {
  return 1 + records / RECORDS_PER_WEIGHT;
}

/** Adds to a load, and deletes it if it has no push any more. */
function add<K>(loads: Map<K, Load>, key: K, pushes: number, weight: number): void {
  const before = loads.get(key) ?? NONE;
  const load = { pushes: before.pushes + pushes, weight: before.weight + weight };
  if (load.pushes > 0) loads.set(key, load);
  else loads.delete(key);
}
