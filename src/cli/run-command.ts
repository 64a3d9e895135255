import type { INestApplication, Type } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ScheduleModule } from '@nestjs/schedule';
import { DatedRecordsModule } from '../dated-records.module';
import { readConfig } from '../platform/config/config';
import { ConfigModule } from '../platform/config/config.module';
import { DatabaseModule } from '../platform/database/database.module';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres';

/** The part of the service that a command needs, without HTTP and metrics. */
@Module({})
class CommandModule {}

/**
 * Runs a command on a part of the service, with its database. The application is created but not initialized: only the
 * service runs jobs and creates the bootstrap token.
 */
export async function runCommand<T>(part: Type, command: (app: INestApplication) => Promise<T>): Promise<T> {
  const config = readConfig();
  const database = config.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({ dataDirectory: config.DATA_DIR });
  try {
    const imports = [
      ConfigModule.forRoot(config),
      DatabaseModule.connect(config.DATABASE_URL ?? database?.url ?? ''),
      ScheduleModule.forRoot(),
      DatedRecordsModule,
      part,
    ];
    const app = await NestFactory.create({ module: CommandModule, imports }, new FastifyAdapter(), {
      logger: false,
      abortOnError: false,
    });
    const result = await command(app);
    await app.close();
    return result;
  } finally {
    await database?.stop();
  }
}
