import './platform/config/check-node';
import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { AddressInfo } from 'node:net';
import { AppModule } from './app.module';
import { APPLICATION_OPTIONS, configureApp, createAdapter } from './app.setup';
import { readConfig } from './platform/config/config';
import type { EmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres';
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres';
import { assertPortIsFree } from './platform/http/free-port';
import { KeepAlive } from './platform/http/keep-alive';
import { WelcomeService } from './administration/demo/welcome.service';

/** A failure comes here, as one line: Nest would write it with all that it has logged so far, and end the process. */
const OPTIONS = { ...APPLICATION_OPTIONS, abortOnError: false, autoFlushLogs: false };
/** Connections that were made just before a SIGTERM still wait to be accepted: closed at once, their calls would fail. */
const LAST_CONNECTIONS_MS = 500;
/** The same Ctrl+C may come twice, from the terminal and from what watches the service. A later one is another. */
const SAME_SIGNAL_MS = 1_000;
/** From a second Ctrl+C to the end, whatever does not want to end. */
const LAST_MS = 5_000;

let app: NestFastifyApplication | undefined;
let database: EmbeddedPostgres | undefined;
let stopping: Promise<void> | undefined;
let stoppingSince = 0;

/** Starts the service: its database where none is given, the application, and the port. */
async function start(): Promise<void> {
  const config = readConfig();
  const { PORT, HOST, METRICS_PORT, METRICS_HOST, DATABASE_URL, DATA_DIR } = config;
  await assertPortIsFree('PORT', PORT, HOST);
  if (METRICS_PORT !== undefined) await assertPortIsFree('METRICS_PORT', METRICS_PORT, METRICS_HOST);
  // Registered before a database is started, so that no signal leaves one behind. SIGHUP: the terminal was closed.
  process.on('SIGINT', interrupt);
  process.on('SIGHUP', () => void stop());
  process.on('SIGTERM', () => {
    app?.get(KeepAlive).end();
    setTimeout(() => void stop(), LAST_CONNECTIONS_MS);
  });
  const databaseUrl = DATABASE_URL ?? (await startDatabase(DATA_DIR));

  const module = AppModule.create(config, databaseUrl);
  app = await NestFactory.create<NestFastifyApplication>(module, createAdapter(), OPTIONS);
  configureApp(app);
  Logger.flush();
  await app.listen(PORT, HOST);
  new Logger('Main').log(`Listening at ${addressOf(app)}`);
  await app.get(WelcomeService).welcome(await app.getUrl());
}

/** Where it listens, as it is: `getUrl` would name 127.0.0.1 for all addresses, which is wrong outside of a container. */
function addressOf(listening: NestFastifyApplication): string {
  const { address, family, port } = listening.getHttpServer().address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

async function startDatabase(dataDirectory: string): Promise<string> {
  database = await startEmbeddedPostgres({ dataDirectory, log: (line) => console.log(line) });
  return database.url;
}

/** Ctrl+C stops the service; once more, it cuts off whoever is still being answered, and ends in any case. */
function interrupt(): void {
  if (!stopping) return void stop();
  if (performance.now() - stoppingSince < SAME_SIGNAL_MS) return;
  app?.getHttpServer().closeAllConnections();
  setTimeout(() => process.exit(130), LAST_MS).unref();
}

/** Finishes the running pushes, then closes what was started, in the reverse order. Once, however often it is called. */
function stop(): Promise<void> {
  stoppingSince ||= performance.now();
  return (stopping ??= close());
}

async function close(): Promise<void> {
  // What is half started would be left behind. A start that has failed says so itself.
  await started.catch(() => undefined);
  await app?.close();
  await database?.stop();
  process.exit();
}

const started = start();
started.catch((error: unknown) => {
  // What is thrown on purpose here is a plain Error, and says what to do. Of all else, the stack helps.
  console.error(error instanceof Error && error.constructor === Error ? error.message : error);
  process.exitCode = 1;
  void stop();
});
