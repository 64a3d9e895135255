import type { DynamicModule, ValidationPipeOptions } from '@nestjs/common';
import { Module, ValidationPipe } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { LoggerModule } from 'nestjs-pino';
import { AccessTokensModule } from './administration/access-tokens/access-tokens.module';
import { AdmissionModule } from './push/admission/admission.module';
import { ReceiveInterceptor } from './push/admission/receive.interceptor';
import { AuthModule } from './platform/auth/auth.module';
import { CalendarModule } from './administration/calendar/calendar.module';
import { ChangesModule } from './changes/changes.module';
import type { Config } from './platform/config/config';
import { ConfigModule } from './platform/config/config.module';
import { DatabaseModule } from './platform/database/database.module';
import { AllExceptionsFilter } from './exception.filter';
import { FeedHealthModule } from './administration/feed-health/feed-health.module';
import { KeepAlive } from './platform/http/keep-alive';
import { fromValidation } from './platform/http/problem';
import { InventoryModule } from './inventory/inventory.module';
import { JournalModule } from './push/journal/journal.module';
import { NotificationModule } from './notification/notification.module';
import { loggingOptions } from './administration/observability/logging';
import { ObservabilityModule } from './administration/observability/observability.module';
import { PriceStoryModule } from './administration/price-story/price-story.module';
import { PricingModule } from './pricing/pricing.module';
import { PropertiesModule } from './administration/properties/properties.module';
import { PushModule } from './push/push.module';
import { RoomModule } from './room/room.module';
import { SeedModule } from './administration/demo/seed.module';
import { SettingsModule } from './administration/settings/settings.module';
import { UndoModule } from './administration/undo/undo.module';

/** Validates decorated classes, which only the administration has. Unknown fields are refused. */
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
        PropertiesModule,
        SettingsModule,
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
