import type { RoomId } from '../platform/database/id';
import type { Capacity } from '../platform/http/request-context';
import { weightOfDates } from './admission/load-control';
import type { CallResult } from './journal/journaled-call';
import type { PushWork, RoomTask } from './push';
import type { QueuedPush } from './push-queue';
import type { FailedCall } from './repeat.repository';

/** The flow of administrators' tasks, and of calls without a token. */
const OTHERS = '';
/** A push of more dates than any call of the three operations keeps a worker busy for a while. */
const HEAVY_COST = 5_000;

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
  readonly queuedRoomIds: readonly RoomId[];
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
    // A repeat reads the writes of others, and a task without a group writes by itself, so both run alone.
    this.isAlone = task ? !task.group : remembered.length > 0;
    this.queuedRoomIds = task?.roomIds ?? (work ? [work.push.roomId] : []);
  }

  get id(): string {
    return (this.work?.push ?? this.task)?.id ?? '';
  }

  /** The room of a push. */
  get roomId(): RoomId {
    return this.queuedRoomIds[0] as RoomId;
  }

  get group(): unknown {
    return this.task?.group;
  }

  get flow(): string {
    return this.capacity?.flow ?? OTHERS;
  }

  get cost(): number {
    return Math.max(1, this.work?.dates.length ?? this.task?.cost ?? 1);
  }

  get weight(): number {
    return this.capacity?.weight ?? weightOfDates(this.cost);
  }

  get isHeavy(): boolean {
    return this.cost > HEAVY_COST;
  }

  get capacity(): Capacity | undefined {
    return (this.work?.push ?? this.task)?.capacity;
  }

  /** Marks a push that waits for something other than its turn: see QueuedPush. */
  block(): void {
    this.isBlocked = true;
    this.suspend();
  }

  suspend(): void {
    this.capacity?.suspend();
  }
}
