import type { EntityManager } from 'typeorm';
import type { RoomId } from '../platform/database/id';
import { weightOfRecords } from './admission/admission-control';
import type { JournaledCall } from './journal/journaled-call';
import type { QueuedPush } from './push-queue';

/** The caller of pushes without a token. */
const NOBODY = '';
/** A push of more than 5,000 records keeps a worker busy for a while. */
const HEAVY_WEIGHT = 51;

/** Why a push has to run again. */
export type Again =
  /** It must not share a transaction: it depends on others of its batch, or may have made them fail. */
  | 'alone'
  /** Another transaction has locked one of its rooms, or the Citus worker of one of them is away. */
  | 'blocked'
  /** An earlier push of its room runs again, or the database was away. */
  | 'later';

/** The outcomes of the pushes of a transaction. */
export class BatchResult<Work = unknown, Result = unknown> {
  /** Pushes that must not be done, with the error for their callers. */
  readonly refused = new Map<WaitingPush<Work, Result>, unknown>();
  readonly again = new Map<WaitingPush<Work, Result>, Again>();

  constructor(readonly done = new Map<WaitingPush<Work, Result>, Result>()) {}
}

/** Carries out pushes of one kind together in one transaction. */
export interface Batch<Work, Result> {
  /** @throws an error after which the transaction must be rolled back. Then each push runs again on its own */
  carryOut(
    manager: EntityManager,
    pushes: readonly WaitingPush<Work, Result>[],
  ): Promise<BatchResult<Work, Result>>;
}

export class WaitingPush<Work = unknown, Result = unknown> implements QueuedPush {
  /** Settled when the push is done or refused. */
  readonly result: Promise<Result>;
  /** The number of failed attempts; an earlier one may have been committed. */
  attempts = 0;
  isAlone = false;
  isBlocked = false;
  reachedRoomIds: readonly RoomId[] = [];
  resolve!: (result: Result) => void;
  reject!: (error: unknown) => void;

  /**
   * @param batch carries out the push
   * @param queuedRoomIds the rooms of the push, without duplicates
   * @param records the number of its records
   */
  constructor(
    readonly batch: Batch<Work, Result>,
    readonly work: Work,
    readonly call: JournaledCall,
    readonly queuedRoomIds: readonly RoomId[],
    private readonly records: number,
  ) {
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  get callerKey(): string {
    return this.call.capacity?.callerKey ?? NOBODY;
  }

  get weight(): number {
    return this.call.capacity?.weight ?? weightOfRecords(this.records);
  }

  get isHeavy(): boolean {
    return this.weight > HEAVY_WEIGHT;
  }

  runAgain(why: Again): void {
    if (why === 'alone') this.isAlone = true;
    if (why !== 'blocked') return;
    this.isBlocked = true;
    this.suspend();
  }

  suspend(): void {
    this.call.capacity?.suspend();
  }
}
