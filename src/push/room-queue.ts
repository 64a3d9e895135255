import { Injectable } from '@nestjs/common';
import type { RoomId } from '../database/id';

/**
 * Orders the pushes on this instance: those for one room are applied first in, first out, through waiting and retries.
 * Without it, an older price could overtake a newer one while the database is unavailable. Between instances, the lock
 * on the room decides.
 */
@Injectable()
export class RoomQueue {
  private readonly tails = new Map<RoomId, Promise<unknown>>();
  private queued = 0;

  /** How many tasks wait for an earlier one of their room. */
  get waiting(): number {
    return this.queued;
  }

  /** Runs `task` when every earlier task of the room has ended, whether it succeeded or failed. */
  run<T>(roomId: RoomId, task: () => Promise<T>): Promise<T> {
    const earlier = this.tails.get(roomId);
    const turn = earlier ? this.wait(earlier).then(task) : task();
    this.tails.set(roomId, turn);
    const release = () => {
      if (this.tails.get(roomId) === turn) this.tails.delete(roomId);
    };
    turn.then(release, release);
    return turn;
  }
  /** Resolves when the earlier task has ended, whether it succeeded or failed. */
  private async wait(earlier: Promise<unknown>): Promise<void> {
    this.queued++;
    await earlier.catch(() => undefined);
    this.queued--;
  }
}
