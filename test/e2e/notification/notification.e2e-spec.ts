import type {
  NotificationPage,
  NotificationView,
  NotificationWithText,
} from '../../../src/notification/notification.dto';
import { NOTIFICATION_TIMING } from '../../../src/notification/notification.timing';
import { SilentRoomsJob } from '../../../src/room/silent-rooms.job';
import { ChannexCaller, notification } from '../../support/channex';
import { SHORT_TIMING } from '../../support/short-timing';
import type { Answer } from '../../support/service';
import { TestService } from '../../support/service';
import { availability, roomsLeft, sendMessage } from '../../support/siteconnect';
import { MailServer } from '../../support/smtp';
import { until } from '../../support/until';

const SETTINGS = {
  PLATFORM_NAME: 'Sunny Stays',
  PLATFORM_TIME_ZONE: 'Europe/Berlin',
  PUBLIC_URL: 'https://rooms.example.org/',
  MAIL_FROM: 'Sunny Stays <robot@mail.example.org>',
  MAIL_PLATFORM_CONTACT: 'contact@example.org',
  MAIL_CHANNEL_MANAGER_SUPPORT: 'support@example.net',
  MAIL_INTERNAL: 'internal@example.org',
  MAIL_ON_OVERBOOKED: 'true',
  MAIL_SILENCE_HOURS: '24',
};
const PRICE = [{ date: '2026-12-24', price: 100, propertyName: 'Hotel Bar' }];
const ROOMS = [{ date: '2026-12-24', inventoryNumber: 2, propertyName: 'Hotel Bar' }];

