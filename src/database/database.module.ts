import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Config } from '../config';
import { CONFIG } from '../config';
import { ConnectionQueue } from './connection-queue';
import { databaseOptions } from './database.options';
import { DatabaseTrouble } from './database-trouble';
import { migrate } from './migrate';
import { RoomQueue } from './room-queue';
import { TransactionRunner } from './transaction-runner';

/** The connection, its transactions, and the order of pushes. Everything needs it, so it is global. */
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
            return databaseOptions(url, config.DATABASE_POOL_SIZE, { isPatient: false });
          },
        }),
      ],
      providers: [ConnectionQueue, DatabaseTrouble, RoomQueue, TransactionRunner],
      exports: [DatabaseTrouble, RoomQueue, TransactionRunner],
    };
  }
}
