import './platform/config/check-node';
import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module';
import { APPLICATION_OPTIONS, configureApp, createAdapter } from './app.setup';
import { readConfig } from './platform/config/config';
import { startFailure } from './platform/database/connection-failure';
import type { EmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres';
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres';
import { addressOf } from './platform/http/address-of';
import { assertPortIsFree } from './platform/http/free-port';
import { KeepAlive } from './platform/http/keep-alive';
import { WelcomeService } from './administration/demo/welcome.service';

/** Failures are handled below and printed on one line. Nest would print all buffered logs and end the process. */
const OPTIONS = { ...APPLICATION_OPTIONS, abortOnError: false, autoFlushLogs: false };
/** Connections made just before a SIGTERM still wait to be accepted. Closing at once would fail their calls. */
const LAST_CONNECTIONS_MS = 500;
/** A single Ctrl+C may arrive twice: from the terminal and from a process manager. A later one is a second Ctrl+C. */
const SAME_SIGNAL_MS = 1_000;
/** The time from a second Ctrl+C to the forced end of the process. */
const LAST_MS = 5_000;

let app: NestFastifyApplication | undefined;
let database: EmbeddedPostgres | undefined;
let databaseUrl: string | undefined;
let stopping: Promise<void> | undefined;
let stoppingSince = 0;

/** Starts the service: the embedded database if no other is set, the application, and the port. */
async function start(): Promise<void> {
  const config = readConfig();
  const { PORT, HOST, METRICS_PORT, METRICS_HOST, DATABASE_URL, DATA_DIR } = config;
  await assertPortIsFree('PORT', PORT, HOST);
  if (METRICS_PORT !== undefined) await assertPortIsFree('METRICS_PORT', METRICS_PORT, METRICS_HOST);
  // Registered before the database starts, so that no signal leaves a running database behind. SIGHUP means that the
  // terminal was closed.
  process.on('SIGINT', interrupt);
  process.on('SIGHUP', () => void stop());
  process.on('SIGTERM', () => {
    app?.get(KeepAlive).end();
    setTimeout(() => void stop(), LAST_CONNECTIONS_MS);
  });
  databaseUrl = DATABASE_URL ?? (await startDatabase(DATA_DIR));

  const module = AppModule.create(config, databaseUrl);
  app = await NestFactory.create<NestFastifyApplication>(module, createAdapter(), OPTIONS);
  configureApp(app);
  Logger.flush();
  await app.listen(PORT, HOST);
  new Logger('Main').log(`Listening at ${addressOf(app.getHttpServer())}`);
  await app.get(WelcomeService).welcome(await app.getUrl());
}

async function startDatabase(dataDirectory: string): Promise<string> {
  database = await startEmbeddedPostgres({ dataDirectory, log: (line) => console.log(line) });
  return database.url;
}

/** Handles Ctrl+C: the first one stops the service. The second one disconnects all callers and forces the end. */
function interrupt(): void {
  if (!stopping) return void stop();
  if (performance.now() - stoppingSince < SAME_SIGNAL_MS) return;
  app?.getHttpServer().closeAllConnections();
  setTimeout(() => process.exit(130), LAST_MS).unref();
}

/** Finishes the running pushes, then stops everything in the reverse order of the start. Idempotent. */
function stop(): Promise<void> {
  stoppingSince ||= performance.now();
  return (stopping ??= close());
}

async function close(): Promise<void> {
  // Waits for the start to end, because a half-started part would be left behind. A failed start reports its error itself.
  await started.catch(() => undefined);
  await app?.close();
  await database?.stop();
  process.exit();
}

const started = start();
started.catch((reason: unknown) => {
  const error = startFailure(databaseUrl, reason);
  // The service throws a plain Error on purpose, with advice in its message. For any other error, the stack helps.
  console.error(error instanceof Error && error.constructor === Error ? error.message : error);
  process.exitCode = 1;
  void stop();
});
