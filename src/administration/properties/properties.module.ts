import { Module } from '@nestjs/common';
import { DatesModule } from '../../platform/dates/dates.module';
import { NotificationModule } from '../../notification/notification.module';
import { AttentionRepository } from './attention.repository';
import { PropertiesAdminController } from './properties.admin.controller';
import { PropertiesRepository } from './properties.repository';
import { PropertiesService } from './properties.service';

/** The properties that rooms belong to. */
@Module({
  imports: [DatesModule, NotificationModule],
  controllers: [PropertiesAdminController],
  providers: [AttentionRepository, PropertiesRepository, PropertiesService],
})
export class PropertiesModule {}
