import type { LoggerService } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { Client } from 'pg';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { CONFIG, parseConfig } from '../../src/config';
import { databaseOptions } from '../../src/database/database.options';
import { MAIL_TIMING } from '../../src/notification/mail.queue';
import { NotificationModule } from '../../src/notification/notification.module';
import type { Problem } from '../../src/notification/notification.service';
import { NotificationService } from '../../src/notification/notification.service';
import type { TestDatabase } from '../support/database';
import { createDatabase } from '../support/database';
import { DatabaseProxy } from '../support/database-proxy';
import { MailServer } from '../support/smtp';

const SETTINGS = {
  PLATFORM_NAME: 'Sunny Stays',
  PLATFORM_TIME_ZONE: 'Europe/Berlin',
  PUBLIC_URL: 'https://rooms.example.org/',
  MAIL_FROM: 'Sunny Stays <robot@mail.example.org>',
  MAIL_PLATFORM_CONTACT: 'contact@example.org',
  MAIL_CHANNEL_MANAGER_SUPPORT: 'support@example.net',
  MAIL_INTERNAL: 'internal@example.org',
};

/** Keeps what is logged, and tells when a line has come that a test waits for. */
class Log implements LoggerService {
  readonly errors: string[] = [];
  private lines: string[] = [];
  private waiting: { pattern: RegExp; resolve: (line: string) => void }[] = [];

  log = (message: unknown) => this.add(message);
  warn = (message: unknown) => this.add(message);
  error = (message: unknown) => {
    this.errors.push(inspect(message));
    this.add(message);
  };

  line(pattern: RegExp): Promise<string> {
    const known = this.lines.find((line) => pattern.test(line));
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve) => this.waiting.push({ pattern, resolve }));
  }

  private add(message: unknown): void {
    const line = typeof message === 'string' ? message : inspect(message);
    this.lines.push(line);
    for (const { pattern, resolve } of this.waiting) if (pattern.test(line)) resolve(line);
  }
}