describe('notifications', () => {
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

  /** The link of a mail to its rooms in the calendar, or to their calls, as a program finds it in the text. */
  const linkOf = ({ text = '' }: { text?: string | undefined }) =>
    /https:\S+\/(calendar|journal)\?\S*(?=\s)/.exec(text)?.[0];

  /** Creates a plan that holds prices below 50. */
  async function guardedPlan(): Promise<{ roomId: string; ratePlanId: string }> {
    const roomId = await service.records.room();
    const ratePlanId = await service.records.ratePlan(roomId);
    await service.admin('PATCH', `/ratePlans/${ratePlanId}`, { guard: { minimum: '50' } });
    return { roomId, ratePlanId };
  }

  /** Ends the digest windows of a room, and makes its failed mails due. */
  const passTime = (roomId: string) =>
    service.dataSource.query(
      `UPDATE notification SET due_at = due_at - interval '1 hour', next_attempt_at = next_attempt_at - interval '1 hour'
        WHERE room_id = $1`,
      [roomId],
    );

  describe('the contents of e-mails', () => {
    const causes: [
      string,
      string,
      RegExp,
      () => Promise<{ roomId: string; answer: Answer; names?: string[] }>,
    ][] = [
      [
        'an empty inventory list',
        'contact@example.org',
        /^Empty list of available rooms received for room/,
        async () => {
          const roomId = await service.records.room();
          return { roomId, answer: await service.pushInventory(roomId, []) };
        },
      ],
      [
        'inventory for a missing room',
        'support@example.net',
        /^Room \d+ not found: its available rooms/,
        async () => {
          const roomId = missingRoom();
          return { roomId, answer: await service.pushInventory(roomId, ROOMS), names: ['Hotel Bar'] };
        },
      ],
      [
        'an empty price list',
        'internal@example.org',
        /^Empty list of prices received for room/,
        async () => {
          const roomId = await service.records.room();
          return {
            roomId,
            answer: await service.pushPrices(roomId, '12', []),
            names: ['Rate plan ID', '12'],
          };
        },
      ],
      [
        'prices for a missing room',
        'support@example.net',
        /^Room \d+ not found: its prices were not updated \(called "Hotel Bar"\)$/,
        async () => {
          const roomId = missingRoom();
          const names = ['Rate plan ID', '4712', 'Hotel Bar'];
          return { roomId, answer: await service.pushPrices(roomId, '4712', PRICE), names };
        },
      ],
      [
        'prices for an unknown rate plan',
        'internal@example.org',
        /^Rate plan 4713 not found for room \d+/,
        async () => {
          const roomId = await service.records.room();
          const names = ['Rate plan ID', '4713', 'Hotel Bar'];
          return { roomId, answer: await service.pushPrices(roomId, '4713', PRICE), names };
        },
      ],
      [
        'a refused push',
        'internal@example.org',
        /^Call of the channel manager refused for room/,
        async () => {
          const roomId = await service.records.room();
          const answer = await service.pushInventory(roomId, [{ date: 'tomorrow', inventoryNumber: -1 }]);
          return { roomId, answer, names: ['[0].date must be', '; [0].inventoryNumber must be'] };
        },
      ],
      [
        'held prices',
        'internal@example.org',
        /^Prices of rate plan \d+ of room \d+ are held \(Hotel Bar · Double · Plan\)$/,
        async () => {
          const { roomId, ratePlanId } = await guardedPlan();
          await service.pushPrices(roomId, ratePlanId, PRICE);
          const answer = await service.pushPrices(roomId, ratePlanId, [
            { date: '2026-12-26', price: '0.5', propertyName: 'Hotel Bar' },
            { date: '2026-12-24', price: 1 },
            { date: '2026-12-25', price: 100 },
          ]);
          const names = [ratePlanId, '2026-12-24: 100.00 → 1.00, 2026-12-26: not set → 0.50', 'Hotel Bar'];
          return { roomId, answer, names };
        },
      ],
      [
        'an overbooked date',
        'contact@example.org',
        /^Room \d+ is overbooked \(Hotel Bar · Double\)$/,
        async () => {
          const roomId = await service.records.room();
          await service.pushInventory(roomId, ROOMS);
          await service.records.occupy(roomId, '2026-12-24', 2);
          const answer = await service.pushInventory(roomId, [{ ...ROOMS[0], inventoryNumber: 1 }]);
          return { roomId, answer, names: ['2026-12-24', 'Hotel Bar'] };
        },
      ],
    ];

    it.each(causes)(
      'The mail about %s goes to its address, with all facts',
      async (_, address, subject, cause) => {
        const { roomId, answer, names = [] } = await cause();
        const request = requestOf(answer);
        const mail = await mailServer.mailWith(request);
        expect(mail.recipients).toEqual([address]);
        expect(mail.from).toEqual({ name: 'Sunny Stays', address: 'robot@mail.example.org' });
        expect(mail.subject).toMatch(subject);
        expect(mail.subject).toContain(roomId);
        const receivedAt = (await newest(roomId, () => true)).firstAt;
        for (const body of [mail.text ?? '', mail.html ?? '']) {
          const facts = [roomId, ...names, String(receivedAt), request];
          for (const fact of [...facts, `https://rooms.example.org/journal/${request}`])
            expect(body).toContain(fact);
          for (const part of ['What to do', 'Sunny Stays', 'https://rooms.example.org/mails'])
            expect(body).toContain(part);
          expect(body).toMatch(/CES?T \(Europe\/Berlin\)/);
          expect(body).not.toMatch(/null|undefined|This happened/);
        }
      },
    );

    it('The mail about an existing room links to it by its id, whatever the caller calls the property', async () => {
      const roomId = await service.records.room('Haus & Söhne #1 + Co.');
      await service.pushInventory(roomId, ROOMS);
      await service.records.occupy(roomId, '2026-12-24', 2);
      const answer = await service.pushInventory(roomId, [
        { ...ROOMS[0], inventoryNumber: 1, propertyName: 'Grand Palace & Söhne #1+' },
      ]);
      const overbooked = await mailServer.mailWith(requestOf(answer));
      expect(overbooked.subject).toBe(`Room ${roomId} is overbooked (Haus & Söhne #1 + Co. · Double)`);
      for (const line of [
        'Hotel:        Haus & Söhne #1 + Co.',
        'Room:         Double',
        `Room ID:      ${roomId}`,
        'Property:     the channel manager calls it "Grand Palace & Söhne #1+"',
      ])
        expect(overbooked.text?.split('\n')).toContain(line);
      const url = `https://rooms.example.org/calendar?roomId=${roomId}`;
      const calendar = `${url}&from=2026-12-24&cell=r${roomId}%2C2026-12-24`;
      expect(linkOf(overbooked)).toBe(calendar);
      const [, href] = /href="([^"]+calendar[^"]+)"/.exec(overbooked.html ?? '') ?? [];
      expect(href?.replaceAll('&#x3D;', '=').replaceAll('&amp;', '&')).toBe(calendar);

      const emptyList = await mailServer.mailWith(requestOf(await service.pushInventory(roomId, [])));
      expect(linkOf(emptyList)).toBe(url);
    });

    it('The mail about a missing room, or about one that was deleted since, links to its calls in the journal', async () => {
      const roomId = missingRoom();
      const missing = await mailServer.mailWith(requestOf(await service.pushInventory(roomId, ROOMS)));
      expect(missing.text).not.toContain('/calendar');
      expect(linkOf(missing)).toBe(`https://rooms.example.org/journal?roomId=${roomId}`);
      expect(missing.text).toMatch(/^Property: {5}the channel manager calls it "Hotel Bar"$/m);

      const deleted = await service.records.room();
      const emptyList = await mailServer.mailWith(requestOf(await service.pushInventory(deleted, [])));
      expect(emptyList.text).toContain('/calendar?roomId=');
      expect((await service.admin('DELETE', `/rooms/${deleted}?confirm=Double`)).status).toBe(204);
      const { id } = await newest(deleted, () => true);
      const { body } = await service.admin<NotificationWithText>('GET', `/notifications/${id}`);
      expect(linkOf(body)).toBe(`https://rooms.example.org/journal?roomId=${deleted}`);
      expect(body.text).not.toContain('/calendar');
    });

    it('The mail about a refused message names its hotel and the cause, and asks for a full synchronization', async () => {
      const change = { room_type_id: '987', date_from: '2026-12-24', date_to: '2026-12-24', availability: 1 };
      const notificationOf = (code: string) =>
        notification(code, [{ type: 'availability_changes', attributes: change }]);
      const channex = new ChannexCaller(service, service.token);
      const messages: [string, string, () => Promise<Answer>][] = [
        ['C1', 'There is no hotel "C1"', () => channex.sendBody(notificationOf('C1'))],
        [
          'C2',
          'data[0].attributes.request_id is missing',
          () => {
            const body = notificationOf('C2') as { data: { attributes: { request_id?: string } }[] };
            delete body.data[0]?.attributes.request_id;
            return channex.sendBody(body);
          },
        ],
        [
          'S1',
          'There is no hotel "S1"',
          () => sendMessage(service, availability('S1', roomsLeft({ room: '987' }, 1))),
        ],
        [
          'S2',
          'AvailStatusMessage[1]/@BookingLimit must be',
          () => sendMessage(service, availability('S2', roomsLeft({ room: '987' }, -1))),
        ],
      ];
      for (const [code, cause, send] of messages) {
        const mail = await mailServer.mailWith(requestOf(await send()));
        expect(mail.recipients).toEqual(['internal@example.org']);
        expect(mail.subject).toBe(
          `Message of the channel manager refused for hotel ${code}: please ask for a full synchronization`,
        );
        expect(mail.text).toContain(cause);
        expect(mail.text).toContain('ask the channel manager for a full synchronization of this hotel');
        expect(mail.html).toContain(code);
      }
      // A repeated problem of the same hotel shares the next mail.
      for (let repeat = 0; repeat < 3; repeat++) await channex.sendBody(notificationOf('C1'));
      const occurrences = async () => {
        const mails = await service.dataSource.query<{ occurrences: number }[]>(
          `SELECT occurrences FROM notification WHERE trigger = 'messageRefused' AND property_name = 'C1' ORDER BY id`,
        );
        return mails.map((mail) => mail.occurrences).join();
      };
      await until(async () => (await occurrences()) === '1,3');
    });

    it('The mail about a refused message arrives with any hotel code in the message', async () => {
      const channex = new ChannexCaller(service, service.token);
      const codes = ['A\0B', 'C'.repeat(9 << 20), `${'D'.repeat(1_999)}\uD83D`, { code: 'E' }];
      const hotels: string[] = [];
      for (const code of codes) {
        const answer = await channex.sendBody({ data: [{ attributes: { hotel_code: code } }] });
        const { subject = '' } = await mailServer.mailWith(requestOf(answer));
        hotels.push(/ for hotel (.{3})/.exec(subject)?.[1] ?? 'none');
      }
      expect(hotels).toEqual(['A B', 'CCC', 'DDD', 'none']);
    });

    it('The mail about held prices lists the first 20 dates, and further pushes to the plan share the next mail', async () => {
      const { roomId, ratePlanId } = await guardedPlan();
      const dates = Array.from({ length: 25 }, (_, day) => `2026-12-${String(day + 1).padStart(2, '0')}`);
      const push = (price: string) =>
        service.pushPrices(
          roomId,
          ratePlanId,
          dates.map((date) => ({ date, price })),
        );
      await push('9999999999.9999');
      await service.admin('PATCH', `/ratePlans/${ratePlanId}`, { guard: { maxDecreasePercent: '0' } });
      const first = await push('9999999999.9998');
      const mail = await mailServer.mailWith(requestOf(first));
      for (const body of [mail.text ?? '', mail.html ?? '']) {
        expect(body).toContain('2026-12-20: 9999999999.9999 → 9999999999.9998 and 5 more');
        expect(body).not.toContain('2026-12-21');
      }
      for (const page of [
        `held-prices?ratePlanId=${ratePlanId}`,
        `calendar?roomId=${roomId}&from=2026-12-01&cell=${ratePlanId}%2C2026-12-01`,
      ])
        expect(mail.text).toMatch(
          new RegExp(` https://rooms\\.example\\.org/${page.replace('?', '\\?')}$`, 'm'),
        );
      await push('3');
      const second = requestOf(await push('2'));
      const digest = await newest(roomId, ({ occurrences }) => occurrences === 2);
      expect(digest).toMatchObject({ trigger: 'pricesHeld', ratePlanId, state: 'queued' });
      await passTime(roomId);
      expect((await mailServer.mailWith(second)).text).toContain('This happened 2 times');
    });

    it("The mail has only one line of words from the caller's text", async () => {
      const name =
        'Bar\r\nBcc: spy@example.com\r\n\r\n<script>alert(1)</script>\u0000\ud800\u2028\u202e{{link}}';
      const roomId = missingRoom();
      const evil = [{ ...PRICE[0], propertyName: name + 'x'.repeat(100_000) }];
      const mail = await mailServer.mailWith(requestOf(await service.pushPrices(roomId, '1', evil)));

      expect(mail.recipients).toEqual(['support@example.net']);
      expect(mail.bcc).toBeUndefined();
      expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
      expect(mail.subject).toContain(
        '(called "Bar Bcc: spy@example.com <script>alert(1)</script> {{link}}xxx',
      );
      expect(mail.subject?.length).toBeLessThanOrEqual(200);
      expect(mail.text).toMatch(
        /^Property: {5}the channel manager calls it "Bar Bcc: spy@example\.com <script>alert\(1\)<\/script> {{link}}x+…"$/m,
      );
      expect(mail.html).toContain('&lt;script&gt;');
      expect(mail.html).not.toContain('<script>');
    });

    describe('silence', () => {
      const check = () => service.app.get(SilentRoomsJob).wake();
      /** Pushes to rooms in sequence, and checks for silence before and after a day. @returns the last request id */
      const letFallSilent = async (...roomIds: string[]) => {
        const requests: string[] = [];
        for (const roomId of roomIds) requests.push(requestOf(await service.pushInventory(roomId, ROOMS)));
        await check();
        await service.dataSource.query(
          `UPDATE journal_entry SET received_at = received_at - interval '25 hours' WHERE id = ANY ($1)`,
          [requests],
        );
        await check();
        await check();
        return requests.at(-1) ?? '';
      };
      const silences = (propertyName: string) =>
        service.dataSource.query<{ occurrences: number; detail: string; roomId: string | null }[]>(
          `SELECT occurrences, detail, room_id AS "roomId" FROM notification
            WHERE property_name = $1 AND trigger = 'roomSilent' ORDER BY id`,
          [propertyName],
        );

      it('The mail about a silent property names its silent rooms and the last push, once for each silence', async () => {
        const [first, second, busy] = [
          await service.records.room('Hotel Sur'),
          await service.records.room('Hotel Sur'),
          await service.records.room('Hotel Sur'),
        ];
        await service.pushInventory(busy, ROOMS);
        const last = await letFallSilent(first, second);
        const mail = await mailServer.mailWith(last);
        expect(mail.subject).toBe('No more updates for Hotel Sur');
        expect(mail.recipients).toEqual(['contact@example.org']);
        expect(mail.text).toMatch(
          new RegExp(
            `no updates for a long time for\\n2 of the 3 rooms: .* \\(room ${first}\\), .* \\(room ${second}\\)\\.`,
          ),
        );

        await service.dataSource.query(
          `UPDATE notification SET due_at = due_at - interval '1 hour' WHERE property_name = 'Hotel Sur'`,
        );
        await mailServer.mailWith(await letFallSilent(first, busy));
        expect(await silences('Hotel Sur')).toEqual([
          { occurrences: 1, detail: expect.stringMatching(/^2 of the 3 rooms: /) as string, roomId: null },
          { occurrences: 1, detail: expect.stringMatching(/^all 3 rooms: /) as string, roomId: null },
        ]);
      });

      it('The mail about a silent room without a property names the room', async () => {
        const roomId = await service.records.room(null);
        const mail = await mailServer.mailWith(await letFallSilent(roomId));
        expect(mail.subject).toBe(`No more updates for room ${roomId} (Double)`);
        expect(linkOf(mail)).toBe(`https://rooms.example.org/calendar?roomId=${roomId}`);
        expect((await about(roomId)).map(({ occurrences }) => occurrences)).toEqual([1]);
      });

      it('The mail about a silent property links to it by its name on the platform', async () => {
        const roomId = await service.records.room('Gasthof  Süd & Co.');
        const mail = await mailServer.mailWith(await letFallSilent(roomId));
        expect(mail.subject).toBe('No more updates for Gasthof Süd & Co.');
        const link = linkOf(mail) ?? '';
        expect(link).toBe('https://rooms.example.org/calendar?hotel=Gasthof++S%C3%BCd+%26+Co%2E');
        expect(new URL(link).searchParams.get('hotel')).toBe('Gasthof  Süd & Co.');
        expect(mail.text).not.toContain('channel manager calls it');
      });

      it('The mails about a silent platform name each room once', async () => {
        await service.dataSource.query(
          `WITH made AS (INSERT INTO room (name, property_name)
                         SELECT 'Room', concat('Chain ', place % 3) FROM generate_series(1, 1200) AS place RETURNING id)
           INSERT INTO journal_entry (id, received_at, applied_at, operation, room_id, outcome)
           SELECT gen_random_uuid(), now() - interval '2 days', now() - interval '2 days', 'updateCalendarInventory',
                  id, 'applied'
             FROM made`,
        );
        await check();
        await check();
        await until(async () => {
          const waiting = await service.dataSource.query<unknown[]>(
            'SELECT 1 FROM journal_entry WHERE notice IS NOT NULL',
          );
          return waiting.length === 0;
        });
        const chains = await Promise.all(['Chain 0', 'Chain 1', 'Chain 2'].map(silences));
        expect(chains.flat()).toHaveLength(3);
        for (const { detail } of chains.flat())
          expect(detail).toMatch(/^all 400 rooms: (Room \(room \d+\), ){19}Room \(room \d+\) and 380 more$/);
      });
    });
  });

  describe('repeats of one problem', () => {
    it('Repeats of a problem are collected in one further mail, which is sent when the window is over', async () => {
      const roomId = missingRoom();
      const first = requestOf(await service.pushInventory(roomId, ROOMS));
      await mailServer.mailWith(first);
      const repeats: string[] = [];
      for (let i = 0; i < 25; i++) repeats.push(requestOf(await service.pushInventory(roomId, ROOMS)));
      const waiting = await newest(roomId, ({ occurrences }) => occurrences === 25);
      expect(waiting).toMatchObject({ state: 'queued', attempts: 0, requestIds: repeats.slice(0, 20) });

      await passTime(roomId);
      const mail = await mailServer.mailWith(repeats[0] ?? '');
      for (const body of [mail.text ?? '', mail.html?.replace(/<\/?strong>/g, '') ?? '']) {
        expect(body).toContain('This happened 25 times.');
        for (const request of repeats.slice(0, 20)) expect(body).toContain(request);
        expect(body).not.toContain(repeats[20]);
        expect(body).toContain('and 5 more');
        expect(body).toMatch(
          new RegExp(`First[^]*${String(waiting.firstAt)}[^]*Last[^]*${String(waiting.lastAt)}`),
        );
      }
      expect(waiting.firstAt < waiting.lastAt).toBe(true);
      expect(mailServer.mails.filter(({ text }) => text?.includes(`room ${roomId}.`))).toHaveLength(2);
    });

    it('A repeat of a problem is mailed at once if the window passed without a repeat', async () => {
      const roomId = missingRoom();
      for (let i = 0; i < 3; i++) {
        await mailServer.mailWith(requestOf(await service.pushInventory(roomId, ROOMS)));
        await passTime(roomId);
      }
      expect((await about(roomId)).map(({ occurrences }) => occurrences)).toEqual([1, 1, 1]);
    });

    it('The mail about repeats of a problem is due MAIL_DIGEST_MINUTES after the previous mail', async () => {
      const roomId = missingRoom();
      await mailServer.mailWith(requestOf(await service.pushInventory(roomId, ROOMS)));
      await service.pushInventory(roomId, ROOMS);
      // A mail that has arrived may still be noted as queued.
      await until(async () => (await about(roomId)).length === 2);
      const [window] = await service.dataSource.query<[{ minutes: number }]>(
        `SELECT extract(epoch FROM max(due_at) - min(due_at))::float / 60 AS minutes FROM notification WHERE room_id = $1`,
        [roomId],
      );
      expect(window.minutes).toBe(15);
    });

    it('Repeats of a problem are distinguished by trigger, room and rate plan', async () => {
      const [roomId, other] = [missingRoom(), missingRoom()];
      const answers = [
        await service.pushInventory(roomId, ROOMS),
        await service.pushPrices(roomId, '1', PRICE),
        await service.pushPrices(roomId, '2', PRICE),
        await service.pushPrices(other, '1', PRICE),
      ];
      for (const answer of answers) await mailServer.mailWith(requestOf(answer));
      expect((await about(roomId)).map(({ occurrences }) => occurrences)).toEqual([1, 1, 1]);
    });

    it('Problems of forty rooms, each called three times, make forty mails', async () => {
      const roomIds = Array.from({ length: 40 }, missingRoom);
      for (let call = 1; call <= 3; call++) {
        const answers = await Promise.all(roomIds.map((roomId) => service.pushInventory(roomId, ROOMS)));
        expect(answers.map(({ status }) => status)).toEqual(roomIds.map(() => 200));
      }
      const listed = async () => {
        const { body } = await service.admin<NotificationPage>('GET', '/notifications?limit=200');
        return body.items.filter((item) => roomIds.includes(item.roomId ?? ''));
      };
      const sum = (items: NotificationView[]) => items.reduce((total, item) => total + item.occurrences, 0);
      await until(async () => sum(await listed()) === 120);
      // A problem that came after the first mail of its room waits for the end of the window.
      const now = (await listed()).filter(
        ({ nextAttemptAt, state }) => state === 'sent' || isSoon(nextAttemptAt),
      );
      expect(now).toHaveLength(40);
    });
  });
});

function isSoon(moment: unknown): boolean {
  return new Date(String(moment)).getTime() < Date.now() + 60_000;
}
