import type { NotificationTiming } from '../../src/notification/notification.timing';

/** With these intervals, a mail that cannot be sent is tried about five times in half a second. */
export const SHORT_TIMING: NotificationTiming = {
  pollMs: 20,
  patienceMs: 200,
  firstPauseMs: 50,
  maxPauseMs: 200,
  unconfirmedPauseMs: 200,
  retryForMs: 500,
  leaseMs: 60_000,
};
