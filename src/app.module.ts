import type { DynamicModule, ValidationPipeOptions } from '@nestjs/common';
import { Module, ValidationPipe } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { LoggerModule } from 'nestjs-pino';
import { AccessTokensModule } from './access-tokens/access-tokens.module';
import { AdmissionModule } from './admission/admission.module';
import { ReceiveInterceptor } from './admission/receive.interceptor';
import { AuthModule } from './auth/auth.module';
import { CalendarModule } from './calendar/calendar.module';
import { ChangesModule } from './changes/changes.module';
import type { Config } from './config/config';
import { ConfigModule } from './config/config.module';
import { DatabaseModule } from './database/database.module';
import { AllExceptionsFilter } from './exception.filter';
import { FeedHealthModule } from './feed-health/feed-health.module';
import { KeepAlive } from './http/keep-alive';
import { fromValidation } from './http/problem';
import { InventoryModule } from './inventory/inventory.module';
import { JournalModule } from './journal/journal.module';
import { NotificationModule } from './notification/notification.module';
import { loggingOptions } from './observability/logging';
import { ObservabilityModule } from './observability/observability.module';
import { PriceStoryModule } from './price-story/price-story.module';
import { PricingModule } from './pricing/pricing.module';
import { PushModule } from './push/push.module';
import { RoomModule } from './room/room.module';
import { SeedModule } from './seed/seed.module';
import { UndoModule } from './undo/undo.module';

/** Of decorated classes, which only the administration has: unknown fields are refused. */
const VALIDATION: ValidationPipeOptions = {
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  stopAtFirstError: true,
  exceptionFactory: fromValidation,
};

/** The whole service. */
@Module({})
export class AppModule {
  static create(config: Config, databaseUrl: string): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config),
        LoggerModule.forRoot(loggingOptions(config)),
        DatabaseModule.connect(databaseUrl),
        ScheduleModule.forRoot(),
        AuthModule,
        JournalModule,
        PushModule,
        AccessTokensModule,
        NotificationModule,
        RoomModule,
        PricingModule,
        InventoryModule,
        CalendarModule,
        PriceStoryModule,
        FeedHealthModule,
        UndoModule,
        ChangesModule,
        ObservabilityModule,
        SeedModule,
        AdmissionModule,
      ],
      providers: [
        KeepAlive,
        { provide: APP_INTERCEPTOR, useClass: ReceiveInterceptor },
        { provide: APP_FILTER, useClass: AllExceptionsFilter },
        { provide: APP_PIPE, useValue: new ValidationPipe(VALIDATION) },
      ],
    };
  }
}
