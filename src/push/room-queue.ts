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

  /** Runs `task` when every earlier task of the room has ended, whether it succeeded or failed. */
  run<T>(roomId: RoomId, task: () => Promise<T>): Promise<T> {
    const earlier = this.tails.get(roomId);
    const turn = earlier ? earlier.then(task, task) : task();
    this.tails.set(roomId, turn);
    const release = () => {
      if (this.tails.get(roomId) === turn) this.tails.delete(roomId);
    };
    turn.then(release, release);
    return turn;
  }
}
