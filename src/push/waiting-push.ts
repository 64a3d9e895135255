import type { RoomId } from '../platform/database/id';
import type { CallResult } from './journal/journaled-call';
import type { PushWork, RoomTask } from './push';
import type { QueuedPush } from './push-queue';
import type { FailedCall } from './repeat.repository';

/** The flow of administrators' tasks, and of calls without a token. */
const OTHERS = '';

/** Settles the promise of the caller that awaits the push. */
export interface Settle {
  resolve: (result: CallResult) => void;
  reject: (error: unknown) => void;
}

/** A push, or another task, in the queue of the engine. */
export class WaitingPush implements QueuedPush {
  /** The number of failed attempts; an earlier one may have been committed. */
  attempts = 0;
  isAlone: boolean;
  isBlocked = false;
  /** The rooms that it was found to affect. */
  roomIds: readonly RoomId[] = [];

  static ofPush(work: PushWork, remembered: readonly FailedCall[], settle: Settle): WaitingPush {
    return new WaitingPush(work, undefined, remembered, settle);
  }

  static ofTask(task: RoomTask, settle: Settle): WaitingPush {
    return new WaitingPush(undefined, task, [], settle);
  }

  private constructor(
    readonly work: PushWork | undefined,
    readonly task: RoomTask | undefined,
    /** Failed attempts that it may repeat. */
    readonly remembered: readonly FailedCall[],
    readonly settle: Settle,
  ) {
    // A repeat reads the writes of others, and a task writes by itself, so both run alone.
    this.isAlone = task !== undefined || remembered.length > 0;
  }

  get id(): string {
    return (this.work?.push ?? this.task)?.id ?? '';
  }

  get roomId(): RoomId {
    return (this.work?.push ?? this.task)?.roomId as RoomId;
  }

  get flow(): string {
    return this.work?.push.capacity?.flow ?? OTHERS;
  }

  get cost(): number {
    return Math.max(1, this.work?.dates.length ?? 1);
  }

  /** Marks a push that waits because another transaction has locked one of its rooms. */
  block(): void {
    this.isBlocked = true;
    this.work?.push.capacity?.suspend();
  }
}
