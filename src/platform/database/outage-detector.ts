import { Injectable } from '@nestjs/common';

const OUTAGE_MS = 3_000;
/** A read fails when the database has answered nothing for so long: its caller has an answer within 2 s. */
const MAX_SILENCE_MS = 1_500;

/** What a read does with its connection, for the limit on the silence of the database. */
interface Wait {
  /** Ends the wait for a connection. */
  signal: AbortSignal;
  /** To be called when the database has answered the read: from then on it may take its time. */
  onAnswer: () => void;
}

/** The database has answered nothing, to nobody. Its code makes it an outage, and worth another attempt. */
class SilentDatabaseError extends Error {
  readonly code = 'ETIMEDOUT';
  override readonly message = 'The database is away: it has not answered for 1.5 s';
}

/**
 * Detects outages of the database: connections were lately lost, refused or ended. What takes long then is no overload:
 * pushes wait until the outage is over.
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
   * Runs a read that does not wait for an outage to end. A busy database goes on answering other calls, and is waited
   * for; one that answers nobody is away, whether it refuses connections, has lost its network or is frozen.
   * @param waitedMs how long the caller has waited already
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
