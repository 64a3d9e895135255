import { parseConfig } from '../../../src/platform/config/config';
import { ConfigModule } from '../../../src/platform/config/config.module';
import { ScheduleModule } from '@nestjs/schedule';
import type { TestingModule } from '@nestjs/testing';
import { Test } from '@nestjs/testing';
import { Client } from 'pg';
import { uuidv7 } from 'uuidv7';
import { DatabaseModule } from '../../../src/platform/database/database.module';
import { JournalModule } from '../../../src/push/journal/journal.module';
import type { NotificationTiming } from '../../../src/notification/notification.timing';
import { DEFAULT_TIMING, NOTIFICATION_TIMING } from '../../../src/notification/notification.timing';
import type { TestDatabase } from '../../support/database';
import { createDatabase } from '../../support/database';
import { DatabaseProxy } from '../../support/database-proxy';
import { SHORT_TIMING } from '../../support/short-timing';
import { Log } from '../../support/log';
import { hangingUp, MailServer, nobody } from '../../support/smtp';
import { until } from '../../support/until';

const PERSISTENT = { ...SHORT_TIMING, retryForMs: 60_000 };

describe('the delivery of mails', () => {
  let database: TestDatabase;
  let client: Client;
  let proxy: DatabaseProxy;
  let mailServer: MailServer;
  let log: Log;
  const apps = new Set<TestingModule>();

  beforeEach(async () => {
    database = await createDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    log = new Log();
    mailServer = await new MailServer().start();
    proxy = await DatabaseProxy.start();
  });

  afterEach(async () => {
    await Promise.all([...apps].map(stop));
    await proxy.stop();
    await mailServer.stop();
    await client.end();
    await database.drop();
  });

  /** Starts the part of the service that relays notices and sends mails. */
  async function start({
    smtp = mailServer.url,
    url = database.url,
    timing = PERSISTENT,
  }: { smtp?: string; url?: string; timing?: NotificationTiming } = {}) {
    const config = parseConfig({
      SMTP_URL: smtp,
      MAIL_FROM: 'robot@mail.example.org',
      DATABASE_POOL_SIZE: '4',
      DB_RETRY_BUDGET_SECONDS: '0',
    });
    const app = await Test.createTestingModule({
      imports: [
        ConfigModule.forRoot(config),
        DatabaseModule.connect(url),
        ScheduleModule.forRoot(),
        JournalModule,
      ],
    })
      .overrideProvider(NOTIFICATION_TIMING)
      .useValue(timing)
      .setLogger(log)
      .compile();
    apps.add(app);
    return app.init();
  }

  const stop = async (app: TestingModule) => {
    apps.delete(app);
    await app.close();
  };

  /** Commits a journal entry with a notice, each about another room. @returns its request id */
  async function notice(): Promise<string> {
    const id = uuidv7();
    await client.query(
      `INSERT INTO journal_entry (id, received_at, applied_at, operation, room_id, outcome, notice)
       SELECT $1, now(), now(), 'updateCalendarPrices', count(*) + 1, 'emptyList', '{"trigger": "emptyPriceList"}'
         FROM journal_entry`,
      [id],
    );
    return id;
  }

  /** The state of each mail, by request. */
  async function states(): Promise<Record<string, string>> {
    const { rows } = await client.query<{ id: string; state: string }>(
      `SELECT request_ids[1] AS id, state FROM notification ORDER BY id`,
    );
    return Object.fromEntries(rows.map(({ id, state }) => [id, state]));
  }

  const requestsOf = (mails: { text?: string }[]) =>
    mails.map((mail) => mail.text?.match(/Request ID: +(\S+)/)?.[1]).sort();

  it('A mail waits while the mail server is away', async () => {
    await start();
    await mailServer.stop();
    const request = await notice();
    await log.line(/about request .* is tried again after: .*ECONNREFUSED/);
    await mailServer.start();
    expect(requestsOf(await mailServer.received(1))).toEqual([request]);
  });

  it('A mail that is tried again does not delay the next one', async () => {
    await start();
    let refused = '';
    mailServer.onMail = (mail) => {
      refused ||= requestsOf([mail])[0] ?? '';
      if (mail.text?.includes(refused)) throw new Error('this one not yet');
    };
    const first = await notice();
    await log.line(new RegExp(`about request ${first} is tried again`));
    const second = await notice();
    await mailServer.received(1);
    expect(requestsOf(mailServer.mails)).toEqual([second]);
  });

  it.each([
    ['refuses it for the moment', 450, /450 no room left/],
    ['refuses it for good, as long as nobody corrects that', 550, /550 no room left/],
  ])('A mail is sent once when the mail server first %s', async (_, responseCode, reason) => {
    await start();
    let attempts = 0;
    mailServer.onMail = () => {
      if (++attempts <= 2) throw Object.assign(new Error('no room left'), { responseCode });
    };
    const request = await notice();
    await log.line(reason);
    await until(async () => (await states())[request] === 'sent');
    expect(requestsOf(mailServer.mails)).toEqual([request]);
    expect(attempts).toBe(3);
  });

  it('A mail is sent once when the mail server drops the connection before it accepts the mail', async () => {
    await start();
    let attempts = 0;
    mailServer.onMail = () => {
      if (++attempts > 1) return;
      mailServer.cut();
      throw new Error('dropped');
    };
    const request = await notice();
    await log.line(/was sent to/);
    expect(attempts).toBe(2);
    expect(requestsOf(mailServer.mails)).toEqual([request]);
  });

  it('A mail whose acceptance was lost is perhaps sent, and is not sent again for hours', async () => {
    await start({ timing: { ...DEFAULT_TIMING, pollMs: 20 } });
    mailServer.onMail = () => mailServer.cut();
    const request = await notice();
    await log.line(new RegExp(`about request ${request} was perhaps sent: .*did not confirm`));
    expect(await states()).toEqual({ [request]: 'unconfirmed' });
    const hours = await pauseAfter(1, 'hours');
    expect(hours).toBe(12);
    expect(mailServer.mails).toHaveLength(1);
  });

  it('A mail that was perhaps sent is not sent again after a day', async () => {
    await start({ timing: { ...DEFAULT_TIMING, pollMs: 20 } });
    mailServer.onMail = () => mailServer.cut();
    const first = await notice();
    await log.line(/was perhaps sent/);
    mailServer.onMail = () => undefined;
    await client.query(
      `UPDATE notification SET next_attempt_at = clock_timestamp(), give_up_at = clock_timestamp() - interval '1 s'`,
    );
    const second = await notice();
    // The first mail would be sent first, because it has been due for longer.
    await until(async () => (await states())[second] === 'sent');
    expect(await states()).toEqual({ [first]: 'unconfirmed', [second]: 'sent' });
    expect(requestsOf(mailServer.mails)).toEqual([first, second].sort());
  });

  it('A mail that was perhaps sent stays so while the mail server is away, and is sent when it is back', async () => {
    await start({ timing: PERSISTENT });
    mailServer.onMail = () => mailServer.cut();
    const request = await notice();
    await log.line(/was perhaps sent/);
    await mailServer.stop();
    await log.line(/is tried again after: .*ECONNREFUSED/);
    expect(await states()).toEqual({ [request]: 'unconfirmed' });
    mailServer.onMail = () => undefined;
    await mailServer.start();
    await log.line(/was sent to/);
    await until(async () => (await states())[request] === 'sent');
  });

  it('A mail that the mail server is slow to accept does not delay the next one, and is sent once', async () => {
    let accept = () => {};
    const slow = new Promise<void>((resolve) => (accept = resolve));
    const arrived = new Promise<void>((resolve) => {
      mailServer.onMail = () => {
        resolve();
        return slow;
      };
    });
    await start();
    const first = await notice();
    await arrived;
    mailServer.onMail = () => undefined;
    const second = await notice();
    await until(async () => (await states())[second] === 'sent');
    accept();
    await until(async () => (await states())[first] === 'sent');
    expect(requestsOf(mailServer.mails)).toEqual([first, second].sort());
  });

  it('At most five mails are sent at once', async () => {
    let [open, most] = [0, 0];
    mailServer.onMail = async () => {
      most = Math.max(most, ++open);
      await until(() => most === 5);
      open--;
    };
    await start();
    const requests: string[] = [];
    for (let n = 0; n < 12; n++) requests.push(await notice());
    await mailServer.received(12);
    expect(most).toBe(5);
    expect(requestsOf(mailServer.mails)).toEqual(requests.sort());
  });

  it('A mail for a recipient that the mail server refuses fails at once', async () => {
    mailServer.onRecipient = () => {
      throw Object.assign(new Error('no such mailbox'), { responseCode: 550 });
    };
    await start();
    const request = await notice();
    await log.line(new RegExp(`about request ${request} is given up after: .*550 no such mailbox`));
    expect(await states()).toEqual({ [request]: 'failed' });
  });

  it('A mail that arrives twice, because the acceptance was lost, has one Message-ID', async () => {
    await start();
    mailServer.onMail = () => {
      if (mailServer.mails.length === 0) mailServer.cut();
    };
    const request = await notice();
    const [first, second] = await mailServer.received(2);
    expect(first?.messageId).toMatch(new RegExp(`^<\\d+\\.${request}@mail\\.example\\.org>$`));
    expect(second?.messageId).toBe(first?.messageId);
    await log.line(/was sent to/);
  });

  it.each([
    ['answers 5xx', () => mailServer.url, /550 no such mailbox/],
    ['is never there', nobody, /ECONNREFUSED/],
    ['hangs up at once', hangingUp, /closed|ECONNRESET|greeting/i],
  ])('A mail fails, with the reason, when the mail server %s', async (_, smtp, reason) => {
    mailServer.onMail = () => {
      throw Object.assign(new Error('no such mailbox'), { responseCode: 550 });
    };
    await start({ smtp: await smtp() });
    const request = await notice();
    await log.line(/about request .* is tried again after/);
    // The time for attempts ends only now, even if the first attempt took long.
    await client.query(`UPDATE notification SET give_up_at = give_up_at - $1 * interval '1 millisecond'`, [
      PERSISTENT.retryForMs,
    ]);
    await log.line(/about request .* is given up after/);
    const { rows } = await client.query<{ last_error: string; attempts: number }>(
      `SELECT last_error, attempts FROM notification WHERE state = 'failed' AND request_ids[1] = $1`,
      [request],
    );
    expect(rows[0]?.last_error).toMatch(reason);
    expect(rows[0]?.attempts).toBeGreaterThan(1);
    expect(mailServer.mails).toEqual([]);
  });

  it('A mail is tried again after pauses that double up to half an hour, for more than a day', async () => {
    expect(DEFAULT_TIMING.retryForMs).toBeGreaterThanOrEqual(24 * 3_600_000);
    mailServer.onMail = () => {
      throw new Error('not now');
    };
    await start({ timing: { ...DEFAULT_TIMING, pollMs: 20 } });
    await notice();
    const minutes: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt++) {
      minutes.push(await pauseAfter(attempt, 'minutes'));
      await client.query(`UPDATE notification SET next_attempt_at = clock_timestamp(), last_error = NULL`);
    }
    expect(minutes).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
  });

  /** Returns the time from the failure of an attempt to the next one, in whole minutes or hours. */
  function pauseAfter(attempt: number, unit: 'minutes' | 'hours'): Promise<number> {
    return until(async () => {
      const { rows } = await client.query<{ pause: number }>(
        `SELECT round(extract(epoch FROM next_attempt_at - clock_timestamp()) / $2)::int AS pause
           FROM notification
          WHERE attempts = $1 AND last_error IS NOT NULL`,
        [attempt, unit === 'hours' ? 3_600 : 60],
      );
      return rows[0]?.pause;
    });
  }

  it('A mail without SMTP_URL is written to the log, and does not count as sent', async () => {
    await start({ smtp: '' });
    const request = await notice();
    const line = await log.line(/Mail written to the log, because SMTP_URL is not set/);
    expect(line).toContain('internal@example.com');
    expect(line).toContain('Empty list of prices received for room 1');
    expect(line).toContain(request);
    await log.line(/about request .* was only logged, not sent to internal@example.com/);
    await until(async () => (await states())[request] === 'logged');
  });

  it('A mail is sent once even if the database goes away before the result is stored', async () => {
    await start({ url: proxy.before(database.url) });
    mailServer.onMail = () => proxy.goAway();
    const first = await notice();
    await log.line(/Could not record that a mail was sent\. The service keeps trying/);
    mailServer.onMail = () => undefined;
    proxy.comeBack();
    await log.line(/The retry succeeded: record that a mail was sent/);
    expect(await states()).toEqual({ [first]: 'sent' });

    proxy.goAway();
    await log.line(/The job fails\. The service keeps trying/);
    const second = await notice();
    proxy.comeBack();
    expect(requestsOf(await mailServer.received(2))).toEqual([first, second].sort());
  });

  it('A shutdown finishes a mail in progress, and the next start sends mails of later pushes', async () => {
    const app = await start();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const arrived = new Promise<void>((resolve) => {
      mailServer.onMail = () => {
        resolve();
        return held;
      };
    });
    const first = await notice();
    await arrived;

    const closed = stop(app);
    const second = await notice();
    release();
    await closed;
    expect(log.errors).toEqual([]);
    expect(mailServer.mails).toHaveLength(1);
    // The second notice may have become a mail that waits.
    expect({ [second]: 'queued', ...(await states()) }).toEqual({ [first]: 'sent', [second]: 'queued' });

    await start();
    expect(requestsOf(await mailServer.received(2))).toEqual([first, second].sort());
  });

  it('When the lease is over, another instance takes the mail of an instance that died', async () => {
    const request = await notice();
    const dead = await start({ smtp: await hangingUp() });
    await log.line(/is tried again/);
    await stop(dead);
    // The state after an instance was killed during the attempt.
    await client.query(
      `UPDATE notification SET attempts = attempts + 1, next_attempt_at = clock_timestamp() + interval '200 ms'`,
    );
    await start();
    expect(requestsOf(await mailServer.received(1))).toEqual([request]);
  });

  it('Only one of several instances sends each mail', async () => {
    const instances = await Promise.all([1, 2, 3].map(() => start()));
    const requests: string[] = [];
    for (let i = 0; i < 20; i++) requests.push(await notice());
    await mailServer.received(20);
    await Promise.all(instances.map(stop));

    expect(log.errors).toEqual([]);
    expect(requestsOf(mailServer.mails)).toEqual(requests.sort());
    expect(Object.values(await states())).toEqual(Array(20).fill('sent'));
  });
});
