import type { Config } from '../../platform/config/config';

const DEFAULT_HOURS = 24;

/**
 * Returns the hours without a push after which a room counts as silent. Without the setting, nobody gets a
 * mail about it.
 */
export function silenceHours({ MAIL_SILENCE_HOURS }: Config): number {
  return MAIL_SILENCE_HOURS ?? DEFAULT_HOURS;
}
