import { Injectable } from '@nestjs/common';
import { OutageDetector } from '../platform/database/outage-detector';
import type { RoomId } from '../platform/database/id';
import type { Push } from './push';
import type { Turn } from './room-line';
import { RoomLine } from './room-line';

/**
 * Orders the pushes on this instance: those for one room are applied first in, first out, through waiting and retries.
 * Without it, an older price could overtake a newer one while the database is unavailable. Between instances, the lock
 * on the room decides. A push that waits for that lock, or behind one that does, takes no capacity from other rooms.
 */
@Injectable()
export class RoomQueue {
  private readonly lines = new Map<RoomId, RoomLine>();

  constructor(private readonly outages: OutageDetector) {}

  /** How many pushes wait for an earlier one of their room. */
  get waiting(): number {
    return [...this.lines.values()].reduce((sum, { length }) => sum + length - 1, 0);
  }

  /** The pushes for its room that wait behind one, in their order. */
  listBehind(push: Push): Push[] {
    return this.lines.get(push.roomId)?.listBehind(push) ?? [];
  }

  /** @throws OverloadedError where a push for the room would wait for long behind others */
  assertCapacity(roomId: RoomId): void {
    this.lines.get(roomId)?.assertCapacity();
  }

  /**
   * Runs `task` when every earlier task of the room has ended, whether it succeeded or failed.
   * @throws OverloadedError where it would wait for long; then it is never run
   */
  async run<T>(push: Push, task: (turn: Turn) => Promise<T>): Promise<T> {
    this.assertCapacity(push.roomId);
    const line = this.lines.get(push.roomId) ?? new RoomLine(this.outages);
    this.lines.set(push.roomId, line);
    try {
      return await line.join(push, task);
    } finally {
      if (line.length === 0) this.lines.delete(push.roomId);
    }
  }
}
