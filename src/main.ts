import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module';
import { APPLICATION_OPTIONS, configureApp, createAdapter } from './app.setup';
import { readConfig } from './config/config';
import type { EmbeddedPostgres } from './embedded-postgres/embedded-postgres';
import { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres';
import { WelcomeService } from './seed/welcome.service';

/** Connections that were made just before a SIGTERM still wait to be accepted: closed at once, their calls would fail. */
const LAST_CONNECTIONS_MS = 500;

let app: NestFastifyApplication | undefined;
let database: EmbeddedPostgres | undefined;
let stopping: Promise<void> | undefined;

/** Starts the service: its database where none is given, the application, and the port. */
async function start(): Promise<void> {
  const config = readConfig();
  // Registered before a database is started, so that no signal leaves one behind.
  // The same signal may come twice, from a terminal and from `nest start`: left to itself, the second would end the process.
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => setTimeout(() => void stop(), LAST_CONNECTIONS_MS));
  const databaseUrl = config.DATABASE_URL ?? (await startDatabase(config.DATA_DIR));

  const module = AppModule.create(config, databaseUrl);
  app = await NestFactory.create<NestFastifyApplication>(module, createAdapter(), APPLICATION_OPTIONS);
  configureApp(app);
  await app.listen(config.PORT, config.HOST);
  new Logger('Main').log(`Listening at ${await app.getUrl()}`);
  await app.get(WelcomeService).welcome(await app.getUrl());
}

async function startDatabase(dataDirectory: string): Promise<string> {
  database = await startEmbeddedPostgres({ dataDirectory, log: (line) => console.log(line) });
  return database.url;
}

/** Finishes the running pushes, then closes what was started, in the reverse order. Once, however often it is called. */
function stop(): Promise<void> {
  return (stopping ??= close());
}

async function close(): Promise<void> {
  await app?.close();
  await database?.stop();
  process.exit();
}

start().catch(async (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
  await stop();
});
