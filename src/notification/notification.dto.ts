import { IsIn, ValidateIf } from 'class-validator';
import { IdField, NameField } from '../platform/http/fields';
import type { Trigger } from './notice';
import { TRIGGERS } from './notice';
import type { NotificationState } from './notification.entity';
import { NOTIFICATION_STATES } from './notification.entity';
import { Property } from '../platform/http/property';
import { PageOf, PageQuery } from '../platform/http/page.dto';

/** The e-mails to list. */
export class ListNotificationsDto extends PageQuery(IdField({ required: false })) {
  /** Only e-mails in this state */
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(NOTIFICATION_STATES)
  state?: NotificationState;
  /** Only e-mails about this property or a room of it, for example Hotel Bar */
  @NameField({ required: false }) propertyName?: string;
}

/** One e-mail: its problem and its state. */
export class NotificationView {
  /** The id of the e-mail @example "1" */ id!: string;
  /** The problem that it is about */
  @Property({ enum: TRIGGERS }) trigger!: Trigger;
  /**
   * logged: only written to the log, because SMTP_URL is not set; unconfirmed: perhaps sent, because the mail
   * server has it and did not answer; failed: refused for its recipient, or given up after a day of attempts
   */
  @Property({ enum: NOTIFICATION_STATES }) state!: NotificationState;
  /** The address that it was, or will be, sent to @example "internal@example.com" */ to!: string;
  /** The room; null if there is none, or several @example "1" */ roomId!: string | null;
  /** The rate plan; null if the problem has none @example "12" */ ratePlanId!: string | null;
  /**
   * The channel manager's word for the property, which the platform may not know; in a mail about a silent
   * property, the platform's own name
   * @example "Hotel Bar"
   */
  propertyName!: string | null;
  /** The problem, or the affected dates */ detail!: string | null;
  /** How often it happened @example 3 */ occurrences!: number;
  /** When the problem happened first */ firstAt!: Date;
  /** When it happened last */ lastAt!: Date;
  /** Whether it is a summary of problems beyond the hourly limit, for any room */ isSummary!: boolean;
  /** The request ids of the first 20 pushes @example ["019aa5f2-0c6b-7d3e-9f0a-4b8f5d2c1e77"] */
  requestIds!: string[];
  /** How often the service has tried to send it @example 1 */ attempts!: number;
  /** When the next attempt is; null if there is none */ nextAttemptAt!: Date | null;
  /** Why the last attempt failed */ lastError!: string | null;
  /** When it was sent, perhaps sent, or written to the log */ sentAt!: Date | null;
}

/** One e-mail with its text. */
export class NotificationWithText extends NotificationView {
  /** The subject line @example "Empty list of prices received for room 1" */ subject!: string;
  /** The plain text @example "A list of prices for room 1 came without prices." */ text!: string;
}

/** A page of e-mails, newest first. */
export class NotificationPage extends PageOf(NotificationView, 'E-mails, newest first') {}
