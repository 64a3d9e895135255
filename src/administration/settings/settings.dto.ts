import { ApiModel } from '../../platform/openapi/api-docs';
import { Property } from '../../platform/http/property';

/** The settings that explain the calendar and the journal. */
@ApiModel('Settings')
export class SettingsView {
  /** The name of the platform @example "the booking platform" */ platformName!: string;
  /** The time zone of the update window @example "Europe/Berlin" */ timeZone!: string;
  /** Today in this time zone @example "2026-12-01" */
  @Property({ format: 'date' }) today!: string;
  /** The hours without a push after which a room is silent: `MAIL_SILENCE_HOURS`, or 24 @example 24 */
  silenceHours!: number;
  /** A change of a price by more than this per cent is large: `LARGE_CHANGE_PERCENT` @example 40 */
  largeChangePercent!: number;
  /** false if mails are only written to the log @example true */ sendsMail!: boolean;
}
