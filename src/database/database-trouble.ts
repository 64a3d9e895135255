import { Injectable } from '@nestjs/common';

const RECENT_MS = 3_000;

/**
 * Owns whether the database has lately failed in a way that passes: connections lost, refused or ended. Then what
 * takes long is an outage, which pushes wait out, and no overload.
 */
@Injectable()
export class DatabaseTrouble {
  private last = -Infinity;

  note(now = performance.now()): void {
    this.last = now;
  }

  isRecent(now = performance.now()): boolean {
    return now - this.last < RECENT_MS;
  }
}
