import { Injectable } from '@nestjs/common';

const OUTAGE_MS = 3_000;

/**
 * Detects outages of the database: connections were lately lost, refused or ended. What takes long then is no overload:
 * pushes wait until the outage is over.
 */
@Injectable()
export class OutageDetector {
  private lastFailureAt = -Infinity;

  recordFailure(now = performance.now()): void {
    this.lastFailureAt = now;
  }

  isOutage(now = performance.now()): boolean {
    return now - this.lastFailureAt < OUTAGE_MS;
  }
}
