import { ApiProperty } from '@nestjs/swagger';
import { ApiModel } from '../../platform/openapi/api-docs';

/** The settings that explain the calendar and the journal. */
@ApiModel('Settings')
export class SettingsView {
  @ApiProperty({ example: 'the booking platform', description: 'The name of the platform' })
  platformName!: string;
  @ApiProperty({ example: 'Europe/Berlin', description: 'The time zone of the update window' })
  timeZone!: string;
  @ApiProperty({ format: 'date', example: '2026-12-01', description: 'Today in this time zone' })
  today!: string;
  @ApiProperty({
    example: 24,
    description: 'The hours without a push after which a room is silent: `MAIL_SILENCE_HOURS`, or 24',
  })
  silenceHours!: number;
  @ApiProperty({ example: true, description: 'false if mails are only written to the log' })
  sendsMail!: boolean;
}
