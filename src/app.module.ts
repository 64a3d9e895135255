import type { DynamicModule, ValidationPipeOptions } from '@nestjs/common';
import { Global, Module, ValidationPipe } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { LoggerModule } from 'nestjs-pino';
import { AuthModule } from './auth/auth.module';
import type { Config } from './config';
import { CONFIG } from './config';
import { DatabaseModule } from './database/database.module';
import { DemoModule } from './demo/demo.module';
import { HistoryModule } from './history/history.module';
import { FailureFilter } from './operations/failure.filter';
import { JsonBodyInterceptor } from './http/json-body.interceptor';
import { fromValidation } from './http/problem';
import { InventoryModule } from './inventory/inventory.module';
import { JournalModule } from './journal/journal.module';
import { NotificationModule } from './notification/notification.module';
import { LoopLag } from './operations/loop-lag';
import { loggingOptions } from './operations/logging';
import { OperationsModule } from './operations/operations.module';
import { SeatInterceptor } from './operations/seat.interceptor';
import { WaitingRoom } from './operations/waiting-room';
import { PricingModule } from './pricing/pricing.module';
import { RoomModule } from './room/room.module';

/** Of decorated classes, which only the administration has: unknown fields are refused. */
const VALIDATION: ValidationPipeOptions = {
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  stopAtFirstError: true,
  exceptionFactory: fromValidation,
};

/** The table of contents. */
@Global()
@Module({})
export class AppModule {
  static create(config: Config, databaseUrl: string): DynamicModule {
    return {
      module: AppModule,
      imports: [
        LoggerModule.forRoot(loggingOptions(config)),
        DatabaseModule.connect(databaseUrl),
        AuthModule,
        JournalModule,
        NotificationModule,
        RoomModule,
        PricingModule,
        InventoryModule,
        HistoryModule,
        OperationsModule,
        DemoModule,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        LoopLag,
        WaitingRoom,
        { provide: APP_INTERCEPTOR, useClass: JsonBodyInterceptor },
        { provide: APP_INTERCEPTOR, useClass: SeatInterceptor },
        { provide: APP_FILTER, useClass: FailureFilter },
        { provide: APP_PIPE, useValue: new ValidationPipe(VALIDATION) },
      ],
      exports: [CONFIG],
    };
  }
}
