import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { LoggerModule } from 'nestjs-pino';
import { AccessTokensModule } from './administration/access-tokens/access-tokens.module';
import { AdmissionModule } from './push/admission/admission.module';
import { ReceiveInterceptor } from './push/admission/receive.interceptor';
import { AuthModule } from './platform/auth/auth.module';
import { CalendarViewsModule } from './administration/calendar/calendar-views.module';
import { ChannexModule } from './dialects/channex/channex.module';
import { ChangesModule } from './changes/changes.module';
import { ConformanceModule } from './proof/conformance/conformance.module';
import { ChecksumsModule } from './proof/checksums/checksums.module';
import { ClosuresModule } from './administration/closures/closures.module';
import type { Config } from './platform/config/config';
import { ConfigModule } from './platform/config/config.module';
import { DatabaseModule } from './platform/database/database.module';
import { DatedRecordsModule } from './dated-records.module';
import { AllExceptionsFilter } from './exception.filter';
import { FeedHealthModule } from './administration/feed-health/feed-health.module';
import { KeepAlive } from './platform/http/keep-alive';
import { VALIDATION_PIPE } from './platform/http/validation';
import { ImportModule } from './administration/import/import.module';
import { InventoryModule } from './inventory/inventory.module';
import { JournalModule } from './push/journal/journal.module';
import { NotificationModule } from './notification/notification.module';
import { loggingOptions } from './administration/observability/logging';
import { ObservabilityModule } from './administration/observability/observability.module';
import { PriceStoryModule } from './administration/price-story/price-story.module';
import { PricingModule } from './pricing/pricing.module';
import { PropertiesModule } from './administration/properties/properties.module';
import { PushModule } from './push/push.module';
import { RetentionModule } from './retention.module';
import { RestrictionsModule } from './restrictions/restrictions.module';
import { RoomModule } from './room/room.module';
import { SandboxesModule } from './proof/sandboxes/sandboxes.module';
import { SeedModule } from './administration/demo/seed.module';
import { SiteConnectModule } from './dialects/siteconnect/siteconnect.module';
import { SettingsModule } from './administration/settings/settings.module';
import { StaysModule } from './administration/stays/stays.module';
import { UndoModule } from './administration/undo/undo.module';

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
        DatedRecordsModule,
        AuthModule,
        JournalModule,
        PushModule,
        AccessTokensModule,
        NotificationModule,
        RoomModule,
        PricingModule,
        InventoryModule,
        ImportModule,
        RestrictionsModule,
        ChannexModule,
        SiteConnectModule,
        CalendarViewsModule,
        PriceStoryModule,
        ClosuresModule,
        FeedHealthModule,
        PropertiesModule,
        SettingsModule,
        StaysModule,
        UndoModule,
        ChangesModule,
        ChecksumsModule,
        SandboxesModule,
        ConformanceModule,
        ObservabilityModule,
        RetentionModule,
        SeedModule,
        AdmissionModule,
      ],
      providers: [
        KeepAlive,
        { provide: APP_INTERCEPTOR, useClass: ReceiveInterceptor },
        AllExceptionsFilter,
        { provide: APP_FILTER, useExisting: AllExceptionsFilter },
        { provide: APP_PIPE, useValue: VALIDATION_PIPE },
      ],
    };
  }
}
