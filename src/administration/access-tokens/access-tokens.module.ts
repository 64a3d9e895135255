import { Module } from '@nestjs/common';
import { AuthModule } from '../../platform/auth/auth.module';
import { DatesModule } from '../../platform/dates/dates.module';
import { JournalModule } from '../../push/journal/journal.module';
import { PushModule } from '../../push/push.module';
import { AccessTokenAdministrationService } from './access-token-administration.service';
import { AccessTokensAdminController } from './access-tokens.admin.controller';
import { BootstrapTokenService } from './bootstrap-token.service';
import { TokenUsageRepository } from './token-usage.repository';

/**
 * The administration of access tokens. It builds on the journal, which records who created and revoked them.
 */
@Module({
  imports: [AuthModule, DatesModule, JournalModule, PushModule],
  controllers: [AccessTokensAdminController],
  providers: [AccessTokenAdministrationService, BootstrapTokenService, TokenUsageRepository],
  exports: [AccessTokenAdministrationService],
})
export class AccessTokensModule {}
