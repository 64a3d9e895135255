import { Controller, Get, Inject } from '@nestjs/common';
import { Scopes } from '../../platform/auth/scopes.decorator';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config';
import { UpdateWindow } from '../../platform/dates/update-window';
import { AdministrationApi } from '../../platform/openapi/api-docs';
import { SettingsView } from './settings.dto';
import { silenceHours } from './silence';

/** Reads the settings that the page for administrators uses. */
@Controller('admin/settings')
@Scopes('admin')
@AdministrationApi('Calendar')
export class SettingsAdminController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly window: UpdateWindow,
  ) {}

  /** Read the time zone, its present date, and the limits of silence and of large changes */
  @Get()
  read(): SettingsView {
    return {
      platformName: this.config.PLATFORM_NAME,
      timeZone: this.config.PLATFORM_TIME_ZONE,
      today: this.window.today(),
      silenceHours: silenceHours(this.config),
      largeChangePercent: this.config.LARGE_CHANGE_PERCENT,
      sendsMail: this.config.SMTP_URL !== undefined,
    };
  }
}
