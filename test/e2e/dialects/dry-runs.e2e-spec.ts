import { randomUUID } from 'node:crypto';
import type { ChannexHotel } from '../../support/channex';
import { availability, ChannexCaller, notification, rates, restriction } from '../../support/channex';
import { TestService } from '../../support/service';
import * as xml from '../../support/siteconnect';
import { tableContents } from '../../support/table-contents';

const [FIRST, LAST] = ['2026-12-24', '2026-12-26'];

type Json = Record<string, unknown>;

describe('a dry run of a message', () => {
  let service: TestService;
  let hotel: ChannexHotel;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());
  beforeEach(async () => (hotel = await new ChannexCaller(service, service.token).hotel()));

  const channex = async (at: string, body: unknown, token = service.token) => {
    const headers = { authorization: '', 'api-key': token };
    return read(await service.post(`${at}/channex/changes/`, body, { headers }));
  };
  const siteConnect = async (at: string, message: string, token = service.token) => {
    const init = {
      method: 'POST',
      body: xml.envelope(xml.securityHeader(token), message),
      headers: { authorization: '', 'content-type': 'text/xml' },
    };
    return read(await service.call(`${at}/siteconnect`, init));
  };
  const read = ({ status, text, headers }: Awaited<ReturnType<TestService['call']>>) => ({
    status,
    type: headers.get('content-type'),
    requestId: headers.get('x-request-id'),
    body: (headers.get('content-type')?.includes('json') ? JSON.parse(text) : { text }) as Json,
  });
  const receiptOf = async (requestId: string | null) =>
    JSON.parse((await service.call(`/receipts/${requestId}`)).text) as Json;
  /** Everything that the service stores, and the number of journal entries, including those of refused calls. */
  const stored = async () => {
    const { access_token: _, ...tables } = await tableContents(service.dataSource);
    const [entries] = await service.dataSource.query<unknown[]>(`SELECT count(*) FROM journal_entry`);
    return { ...tables, entries };
  };
  /** A receipt without its ids and times. */
  const comparable = (receipt: Json): Json => {
    const own = ['requestId', 'receivedAt', 'appliedAt', 'durationMs', 'callId', 'derived'];
    const rest = Object.fromEntries(Object.entries(receipt).filter(([name]) => !own.includes(name)));
    return { ...rest, entries: ((receipt['entries'] ?? []) as Json[]).map(comparable) };
  };
  const changes = (other: ChannexHotel) => [
    availability(hotel, FIRST, LAST, 4),
    restriction(hotel, FIRST, LAST, { ...rates('200.00', { occupancy: 3 }), min_stay: 2 }),
    restriction(other, FIRST, FIRST, rates('80.00')),
    availability(other, '1999-12-31', '1999-12-31', 2),
  ];
  const control = (rooms: number) =>
    xml.availability(
      hotel.code,
      xml.roomsLeft({ room: hotel.room, plan: hotel.base, from: FIRST, to: LAST }, rooms),
    );

  it('A dry run of a Channex message has the receipt that the message then has, and stores nothing', async () => {
    const other = await new ChannexCaller(service, service.token).hotel(hotel.code);
    const body = notification(hotel.code, changes(other));
    const before = await stored();
    const dryRunAnswer = await channex('/dryRun', body);
    expect(await stored()).toEqual(before);
    expect(dryRunAnswer).toMatchObject({ status: 200, type: 'application/json; charset=utf-8' });
    // Both rooms have a derived plan, whose cells follow.
    expect(dryRunAnswer.body['derived']).toBe(4);
    const { requestId, body: answer } = await channex('', body);
    // The dry run does not count as a message, so this one is the first.
    expect(answer).toMatchObject({ success: true, unique_id: requestId });
    const receipt = await receiptOf(requestId);
    expect(receipt).toMatchObject({ outcome: 'applied', dialect: 'channex' });
    expect(receipt['entries']).toHaveLength(2);
    expect(comparable(dryRunAnswer.body)).toEqual(comparable(receipt));
    expect(dryRunAnswer.body['callId']).toBe(dryRunAnswer.requestId);
  });

  it.each([
    ['rooms left', () => control(5)],
    [
      'prices',
      () => {
        const scope = { room: hotel.room, plan: hotel.base, from: FIRST, to: LAST };
        return xml.rates(hotel.code, xml.rate(scope, '120.50', 'CurrencyCode="EUR"'));
      },
    ],
  ])(
    'A dry run of a SiteConnect message about %s has the receipt that the message then has, and stores nothing',
    async (_, messageOf) => {
      const message = messageOf();
      const before = await stored();
      const dryRunAnswer = await siteConnect('/dryRun', message);
      expect(await stored()).toEqual(before);
      expect(dryRunAnswer).toMatchObject({ status: 200, type: 'application/json; charset=utf-8' });
      const { requestId, body } = await siteConnect('', message);
      expect(body['text']).toContain('<Success/>');
      const receipt = await receiptOf(requestId);
      expect(receipt).toMatchObject({ outcome: 'applied', dialect: 'siteconnect', received: 3 });
      expect(comparable(dryRunAnswer.body)).toEqual(comparable(receipt));
    },
  );

  it('A dry run of a message that was applied before has the receipt of the first one', async () => {
    const body = notification(hotel.code, [availability(hotel, FIRST, FIRST, 4)]);
    const { requestId } = await channex('', body);
    const { derived, ...receipt } = (await channex('/dryRun', body)).body;
    expect(receipt).toEqual(await receiptOf(requestId));
    expect(derived).toBe(0);
    const again = notification(hotel.code, [availability(hotel, FIRST, FIRST, 4)]);
    expect((await channex('/dryRun', again)).body).toMatchObject({ applied: 0, unchanged: 1 });
  });

  it('A dry run counts the cells of derived plans without those that the message sets itself', async () => {
    const both = [
      restriction(hotel, FIRST, LAST, rates('200.00')),
      restriction(hotel, FIRST, FIRST, rates('150.00'), hotel.derived),
    ];
    expect((await channex('/dryRun', notification(hotel.code, both))).body['derived']).toBe(2);
  });

  it('A dry run of a wrong message says why it would be refused, and is not in the journal', async () => {
    const before = await stored();
    const wrongPlan = [restriction({ ...hotel, base: '987654' }, FIRST, FIRST, rates('1.00'))];
    const problem = `data[0].attributes.changes[0].attributes.rate_plan_id There is no rate plan 987654 in hotel "${hotel.code}"`;
    expect(await channex('/dryRun', notification(hotel.code, wrongPlan))).toMatchObject({
      status: 422,
      body: { outcome: 'refused', dialect: 'channex', problem, derived: 0 },
    });
    expect(
      await siteConnect('/dryRun', xml.availability('H404', xml.roomsLeft({ room: '1' }, 1))),
    ).toMatchObject({
      status: 200,
      body: { outcome: 'refused', dialect: 'siteconnect', problem: 'There is no hotel "H404"', derived: 0 },
    });
    expect(await siteConnect('/dryRun', control(-1))).toMatchObject({
      status: 200,
      body: { outcome: 'refused', problem: expect.stringContaining('@BookingLimit') as string },
    });
    expect(await siteConnect('/dryRun', xml.ota('OTA_HotelAvailNotifRQ', '<'))).toMatchObject({
      status: 400,
      body: { outcome: 'refused' },
    });
    expect(await stored()).toEqual(before);
  });

  it('A dry run needs a valid token, and answers problem details without one', async () => {
    const body = notification(hotel.code, [availability(hotel, FIRST, FIRST, 4)]);
    const limited = await service.createToken(randomUUID(), ['push'], { propertyNames: ['Hotel Foo'] });
    const reader = await service.createToken(randomUUID(), ['read']);
    for (const [token, status] of [
      ['of-nobody', 401],
      [reader, 403],
      [limited, 403],
    ] as const) {
      const expected = { status, type: 'application/problem+json; charset=utf-8' };
      expect(await channex('/dryRun', body, token)).toMatchObject(expected);
      expect(await siteConnect('/dryRun', control(1), token)).toMatchObject(expected);
    }
    const revoked = await service.createToken('Revoked', ['push']);
    expect(await siteConnect('/dryRun', control(1), revoked)).toMatchObject({ status: 200 });
    await service.dataSource.query(`UPDATE access_token SET revoked_at = now() WHERE name = 'Revoked'`);
    expect(await siteConnect('/dryRun', control(1), revoked)).toMatchObject({ status: 401 });
  });

  it('A message that only reads has no dry run', async () => {
    for (const message of [xml.ota('OTA_PingRQ', '<EchoData>Hello</EchoData>'), xml.hotelRequest(hotel.code)])
      expect(await siteConnect('/dryRun', message)).toMatchObject({
        status: 404,
        body: { detail: expect.stringMatching(/^OTA_\w+RQ has no dry run/) as string },
      });
  });

  it('A dry run waits for no push, and no push waits for it', async () => {
    const holder = service.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query(`SELECT FROM room WHERE id = $1 FOR UPDATE`, [hotel.room]);
    const body = notification(hotel.code, [availability(hotel, FIRST, FIRST, 4)]);
    expect((await channex('/dryRun', body)).body).toMatchObject({ outcome: 'applied', applied: 1 });
    await holder.rollbackTransaction();
    await holder.release();
  });
});
