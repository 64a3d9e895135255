import { Module } from '@nestjs/common';
import { DatesModule } from '../../platform/dates/dates.module';
import { SettingsAdminController } from './settings.admin.controller';

/** The settings that people need to know. */
@Module({ imports: [DatesModule], controllers: [SettingsAdminController] })
export class SettingsModule {}
