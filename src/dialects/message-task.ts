import type { EntityManager } from 'typeorm';
import type { RoomId } from '../platform/database/id';
import { byNumber } from '../platform/database/id';
import type { Capacity } from '../platform/http/request-context';
import type { RoomTask, TaskGroup } from '../push/push';
import type { MessageResult, MessageToApply } from './message';

/** Carries out messages in one transaction. */
interface MessageRunner {
  run(manager: EntityManager, works: readonly MessageToApply[]): Promise<(MessageResult | Error | 'again')[]>;
}

/** A message in the queues of its rooms. */
export class MessageTask implements RoomTask {
  readonly roomIds: readonly RoomId[];
  result: MessageResult | undefined;

  constructor(
    readonly work: MessageToApply,
    readonly cost: number,
    private readonly messages: MessageGroup,
  ) {
    this.roomIds = [...new Set(work.message.parts.map(({ roomId }) => roomId))].sort(byNumber);
  }

  get id(): string {
    return this.work.call.id;
  }

  get capacity(): Capacity | undefined {
    return this.work.call.capacity;
  }

  /**
   * Undefined for a repeat, which reads the writes of others, and for a message about several rooms, which waits in the
   * queues of all of them.
   */
  get group(): TaskGroup | undefined {
    return this.roomIds.length === 1 && !this.work.repeatOf ? this.messages : undefined;
  }

  async run(manager: EntityManager): Promise<void> {
    const { refused } = await this.messages.runAll(manager, [this]);
    const refusal = refused.get(this);
    if (refusal) throw refusal;
  }
}

/** Small messages that share a transaction. */
export class MessageGroup implements TaskGroup {
  constructor(private readonly messages: MessageRunner) {}

  async runAll(manager: EntityManager, tasks: readonly RoomTask[]) {
    const all = tasks.filter((task) => task instanceof MessageTask);
    const outcomes = await this.messages.run(
      manager,
      all.map(({ work }) => work),
    );
    const again: RoomTask[] = [];
    const refused = new Map<RoomTask, Error>();
    for (const [index, task] of all.entries()) {
      const outcome = outcomes[index];
      if (outcome instanceof Error) refused.set(task, outcome);
      else if (outcome === 'again') again.push(task);
      else task.result = outcome;
    }
    return { again, refused };
  }
}
