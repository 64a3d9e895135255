import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';
import { ConnectionLimit } from './connection-limit';
import { ConnectionQueue } from './connection-queue';
import { databaseOptions } from './database.options';
import { Distribution } from './distribution';
import { OutageDetector } from './outage-detector';
import { migrate } from './migrate';
import { PreparedStatementSupport } from './prepared-statement-support';
import { DEFAULT_SILENCE_MS, SILENCE_MS, timeoutSocket } from './timeout-socket';
import { TransactionRunner } from './transaction-runner';
import { Transactions } from './transactions';

/** Provides the database connections and the transactions. The module is global because every module needs it. */
@Global()
@Module({})
export class DatabaseModule {
  static connect(url: string): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          extraProviders: [{ provide: SILENCE_MS, useValue: DEFAULT_SILENCE_MS }],
          inject: [CONFIG, SILENCE_MS],
          useFactory: async (config: Config, silenceMs: number) => {
            await migrate(url);
            // The limit begins after the migrations, because a migration may be silent for longer.
            const stream = () => timeoutSocket(silenceMs);
            const options = databaseOptions(url, config.DATABASE_POOL_SIZE, { stream });
            return { ...options, autoLoadEntities: true };
          },
        }),
      ],
      providers: [
        {
          provide: ConnectionQueue,
          inject: [ConnectionLimit],
          useFactory: (limit: ConnectionLimit) => new ConnectionQueue(() => limit.current),
        },
        ConnectionLimit,
        OutageDetector,
        Distribution,
        PreparedStatementSupport,
        TransactionRunner,
        Transactions,
      ],
      exports: [ConnectionQueue, Distribution, OutageDetector, TransactionRunner, Transactions],
    };
  }
}
