import { RetentionJob } from '../../../src/platform/jobs/retention.job';
import type {
  NotificationPage,
  NotificationView,
  NotificationWithText,
} from '../../../src/notification/notification.dto';
import { NOTIFICATION_TIMING } from '../../../src/notification/notification.timing';
import { SHORT_TIMING } from '../../support/short-timing';
import type { Answer } from '../../support/service';
import { TestService } from '../../support/service';
import { MailServer } from '../../support/smtp';
import { until } from '../../support/until';

const SETTINGS = { MAIL_CHANNEL_MANAGER_SUPPORT: 'support@example.net' };
const PRICE = [{ date: '2026-12-24', price: 100, propertyName: 'Hotel Bar' }];
const ROOMS = [{ date: '2026-12-24', inventoryNumber: 2, propertyName: 'Hotel Bar' }];

describe('notifications in the administration', () => {
  let mailServer: MailServer;
  let service: TestService;
  let freeRoomId = 9000;

  beforeAll(async () => {
    mailServer = await new MailServer().start();
    service = await TestService.start({
      settings: { ...SETTINGS, SMTP_URL: mailServer.url },
      override: (builder) => builder.overrideProvider(NOTIFICATION_TIMING).useValue(SHORT_TIMING),
    });
  });

  afterAll(async () => {
    await service.stop();
    await mailServer.stop();
  });

  afterEach(() => {
    mailServer.onMail = () => undefined;
  });

  const missingRoom = () => String(++freeRoomId);
  const requestOf = (answer: Answer) => answer.headers.get('x-request-id') ?? '';

  /** The notifications about a room, oldest first. */
  async function about(roomId: string): Promise<NotificationView[]> {
    const { body } = await service.admin<NotificationPage>('GET', '/notifications?limit=200');
    return body.items.filter((item) => item.roomId === roomId).reverse();
  }

  /** Resolves with the newest notification about a room when it meets a condition. */
  const newest = (roomId: string, is: (item: NotificationView) => boolean) =>
    until(async () => {
      const item = (await about(roomId)).at(-1);
      return item && is(item) ? item : undefined;
    });

  it('Notifications are listed by property: their own, or that of their room', async () => {
    const { body: room } = await service.admin('POST', '/rooms', {
      name: 'Double',
      propertyName: 'Hotel Mill',
    });
    const roomId = room['id'] as string;
    const pushes = [
      await service.pushPrices(roomId, '1', []),
      await service.pushPrices(missingRoom(), '1', [{ ...PRICE[0], propertyName: 'Hotel Mill' }]),
      await service.pushPrices(missingRoom(), '1', PRICE),
    ];
    for (const push of pushes) await mailServer.mailWith(requestOf(push));
    const { body } = await service.admin<NotificationPage>('GET', '/notifications?propertyName=Hotel Mill');
    expect(body.items.flatMap(({ requestIds }) => requestIds).sort()).toEqual(
      pushes.slice(0, 2).map(requestOf).sort(),
    );
    expect(body.nextCursor).toBeNull();
  });

  it('Notifications are listed by state, page by page', async () => {
    const roomId = missingRoom();
    for (const ratePlanId of ['1', '2', '3'])
      await mailServer.mailWith(requestOf(await service.pushPrices(roomId, ratePlanId, PRICE)));
    await newest(roomId, ({ state }) => state === 'sent');
    const first = await service.admin<NotificationPage>('GET', '/notifications?state=sent&limit=2');
    expect(first.body.items.map(({ ratePlanId }) => ratePlanId)).toEqual(['3', '2']);
    const path = `/notifications?state=sent&limit=1&cursor=${first.body.nextCursor}`;
    const second = await service.admin<NotificationPage>('GET', path);
    expect(second.body.items).toMatchObject([
      {
        trigger: 'priceRoomMissing',
        state: 'sent',
        to: 'support@example.net',
        roomId,
        ratePlanId: '1',
        propertyName: 'Hotel Bar',
        detail: null,
        occurrences: 1,
        attempts: 1,
        nextAttemptAt: null,
        lastError: null,
      },
    ]);
    expect((await service.admin('GET', '/notifications?state=lost')).status).toBe(400);
  });

  it('A notification is read with the text that is sent', async () => {
    const roomId = missingRoom();
    const mail = await mailServer.mailWith(requestOf(await service.pushInventory(roomId, ROOMS)));
    const { id } = await newest(roomId, ({ state }) => state === 'sent');
    const { status, body } = await service.admin<NotificationWithText>('GET', `/notifications/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, roomId, state: 'sent', subject: mail.subject });
    expect(body.text.trim()).toBe(mail.text?.trim());
    expect((await service.admin('GET', '/notifications/999999')).status).toBe(404);
    expect((await service.admin('GET', '/notifications/x')).status).toBe(400);
  });

  it('A failed notification can be sent again, but not a sent one', async () => {
    mailServer.onMail = () => {
      throw Object.assign(new Error('no such mailbox here'), { responseCode: 550 });
    };
    const roomId = missingRoom();
    const request = requestOf(await service.pushInventory(roomId, ROOMS));
    const failed = await newest(roomId, ({ state }) => state === 'failed');
    expect(failed).toMatchObject({ nextAttemptAt: null, sentAt: null });
    expect(failed.lastError).toContain('550 no such mailbox here');

    mailServer.onMail = () => undefined;
    const retry = `/notifications/${failed.id}/retry`;
    expect((await service.admin('POST', retry)).body).toMatchObject({ state: 'queued', id: failed.id });
    await mailServer.mailWith(request);
    await newest(roomId, ({ state }) => state === 'sent');
    const again = await service.admin('POST', retry);
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({
      detail: `Notification ${failed.id} is sent: only failed, logged and unconfirmed ones can be sent again`,
    });
    expect((await service.admin('POST', '/notifications/999999/retry')).status).toBe(404);
    expect((await service.admin('POST', '/notifications/x/retry')).status).toBe(400);
  });

  it('A logged notification can be sent again', async () => {
    const roomId = missingRoom();
    await mailServer.mailWith(requestOf(await service.pushInventory(roomId, ROOMS)));
    const { id } = await newest(roomId, ({ state }) => state === 'sent');
    // The state of a mail of a service without SMTP_URL.
    await service.dataSource.query(`UPDATE notification SET state = 'logged' WHERE id = $1`, [id]);
    const { body } = await service.admin<NotificationPage>('GET', '/notifications?state=logged');
    expect(body.items).toMatchObject([{ id, state: 'logged', nextAttemptAt: null }]);
    const retried = await service.admin('POST', `/notifications/${id}/retry`);
    expect(retried.body).toMatchObject({ state: 'queued', sentAt: null });
    await newest(roomId, ({ state, attempts }) => state === 'sent' && attempts === 2);
    expect(mailServer.mails.filter(({ text }) => text?.includes(`room ${roomId}.`))).toHaveLength(2);
  });

  it('A notification that was perhaps sent has the time of its next attempt, and can be sent again at once', async () => {
    const roomId = missingRoom();
    await mailServer.mailWith(requestOf(await service.pushInventory(roomId, ROOMS)));
    const { id } = await newest(roomId, ({ state }) => state === 'sent');
    // The state of a mail that a mail server has and did not confirm.
    const becomeUnconfirmed = (next: string) =>
      service.dataSource.query(
        `UPDATE notification
            SET state = 'unconfirmed', next_attempt_at = now() + interval '${next}', give_up_at = now() + interval '25 h'
          WHERE id = $1`,
        [id],
      );
    const read = async () =>
      (await service.admin<NotificationPage>('GET', '/notifications?state=unconfirmed')).body;
    await becomeUnconfirmed('36 h');
    expect((await read()).items).toMatchObject([{ id, nextAttemptAt: null }]);
    await becomeUnconfirmed('12 h');
    expect((await read()).items).toMatchObject([{ id, nextAttemptAt: expect.any(String) }]);
    expect((await service.admin('POST', `/notifications/${id}/retry`)).body).toMatchObject({
      state: 'queued',
    });
    await newest(roomId, ({ state, attempts }) => state === 'sent' && attempts === 2);
  });

  it('Notifications are kept as long as the journal, and longer while they wait', async () => {
    const [old, waiting, young] = [missingRoom(), missingRoom(), missingRoom()];
    for (const roomId of [old, waiting, young]) {
      await service.pushInventory(roomId, ROOMS);
      await newest(roomId, ({ state }) => state === 'sent');
    }
    await service.pushInventory(waiting, ROOMS);
    await newest(waiting, ({ state }) => state === 'queued');
    await service.dataSource.query(
      `UPDATE notification SET last_at = last_at - interval '801 days' WHERE room_id IN ($1, $2)`,
      [old, waiting],
    );
    await service.app.get(RetentionJob).wake();
    expect(await about(old)).toEqual([]);
    expect((await about(waiting)).map(({ state }) => state)).toEqual(['queued']);
    expect(await about(young)).toHaveLength(1);
  });
});
