import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';
import { ConnectionQueue } from './connection-queue';
import { databaseOptions, WITH_SOCKET_TIMEOUT } from './database.options';
import { OutageDetector } from './outage-detector';
import { LockWaits } from './lock-waits';
import { migrate } from './migrate';
import { PreparedStatementSupport } from './prepared-statement-support';
import { TransactionRunner } from './transaction-runner';

/** The connections to the database, and the transactions on them. Everything needs it, so it is global. */
@Global()
@Module({})
export class DatabaseModule {
  static connect(url: string): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [CONFIG],
          useFactory: async (config: Config) => {
            await migrate(url);
            const options = databaseOptions(url, config.DATABASE_POOL_SIZE, WITH_SOCKET_TIMEOUT);
            return { ...options, autoLoadEntities: true };
          },
        }),
      ],
      providers: [
        {
          provide: ConnectionQueue,
          inject: [CONFIG],
          useFactory: (config: Config) => new ConnectionQueue(config.DATABASE_POOL_SIZE),
        },
        LockWaits,
        OutageDetector,
        PreparedStatementSupport,
        TransactionRunner,
      ],
      exports: [ConnectionQueue, OutageDetector, TransactionRunner],
    };
  }
}
