import { Module } from '@nestjs/common';
import { DatesModule } from '../../platform/dates/dates.module';
import { PropertiesAdminController } from './properties.admin.controller';
import { PropertiesRepository } from './properties.repository';
import { PropertiesService } from './properties.service';

/** The properties that rooms belong to. */
@Module({
  imports: [DatesModule],
  controllers: [PropertiesAdminController],
  providers: [PropertiesRepository, PropertiesService],
})
export class PropertiesModule {}
