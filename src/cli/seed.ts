import '../platform/config/check-node';
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { readConfig } from '../platform/config/config';
import { ConfigModule } from '../platform/config/config.module';
import { DatabaseModule } from '../platform/database/database.module';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres';
import { SeedModule } from '../administration/demo/seed.module';
import { SeedService } from '../administration/demo/seed.service';

/** What the command needs of the service: no HTTP, no metrics. */
@Module({})
class SeedCommandModule {}

/** Puts demo data into an empty database from the command line. */
async function seed(): Promise<void> {
  const config = readConfig();
  const database = config.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({ dataDirectory: config.DATA_DIR });
  try {
    const url = config.DATABASE_URL ?? database?.url ?? '';
    const imports = [ConfigModule.forRoot(config), DatabaseModule.connect(url), SeedModule];
    // Created and never initialized: the relay, the worker of mails and the bootstrap token are the service's.
    const app = await NestFactory.create({ module: SeedCommandModule, imports }, new FastifyAdapter(), {
      logger: false,
      abortOnError: false,
    });
    const told = await app.get(SeedService).seed();
    await app.close();
    if (!told) throw new Error('There are rooms already: demo data goes only into an empty database.');
    console.log(told);
  } finally {
    await database?.stop();
  }
}

seed().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
