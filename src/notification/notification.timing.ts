const MINUTE_MS = 60_000;

/** How fast mails are looked for, sent and tried again, in milliseconds; tests are more impatient. */
export interface NotificationTiming {
  /** How long the worker waits before it looks for notices and mails again. */
  pollMs: number;
  /** The pause after the first failure. Each further one takes twice as long as the one before, */
  firstPauseMs: number;
  /** … up to this: a mail does not lie for half a day after the mail server is back. */
  longestPauseMs: number;
  /** How long a mail is tried for. */
  retryForMs: number;
  /** When an instance dies over a mail, another one takes it after this time. Longer than any mail takes. */
  leaseMs: number;
}

export const NOTIFICATION_TIMING = Symbol('NOTIFICATION_TIMING');

export const DEFAULT_TIMING: NotificationTiming = {
  pollMs: 1000,
  firstPauseMs: MINUTE_MS,
  longestPauseMs: 30 * MINUTE_MS,
  retryForMs: 25 * 60 * MINUTE_MS,
  leaseMs: 5 * MINUTE_MS,
};
