import { ApiProperty } from '@nestjs/swagger';
import { IsIn, ValidateIf } from 'class-validator';
import { IdField, LimitField, NameField, NextCursor } from '../platform/http/fields';
import type { Trigger } from './notice';
import { TRIGGERS } from './notice';
import type { NotificationState } from './notification.entity';
import { NOTIFICATION_STATES } from './notification.entity';

/** Which e-mails to list. */
export class ListNotificationsDto {
  @ApiProperty({ description: 'Only e-mails in this state', enum: NOTIFICATION_STATES, required: false })
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(NOTIFICATION_STATES)
  state?: NotificationState;

  @NameField({
    required: false,
    description: 'Only e-mails about this property or a room of it, for example Hotel Bar',
  })
  propertyName?: string;

  @LimitField()
  limit = 50;

  @IdField({ required: false, example: undefined, description: 'The `nextCursor` of the page before' })
  cursor?: string;
}

/** One e-mail: its problem and its state. */
export class NotificationView {
  @ApiProperty({ description: 'The id of the e-mail', example: '1' }) id!: string;
  @ApiProperty({ description: 'The problem that it is about', enum: TRIGGERS }) trigger!: Trigger;
  @ApiProperty({
    enum: NOTIFICATION_STATES,
    description:
      'logged: only written to the log, because SMTP_URL is not set; unconfirmed: perhaps sent, because the mail ' +
      'server has it and did not answer; failed: refused for its recipient, or given up after a day of attempts',
  })
  state!: NotificationState;
  @ApiProperty({
    example: 'internal@example.com',
    description: 'The address that it was, or will be, sent to',
  })
  to!: string;
  @ApiProperty({
    description: 'The room; null if there is none, or several',
    type: String,
    nullable: true,
    example: '1',
  })
  roomId!: string | null;
  @ApiProperty({
    description: 'The rate plan; null if the problem has none',
    type: String,
    nullable: true,
    example: '12',
  })
  ratePlanId!: string | null;
  @ApiProperty({
    description:
      "The channel manager's word for the property, which the platform may not know; in a mail about a silent " +
      "property, the platform's own name",
    type: String,
    nullable: true,
    example: 'Hotel Bar',
  })
  propertyName!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'What was wrong, or the affected dates' })
  detail!: string | null;
  @ApiProperty({ example: 3, description: 'How often it happened' }) occurrences!: number;
  @ApiProperty({ description: 'When the problem happened first', type: String, format: 'date-time' })
  firstAt!: Date;
  @ApiProperty({ description: 'When it happened last', type: String, format: 'date-time' }) lastAt!: Date;
  @ApiProperty({
    description: 'Whether it is a summary of problems beyond the hourly limit, for any room',
  })
  isSummary!: boolean;
  @ApiProperty({
    type: [String],
    description: 'The request ids of the first 20 pushes',
    example: ['019aa5f2-0c6b-7d3e-9f0a-4b8f5d2c1e77'],
  })
  requestIds!: string[];
  @ApiProperty({ description: 'How often the service has tried to send it', example: 1 }) attempts!: number;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the next attempt is; null if there is none',
  })
  nextAttemptAt!: Date | null;
  @ApiProperty({ type: String, nullable: true, description: 'Why the last attempt failed' })
  lastError!: string | null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it was sent, perhaps sent, or written to the log',
  })
  sentAt!: Date | null;
}

/** One e-mail with its text. */
export class NotificationWithText extends NotificationView {
  @ApiProperty({ description: 'The subject line', example: 'Empty list of prices received for room 1' })
  subject!: string;
  @ApiProperty({ description: 'As plain text', example: 'A list of prices for room 1 came without prices.' })
  text!: string;
}

/** A page of e-mails, newest first. */
export class NotificationPage {
  @ApiProperty({ description: 'E-mails, newest first', type: [NotificationView] }) items!: NotificationView[];
  @NextCursor() nextCursor!: string | null;
}
