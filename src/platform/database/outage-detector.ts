import { Injectable } from '@nestjs/common';

const OUTAGE_MS = 3_000;
/** A read fails if the database has answered nothing for this long, so that the caller gets an answer within 2 s. */
const MAX_SILENCE_MS = 1_500;

/** Lets a read observe the limit on the silence of the database. */
interface Wait {
  /** Ends the wait for a connection. */
  signal: AbortSignal;
  /** Must be called when the database has answered the read. After that, the limit no longer applies. */
  onAnswer: () => void;
}

/** The database has answered no statement of any caller. The code classifies the error as a retryable outage. */
class SilentDatabaseError extends Error {
  /** connection_failure */
  readonly code = '08006';
  override readonly message = 'The database is away: it has not answered for 1.5 s';
}

/**
 * Detects outages of the database: connections were recently lost, refused or ended. During an outage, a long wait does
 * not mean overload: pushes wait until the outage is over.
 */
@Injectable()
export class OutageDetector {
  private lastFailureAt = -Infinity;
  private lastAnswerAt = -Infinity;

  recordFailure(now = performance.now()): void {
    this.lastFailureAt = now;
  }

  recordAnswer(now = performance.now()): void {
    this.lastAnswerAt = now;
  }

  isOutage(now = performance.now()): boolean {
    return now - this.lastFailureAt < OUTAGE_MS;
  }

  /**
   * Runs a read that does not wait for an outage to end. A busy database still answers other calls, so the read waits
   * for it. A database that answers no call is unreachable: it refuses connections, has lost its network or is frozen.
   * @param waitedMs how long the caller has already waited
   * @throws SilentDatabaseError
   */
  async failWhileSilent<T>(read: (wait: Wait) => Promise<T>, waitedMs = 0): Promise<T> {
    const start = performance.now() - waitedMs;
    const silence = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const check = () => {
      const leftMs = Math.max(start, this.lastAnswerAt) + MAX_SILENCE_MS - performance.now();
      if (leftMs > 0) timer = setTimeout(check, leftMs);
      else silence.abort(new SilentDatabaseError());
    };
    const isSilent = new Promise<never>((_, reject) => {
      silence.signal.addEventListener('abort', () => reject(silence.signal.reason as Error));
    });
    check();
    try {
      return await Promise.race([
        read({ signal: silence.signal, onAnswer: () => clearTimeout(timer) }),
        isSilent,
      ]);
    } finally {
      clearTimeout(timer);
    }
  }
}
