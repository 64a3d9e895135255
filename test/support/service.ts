import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { TestingModuleBuilder } from '@nestjs/testing';
import { Test } from '@nestjs/testing';
import { __resetOutOfContextForTests } from 'nestjs-pino/PinoLogger';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { MetricsServer } from '../../src/administration/observability/metrics.server';
import { AppModule } from '../../src/app.module';
import { APPLICATION_OPTIONS, configureApp, createAdapter } from '../../src/app.setup';
import type { Scope } from '../../src/platform/auth/scopes.decorator';
import { Clock } from '../../src/platform/dates/clock';
import { parseConfig } from '../../src/platform/config/config';
import type { DatabaseProxy } from './database-proxy';
import { checkDistributedStatements } from './distributed-statements';
import { Records } from './records';
import type { TestDatabase } from './database';
import { createDatabase } from './database';

/** The time at which every test runs. */
export const NOW = new Date('2026-12-01T12:00:00Z');

const JSON_TYPE = { 'content-type': 'application/json' };

interface Options {
  settings?: Record<string, string>;
  now?: Date;
  /** Another instance on the database of this one. */
  beside?: TestService;
  /** An existing database. */
  database?: TestDatabase;
  proxy?: DatabaseProxy;
  /** Replaces providers. */
  override?: (builder: TestingModuleBuilder) => TestingModuleBuilder;
}

/** The options of fetch, with plain headers. */
type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

/** A complete answer. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** The whole service, with a real port and its own database. */
export class TestService {
  readonly records: Records;
  readonly dataSource: DataSource;
  token = '';
  private readonly statements: ReturnType<typeof checkDistributedStatements>;
  private readonly others: TestService[] = [];

  private constructor(
    readonly app: NestFastifyApplication,
    readonly url: string,
    private readonly database: TestDatabase,
    private readonly ownsDatabase: boolean,
  ) {
    this.dataSource = app.get(DataSource);
    this.records = new Records(this.dataSource);
    this.statements = checkDistributedStatements(this.dataSource);
  }

  static async start({
    settings = {},
    now = NOW,
    beside,
    database: given,
    proxy,
    override,
  }: Options = {}): Promise<TestService> {
    const database = beside?.database ?? given ?? (await createDatabase());
    const url = proxy ? proxy.before(database.url) : database.url;
    const config = parseConfig({
      LOG_LEVEL: 'silent',
      DEMO_DATA: 'false',
      DATABASE_POOL_SIZE: '8',
      ...settings,
    });
    // Otherwise, log lines outside of calls would go to the log of the first service of the process.
    if (!beside) __resetOutOfContextForTests();
    const builder = Test.createTestingModule({ imports: [AppModule.create(config, url)] })
      .overrideProvider(Clock)
      .useValue({ now: () => now });
    const module = await (override?.(builder) ?? builder).compile();
    const app = module.createNestApplication<NestFastifyApplication>(createAdapter(), APPLICATION_OPTIONS);
    await configureApp(app).listen(0, '127.0.0.1');
    const service = new TestService(app, await app.getUrl(), database, !beside);
    service.token = beside?.token ?? (await service.createToken('test', ['push', 'admin']));
    return service;
  }

  /** Starts another instance on the same database. It stops when this one stops. */
  async startBeside(options: Options): Promise<TestService> {
    const other = await TestService.start({ ...options, beside: this });
    this.others.push(other);
    return other;
  }

  /** The URL of the database, without a proxy. */
  get databaseUrl(): string {
    return this.database.url;
  }

  /** The URL of the metrics, if METRICS_PORT is set. */
  get metricsUrl(): string {
    const { url } = this.app.get(MetricsServer);
    if (!url) throw new Error('METRICS_PORT is not set');
    return url;
  }

  /**
   * Inserts so many rows that a busy machine may need longer for them than the service lets the database be silent. A session
   * of its own has no such limit. The foreign keys are known to hold, and checking them would take most of the time.
   */
  async fill(sql: string, values: unknown[]): Promise<void> {
    const client = new Client(this.databaseUrl);
    await client.connect();
    try {
      await client.query(`SET session_replication_role = replica`);
      await client.query(sql, values);
    } finally {
      await client.end();
    }
  }

  /** Creates a token without a journal entry. */
  async createToken(
    name: string,
    scopes: Scope[],
    limits: { propertyNames?: string[]; expiresAt?: Date } = {},
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.records.accessToken({ name, token, scopes, ...limits });
    return token;
  }

  /** @throws Error if the service has sent a statement that distributed tables do not support */
  async stop(): Promise<void> {
    for (const other of this.others) await other.stop();
    const refused = this.statements.stop();
    await this.app.close();
    if (this.ownsDatabase) await this.database.drop();
    if (refused.length > 0) throw new Error(`On Citus, these would fail:\n${refused.join('\n')}`);
  }

  /** Calls with a JSON body; by default, with the test's token. */
  async post(path: string, body: unknown, init: Init = {}): Promise<Answer> {
    return this.call(path, {
      method: 'POST',
      body: JSON.stringify(body),
      ...init,
      headers: { ...JSON_TYPE, ...init.headers },
    });
  }

  async call(path: string, init: Init = {}): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.token}`, ...init.headers };
    const response = await fetch(this.url + path, { ...init, headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Calls the administration, and parses the answer as JSON. */
  async admin<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: T; headers: Headers }> {
    const init = body === undefined ? {} : { body: JSON.stringify(body), headers: JSON_TYPE };
    const { status, text, headers } = await this.call(`/admin${path}`, { method, ...init });
    return { status, headers, body: (text === '' ? undefined : JSON.parse(text)) as T };
  }

  /** Imports rooms and rate plans from CSV. */
  async importCsv<T = Record<string, unknown>>(
    csv: string,
    query: Record<string, string> = {},
  ): Promise<{ status: number; body: T; headers: Headers }> {
    const path = `/admin/import?${new URLSearchParams(query).toString()}`;
    const init = { method: 'POST', body: csv, headers: { 'content-type': 'text/csv' } };
    const { status, text, headers } = await this.call(path, init);
    return { status, headers, body: JSON.parse(text) as T };
  }

  pushInventory(roomId: string, body: unknown): Promise<Answer> {
    return this.post(`/updateCalendarInventory?roomId=${roomId}`, body);
  }

  pushPrices(roomId: string, ratePlanId: string, body: unknown): Promise<Answer> {
    return this.post(`/updateCalendarPrices?roomId=${roomId}&ratePlanId=${ratePlanId}`, body);
  }

  editRoom(body: unknown): Promise<Answer> {
    return this.post('/roomEditChannelManager', body);
  }
}
