const MINUTE_MS = 60_000;

/** The intervals of the notice relay and the mail worker, in milliseconds. Tests use shorter ones. */
export interface NotificationTiming {
  /** The pause between checks for notices and mails. */
  pollMs: number;
  /** The time after which a mail that is still being sent no longer delays the next one. */
  patienceMs: number;
  /** The pause after the first failure. It doubles with each further failure. */
  firstPauseMs: number;
  /** The maximum pause, so that mails leave soon after the mail server is back. */
  maxPauseMs: number;
  /**
   * The pause after the mail server did not confirm a mail that it has perhaps accepted. It is long, because each
   * attempt may bring one more copy.
   */
  unconfirmedPauseMs: number;
  /** How long a mail is retried. */
  retryForMs: number;
  /**
   * If an instance dies while it sends a mail, another one takes the mail after this time. It is longer than any mail
   * takes.
   */
  leaseMs: number;
}

export const NOTIFICATION_TIMING = Symbol('NOTIFICATION_TIMING');

export const DEFAULT_TIMING: NotificationTiming = {
  pollMs: 1000,
  patienceMs: 5_000,
  firstPauseMs: MINUTE_MS,
  maxPauseMs: 30 * MINUTE_MS,
  unconfirmedPauseMs: 12 * 60 * MINUTE_MS,
  retryForMs: 25 * 60 * MINUTE_MS,
  leaseMs: 20 * MINUTE_MS,
};

/** The pause after a number of failed attempts: exponential backoff up to a maximum. */
export function pauseAfter(attempts: number, { firstPauseMs, maxPauseMs }: NotificationTiming): number {
  return Math.min(firstPauseMs * 2 ** (attempts - 1), maxPauseMs);
}
