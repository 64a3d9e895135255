import type { OnApplicationBootstrap } from '@nestjs/common';
import { Inject, Logger, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';
import { AccessTokenRepository } from './access-token.repository';
import { AccessTokenService } from './access-token.service';
import { BearerGuard } from './bearer.guard';
import { BearerStrategy } from './bearer.strategy';
import { FailedAuthentications } from './failed-authentications';
import { MessageSender } from './message-sender';
import { TokenLookups } from './token-lookups';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessToken } from './access-token.entity';

/** Provides access tokens and the guard in front of every route. */
@Module({
  imports: [TypeOrmModule.forFeature([AccessToken]), PassportModule],
  providers: [
    AccessTokenRepository,
    AccessTokenService,
    BearerStrategy,
    FailedAuthentications,
    MessageSender,
    TokenLookups,
    { provide: APP_GUARD, useClass: BearerGuard },
  ],
  exports: [AccessTokenRepository, AccessTokenService, MessageSender],
})
export class AuthModule implements OnApplicationBootstrap {
  private readonly logger = new Logger(AuthModule.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly tokens: AccessTokenService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.tokens.rememberValid();
    if (this.config.ROOM_EDIT_AUTHENTICATION === 'none') {
      this.logger.warn(
        'ROOM_EDIT_AUTHENTICATION=none: anyone who can reach the service can change the capacity of rooms',
      );
    }
  }
}
