import { Injectable } from '@nestjs/common';

const OUTAGE_MS = 3_000;

/**
 * Outage detection: whether connections to the database have lately been lost, refused or ended. Then what takes long
 * is an outage, which pushes wait out, and no overload.
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
