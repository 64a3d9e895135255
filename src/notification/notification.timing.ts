const MINUTE_MS = 60_000;

/** How often notices and mails are looked for, and when a mail is tried again, in milliseconds; shorter in tests. */
export interface NotificationTiming {
  /** The pause before notices and mails are looked for again. */
  pollMs: number;
  /** The pause after the first failure. Each further one takes twice as long as the one before, */
  firstPauseMs: number;
  /** … up to this: a mail does not lie for half a day after the mail server is back. */
  maxPauseMs: number;
  /** How long a mail is tried for. */
  retryForMs: number;
  /** When an instance dies over a mail, another one takes it after this time. Longer than any mail takes. */
  leaseMs: number;
}

export const NOTIFICATION_TIMING = Symbol('NOTIFICATION_TIMING');

export const DEFAULT_TIMING: NotificationTiming = {
  pollMs: 1000,
  firstPauseMs: MINUTE_MS,
  maxPauseMs: 30 * MINUTE_MS,
  retryForMs: 25 * 60 * MINUTE_MS,
  leaseMs: 5 * MINUTE_MS,
};

/** The pause after so many failed attempts: exponential backoff up to a maximum. */
export function pauseAfter(attempts: number, { firstPauseMs, maxPauseMs }: NotificationTiming): number {
  return Math.min(firstPauseMs * 2 ** (attempts - 1), maxPauseMs);
}
