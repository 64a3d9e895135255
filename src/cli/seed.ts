import '../platform/config/check-node';
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ScheduleModule } from '@nestjs/schedule';
import { readConfig } from '../platform/config/config';
import { ConfigModule } from '../platform/config/config.module';
import { DatabaseModule } from '../platform/database/database.module';
import { DatedRecordsModule } from '../dated-records.module';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres';
import { SeedModule } from '../administration/demo/seed.module';
import { SeedService } from '../administration/demo/seed.service';

/** The part of the service that the command needs, without HTTP and metrics. */
@Module({})
class SeedCommandModule {}

/** Adds demo data to an empty database from the command line. */
async function seed(): Promise<void> {
  const config = readConfig();
  const database = config.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({ dataDirectory: config.DATA_DIR });
  try {
    const url = config.DATABASE_URL ?? database?.url ?? '';
    const imports = [
      ConfigModule.forRoot(config),
      DatabaseModule.connect(url),
      ScheduleModule.forRoot(),
      DatedRecordsModule,
      SeedModule,
    ];
    // The application is created but not initialized: only the service runs the relay and the mail worker and creates
    // the bootstrap token.
    const app = await NestFactory.create({ module: SeedCommandModule, imports }, new FastifyAdapter(), {
      logger: false,
      abortOnError: false,
    });
    const summary = await app.get(SeedService).seed();
    await app.close();
    if (!summary) throw new Error('There are rooms already: demo data goes only into an empty database.');
    console.log(summary);
  } finally {
    await database?.stop();
  }
}

seed().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
