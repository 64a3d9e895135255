import type { NotificationPage, NotificationView } from '../../../src/notification/notification.dto';
import { NOTIFICATION_TIMING } from '../../../src/notification/notification.timing';
import { SHORT_TIMING } from '../../support/short-timing';
import { TestService } from '../../support/service';
import { MailServer } from '../../support/smtp';
import { until } from '../../support/until';

const ROOMS = [{ date: '2026-12-24', inventoryNumber: 2, propertyName: 'Hotel Bar' }];

describe('MAIL_MAXIMUM_PER_HOUR', () => {
  let mailServer: MailServer;
  let service: TestService;
  let other: TestService;

  async function start(settings: Record<string, string> = {}): Promise<void> {
    mailServer = await new MailServer().start();
    const options = {
      settings: { SMTP_URL: mailServer.url, ...settings },
      override: (builder) => builder.overrideProvider(NOTIFICATION_TIMING).useValue(SHORT_TIMING),
    } satisfies Parameters<typeof TestService.start>[0];
    service = await TestService.start(options);
    other = await TestService.start({ ...options, beside: service });
  }

  afterEach(async () => {
    await other.stop();
    await service.stop();
    await mailServer.stop();
  });

  /** Pushes to rooms that do not exist, half to each instance, and waits until mails report all of them. */
  async function pushTo(from: number, count: number): Promise<NotificationView[]> {
    for (let n = 0; n < count; n += 20) {
      const rooms = Array.from({ length: Math.min(20, count - n) }, (_, index) => from + n + index);
      const answers = await Promise.all(
        rooms.map((room) => (room % 2 === 0 ? service : other).pushInventory(String(room), ROOMS)),
      );
      expect(answers.map(({ status }) => status)).toEqual(rooms.map(() => 200));
    }
    await until(async () => (await totals()).occurrences === from + count - 1);
    return (await service.admin<NotificationPage>('GET', '/notifications?limit=200')).body.items;
  }
  /** Reads by SQL, because reading the list of all mails again and again would delay the mails. */
  const totals = async () => {
    const [row] = await service.dataSource.query<[{ occurrences: number; sent: number }]>(
      `SELECT sum(occurrences)::int AS occurrences, (count(*) FILTER (WHERE state = 'sent'))::int AS sent FROM notification`,
    );
    return row;
  };
  const areSent = async (count: number) => {
    await mailServer.received(count);
    await until(async () => (await totals()).sent === count);
  };
  const passTime = () =>
    service.dataSource.query(
      `UPDATE notification SET due_at = due_at - interval '61 minutes', sent_at = sent_at - interval '61 minutes',
                               next_attempt_at = next_attempt_at - interval '61 minutes'`,
    );

  it('Problems of 200 made-up rooms make 60 mails and one summary, across two instances', async () => {
    await start();
    const all = await pushTo(1, 200);
    const summaries = all.filter(({ isSummary }) => isSummary);
    expect([all.length, summaries.length]).toEqual([61, 1]);
    expect(summaries[0]).toMatchObject({
      occurrences: 140,
      roomId: null,
      propertyName: null,
      state: 'queued',
    });
    await areSent(60);

    await passTime();
    await areSent(61);
    const mail = mailServer.mails.at(-1);
    expect(mail?.subject).toBe('Summary of further problems: available rooms for rooms that do not exist');
    expect(mail?.recipients).toEqual(['channel-manager-support@example.com']);
    for (const body of [mail?.text, mail?.html?.replace(/<\/?strong>/g, '')]) {
      expect(body).toContain('This happened 140 times.');
      expect(body).toContain('and 120 more');
      expect(body).not.toMatch(/null|undefined/);
    }
  });

  it('Single mails begin again when the hour is over, and the next summary comes an hour after the last', async () => {
    await start({ MAIL_MAXIMUM_PER_HOUR: '5' });
    await pushTo(1, 8);
    await areSent(5);
    await passTime();
    await areSent(6);
    const all = await pushTo(9, 8);
    expect(all.filter(({ isSummary }) => isSummary).map(({ occurrences }) => occurrences)).toEqual([3, 3]);
    expect(all).toHaveLength(5 + 1 + 5 + 1);
  });

  it('The limit of mails per hour does not hold back mails of another trigger', async () => {
    await start({ MAIL_MAXIMUM_PER_HOUR: '5' });
    const all = await pushTo(1, 6);
    const held = all.filter(({ isSummary }) => isSummary);
    expect(held).toMatchObject([{ trigger: 'inventoryRoomMissing', state: 'queued', attempts: 0 }]);
    expect(all).toHaveLength(5 + held.length);
    const answer = await service.pushInventory(await service.records.room(), []);
    await mailServer.mailWith(answer.headers.get('x-request-id') ?? '');
  });
});
