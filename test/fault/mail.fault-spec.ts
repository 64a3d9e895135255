import { setTimeout as delay } from 'node:timers/promises';
import { MailServer } from '../support/smtp';
import { until } from '../support/until';
import { PostgresProcess } from './support/postgres-process';
import { ServiceProcess } from '../support/service-process';

const SLOW_MS = 40_000;

describe('the mails of a killed service', () => {
  let postgres: PostgresProcess;
  let mailServer: MailServer;
  let service: ServiceProcess;
  beforeAll(async () => {
    postgres = await PostgresProcess.start();
    mailServer = await new MailServer().start();
    service = await ServiceProcess.start({ DATABASE_URL: postgres.url, SMTP_URL: mailServer.url });
  });
  afterAll(async () => {
    await service.terminate();
    await mailServer.stop();
    await postgres.stop();
  });

  afterEach(() => (mailServer.onMail = () => undefined));

  it('A service that starts after a kill sends the mails of the killed service, each once', async () => {
    const roomIds = ['801', '802', '803', '804', '805'];
    const body = '[{"date":"2026-12-24","inventoryNumber":1}]';
    const push = (roomId: string) =>
      service.call(`/updateCalendarInventory?roomId=${roomId}`, { method: 'POST', body });
    const answers = await Promise.all(roomIds.map(push));
    await service.kill9();
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);

    service = await ServiceProcess.start({ DATABASE_URL: postgres.url, SMTP_URL: mailServer.url });
    await until(async () => {
      const found = await states();
      return found.length === 5 && found.every((state) => state === 'sent');
    });
    const subjects = mailServer.mails.map(({ subject }) => subject);
    for (const roomId of roomIds)
      expect(subjects.filter((subject) => subject?.includes(roomId))).toHaveLength(1);
  });

  it('A mail server that takes 40 s to accept a mail receives that mail once', async () => {
    const delivered = await states();
    mailServer.onMail = () => delay(SLOW_MS);
    const before = mailServer.mails.length;
    await service.call('/updateCalendarInventory?roomId=901', {
      method: 'POST',
      body: '[{"date":"2026-12-24","inventoryNumber":1}]',
    });
    await until(
      async () => (await states()).length > delivered.length && !(await states()).includes('queued'),
    );
    expect(new Set(await states())).toEqual(new Set(['sent']));
    expect(mailServer.mails).toHaveLength(before + 1);
  });

  async function states(): Promise<string[]> {
    const rows = await postgres.query<{ state: string }>(`SELECT state FROM notification`);
    return rows.map(({ state }) => state);
  }
});
