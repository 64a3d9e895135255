import { ApiProperty } from '@nestjs/swagger';
import { ApiModel } from '../../platform/openapi/api-docs';

/** The settings that people need to know to read the calendar and the journal. */
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
    description: 'A room without a push for so many hours is silent: `MAIL_SILENCE_HOURS`, or 24',
  })
  silenceHours!: number;
  @ApiProperty({ example: true, description: 'False where mails are only written to the log' })
  sendsMail!: boolean;
}
