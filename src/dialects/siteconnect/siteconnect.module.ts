import { Module } from '@nestjs/common';
import { AuthModule } from '../../platform/auth/auth.module';
import { DatesModule } from '../../platform/dates/dates.module';
import { AdmissionModule } from '../../push/admission/admission.module';
import { PushModule } from '../../push/push.module';
import { DialectsModule } from '../dialects.module';
import { MessageReceiver } from './message-receiver';
import { SiteConnectController } from './siteconnect.controller';
import { SiteConnectService } from './siteconnect.service';

/** The dialect of SiteMinder's SiteConnect. */
@Module({
  imports: [AdmissionModule, AuthModule, DatesModule, DialectsModule, PushModule],
  controllers: [SiteConnectController],
  providers: [MessageReceiver, SiteConnectService],
})
export class SiteConnectModule {}
