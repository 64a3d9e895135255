import { Injectable } from '@nestjs/common';
import type { RoomId } from '../database/id';
import type { Push } from './push';

/** The pushes for one room that are not done yet: the first is being carried out. */
interface Line {
  readonly pushes: Set<Push>;
  /** Ends with the last of them. */
  tail: Promise<unknown>;
  /** Whether the first waits for a lock that another transaction holds. */
  isBlocked: boolean;
}

/**
 * Orders the pushes on this instance: those for one room are applied first in, first out, through waiting and retries.
 * Without it, an older price could overtake a newer one while the database is unavailable. Between instances, the lock
 * on the room decides. A push that waits for that lock, or behind one that does, takes no capacity from other rooms.
 */
@Injectable()
export class RoomQueue {
  private readonly lines = new Map<RoomId, Line>();

  /** How many pushes wait for an earlier one of their room. */
  get waiting(): number {
    return [...this.lines.values()].reduce((sum, { pushes }) => sum + pushes.size - 1, 0);
  }

  /**
   * Runs `task` when every earlier task of the room has ended, whether it succeeded or failed.
   * @param task calls `block` where it has to wait for a lock that another transaction holds
   */
  run<T>(push: Push, task: (block: () => void) => Promise<T>): Promise<T> {
    const { roomId, capacity } = push;
    const line = this.lines.get(roomId) ?? { pushes: new Set(), tail: Promise.resolve(), isBlocked: false };
    const start = () => task(() => setBlocked(line, true));
    const turn = line.pushes.size > 0 ? line.tail.then(start, start) : start();
    this.lines.set(roomId, line);
    line.tail = turn;
    line.pushes.add(push);
    if (line.isBlocked) capacity?.suspend();
    const end = () => {
      setBlocked(line, false);
      line.pushes.delete(push);
      if (line.pushes.size === 0) this.lines.delete(roomId);
    };
    turn.then(end, end);
    return turn;
  }
}

function setBlocked(line: Line, isBlocked: boolean): void {
  if (line.isBlocked === isBlocked) return;
  line.isBlocked = isBlocked;
  for (const { capacity } of line.pushes) {
    if (isBlocked) capacity?.suspend();
    else capacity?.resume();
  }
}