describe('Notifications', () => {
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  let mailServer: MailServer;
  let log: Log;
  const apps = new Set<TestingModule>();

  beforeAll(async () => {
    database = await createDatabase();
  });

  afterAll(() => database.drop());

  beforeEach(async () => {
    log = new Log();
    mailServer = await new MailServer().start();
    proxy = await DatabaseProxy.start();
  });

  afterEach(async () => {
    await Promise.all([...apps].map(stop));
    await proxy.stop();
    await mailServer.stop();
  });

  async function start(settings: Record<string, string> = { SMTP_URL: mailServer.url }, url = database.url) {
    const config = parseConfig({ ...SETTINGS, ...settings });
    @Global()
    @Module({ providers: [{ provide: CONFIG, useValue: config }], exports: [CONFIG] })
    class ConfigModule {}

    const app = await Test.createTestingModule({
      imports: [ConfigModule, TypeOrmModule.forRoot(databaseOptions(url, 4)), NotificationModule],
    })
      .overrideProvider(MAIL_TIMING)
      .useValue({ pollMs: 20, retryDelaySeconds: 1 })
      .setLogger(log)
      .compile();
    apps.add(app);
    return app.init();
  }

  const stop = async (app: TestingModule) => {
    apps.delete(app);
    await app.close();
  };

  const problem = (change: Partial<Problem> = {}): Problem => ({
    requestId: randomUUID(),
    occurredAt: new Date('2026-03-15T12:30:00Z'),
    roomId: '4711',
    ratePlanId: '12',
    propertyName: 'Hotel Bar',
    ...change,
  });

  function commit(
    app: TestingModule,
    work: (service: NotificationService, manager: EntityManager) => Promise<void>,
  ): Promise<void> {
    return app.get(DataSource).transaction((manager) => work(app.get(NotificationService), manager));
  }

  /** Requests of the jobs that are in the state, in the order they came. */
  async function requestsIn(state: string): Promise<string[]> {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ id: string }>(
      `SELECT data->'problem'->>'requestId' AS id FROM pgboss.job WHERE state::text = $1 ORDER BY created_on`,
      [state],
    );
    await client.end();
    return rows.map(({ id }) => id);
  }

  describe('an e-mail about', () => {
    it.each([
      [
        'an empty inventory list',
        'emptyInventoryList',
        'contact@example.org',
        /^Empty list of available rooms/,
      ],
      [
        'inventory for a missing room',
        'inventoryRoomMissing',
        'support@example.net',
        /not found: its available rooms/,
      ],
      ['an empty price list', 'emptyPriceList', 'internal@example.org', /^Empty list of prices/],
      ['prices for a missing room', 'priceRoomMissing', 'support@example.net', /not found: its prices/],
    ] as const)('%s goes to its address, with all facts', async (_, trigger, address, subject) => {
      const app = await start();
      const about = problem();
      await commit(app, (service, manager) => service[trigger](manager, about));

      const [mail] = await mailServer.received(1);
      expect(mail?.recipients).toEqual([address]);
      expect(mail?.from).toEqual({ name: 'Sunny Stays', address: 'robot@mail.example.org' });
      expect(mail?.subject).toMatch(subject);
      expect(mail?.subject).toContain('oom 4711');
      for (const body of [mail?.text, mail?.html]) {
        expect(body).toContain('4711');
        expect(body).toContain('12');
        expect(body).toContain('Hotel Bar');
        expect(body).toContain('2026-03-15T12:30:00.000Z');
        expect(body).toContain('Sunday, 15 March 2026 at 13:30:00 CET (Europe/Berlin)');
        expect(body).toContain(about.requestId);
        expect(body).toContain(`https://rooms.example.org/admin/updates/${about.requestId}`);
        expect(body).toContain('Sunny Stays');
        expect(body).toContain('What to do');
      }
    });

    it('prices for a missing room names the property in its subject', async () => {
      const app = await start();
      await commit(app, (service, manager) => service.priceRoomMissing(manager, problem()));
      const [mail] = await mailServer.received(1);
      expect(mail?.subject).toContain('Hotel Bar');
    });

    it('a push without rate plan and property leaves their lines out', async () => {
      const app = await start();
      const bare = problem({ ratePlanId: null, propertyName: null });
      await commit(app, (service, manager) => service.inventoryRoomMissing(manager, bare));
      const [mail] = await mailServer.received(1);
      expect(mail?.text).not.toMatch(/Rate plan|Property|null/);
      expect(mail?.html).not.toMatch(/Rate plan|Property|null/);
    });

    it("a property takes nothing from the caller's text but one line of words", async () => {
      const app = await start();
      const name =
        'Bar\r\nBcc: spy@example.com\r\n\r\n<script>alert(1)</script>\u0000\ud800\u2028\u202e{{link}}';
      const evil = problem({ propertyName: name + 'x'.repeat(1_000_000) });
      await commit(app, (service, manager) => service.priceRoomMissing(manager, evil));

      const [mail] = await mailServer.received(1);
      expect(mail?.recipients).toEqual(['support@example.net']);
      expect(mail?.bcc).toBeUndefined();
      expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc');
      expect(mail?.subject).toContain('(Bar Bcc: spy@example.com <script>alert(1)</script> {{link}}xxx');
      expect(mail?.subject?.length).toBeLessThanOrEqual(200);
      expect(mail?.text).toMatch(
        /^Property: {5}Bar Bcc: spy@example\.com <script>alert\(1\)<\/script> {{link}}x+…$/m,
      );
      expect(mail?.html).toContain('&lt;script&gt;');
      expect(mail?.html).not.toContain('<script>');
    });
  });

  it('sends nothing when the transaction is rolled back', async () => {
    const app = await start();
    const undone = commit(app, async (service, manager) => {
      await service.emptyPriceList(manager, problem());
      throw new Error('not this time');
    });
    await expect(undone).rejects.toThrow('not this time');
    const later = problem();
    await commit(app, (service, manager) => service.emptyPriceList(manager, later));

    const mails = await mailServer.received(1);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(later.requestId);
  });

  it('sends a mail after the mail server has been away', async () => {
    const app = await start();
    await mailServer.stop();
    const about = problem();
    await commit(app, (service, manager) => service.emptyPriceList(manager, about));
    await log.line(/about request .* is tried again after: .*ECONNREFUSED/);
    await mailServer.start();

    const [mail] = await mailServer.received(1);
    expect(mail?.text).toContain(about.requestId);
  });

  it('sends every attempt of a mail under the same Message-ID', async () => {
    const app = await start();
    const attempts: (string | undefined)[] = [];
    mailServer.onMail = (mail) => {
      attempts.push(mail.messageId);
      if (attempts.length === 1) throw new Error('try again later');
    };
    await commit(app, (service, manager) => service.emptyPriceList(manager, problem()));

    const [mail] = await mailServer.received(1);
    expect(mail?.messageId).toMatch(/^<[0-9a-f-]{36}@mail\.example\.org>$/);
    expect(attempts).toEqual([mail?.messageId, mail?.messageId]);
  });

  it('writes mails to the log without SMTP_URL', async () => {
    const app = await start({});
    const about = problem();
    await commit(app, (service, manager) => service.emptyPriceList(manager, about));

    const line = await log.line(/A mail, here because SMTP_URL is not set/);
    expect(line).toContain('internal@example.org');
    expect(line).toContain('Empty list of prices received for room 4711');
    expect(line).toContain(about.requestId);
    await log.line(/about request .* was sent to internal@example.org/);
  });

  it('goes on by itself after the database has been away, and sends no mail twice', async () => {
    const app = await start({ SMTP_URL: mailServer.url }, proxy.before(database.url));
    mailServer.onMail = () => proxy.goAway();
    const [first, second] = [problem(), problem()];
    await commit(app, (service, manager) => service.emptyPriceList(manager, first));
    await log.line(/Could not note that a mail was sent, will go on trying/);
    mailServer.onMail = () => undefined;
    proxy.comeBack();
    await log.line(/Could note that a mail was sent at last/);
    expect(await requestsIn('completed')).toContain(first.requestId);

    proxy.goAway();
    await log.line(/Could not look for mails/);
    proxy.comeBack();
    await log.line(/Could look for mails at last/);
    await commit(app, (service, manager) => service.emptyPriceList(manager, second));
    const mails = await mailServer.received(2);
    expect(mails.map((mail) => mail.text?.match(/Request ID: +(\S+)/)?.[1])).toEqual([
      first.requestId,
      second.requestId,
    ]);
  });

  it('finishes the mail in progress when it is shut down, and keeps those that pushes queue meanwhile', async () => {
    const app = await start();
    const [first, second] = [problem(), problem()];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const arrived = new Promise<void>((resolve) => {
      mailServer.onMail = () => {
        resolve();
        return held;
      };
    });
    await commit(app, (service, manager) => service.emptyPriceList(manager, first));
    await arrived;

    const closed = stop(app);
    await commit(app, (service, manager) => service.emptyPriceList(manager, second));
    release();
    await closed;
    expect(log.errors).toEqual([]);
    expect(mailServer.mails).toHaveLength(1);
    expect(await requestsIn('completed')).toContain(first.requestId);
    expect(await requestsIn('created')).toEqual([second.requestId]);

    await start();
    const [, mail] = await mailServer.received(2);
    expect(mail?.text).toContain(second.requestId);
  });

  it('starts as several instances at once on an empty database, which share the mails', async () => {
    const empty = await createDatabase({ migrated: false });
    const instances = await Promise.all([1, 2, 3].map(() => start({ SMTP_URL: mailServer.url }, empty.url)));
    const problems = instances.map(() => problem());
    await Promise.all(
      instances.map((app, i) =>
        commit(app, (service, manager) => service.emptyPriceList(manager, problems[i] ?? problem())),
      ),
    );
    await mailServer.received(3);
    await Promise.all(instances.map(stop));

    expect(log.errors).toEqual([]);
    expect(mailServer.mails.map((mail) => mail.text?.match(/Request ID: +(\S+)/)?.[1]).sort()).toEqual(
      problems.map(({ requestId }) => requestId).sort(),
    );
    await empty.drop();
  });
});
