import type { CreatedSandbox, SandboxPage } from '../../../src/proof/sandboxes/sandbox.dto';
import type { FeedHealth } from '../../../src/administration/feed-health/feed-health.dto';
import { endOfFeed, pageWith } from '../../support/feed-page';
import { bearer, createSandbox, idsOf } from '../../support/sandboxes';
import { TestService } from '../../support/service';

const DATE = '2026-12-24';

describe('a sandbox', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());

  const create = (body?: object) => createSandbox(service, body);
  const postWith = (token: string) => (path: string, body: unknown) =>
    service.post(path, body, bearer(token));

  it('A sandbox is a property with two rooms, five rate plans and its own token', async () => {
    const sandbox = await create();
    expect(sandbox).toMatchObject({
      name: 'allbookers',
      propertyName: expect.stringMatching(/^Sandbox allbookers [0-9a-f]{8}$/) as string,
      propertyCode: `SANDBOX-${sandbox.propertyName.slice(-8)}`,
      firstDay: '2026-12-01',
      rooms: [
        { name: 'Double', ratePlans: [{ derivedFrom: null }, {}, {}, {}] },
        { name: 'Suite', ratePlans: [{ derivedFrom: null }] },
      ],
    });
    const [flexible, , nonRefundable, earlyBird] = sandbox.rooms[0]!.ratePlans;
    expect([nonRefundable!.derivedFrom, earlyBird!.derivedFrom]).toEqual([flexible!.id, nonRefundable!.id]);
    const { room, plan } = idsOf(sandbox);
    const post = postWith(sandbox.token);
    expect(
      (await post(`/updateCalendarPrices?roomId=${room}&ratePlanId=${plan}`, [{ date: DATE, price: 100 }]))
        .text,
    ).toBe('Price is successfully updated');
    expect(await service.records.prices(earlyBird!.id)).toEqual({ [DATE]: '85.0000' });
    const { propertyCode, id } = sandbox;
    expect((await service.admin('GET', `/rooms/${room}`)).body).toMatchObject({
      sandboxId: id,
      propertyCode,
    });
    const mapping = await service.call(
      `/channex/test_connection?hotel_code=${propertyCode}`,
      bearer(sandbox.token),
    );
    expect(mapping.text).toBe('{"success":true}');
    const { body } = await service.admin<SandboxPage>('GET', '/sandboxes');
    const withoutToken: Partial<CreatedSandbox> = JSON.parse(JSON.stringify(sandbox)) as CreatedSandbox;
    delete withoutToken.token;
    expect(body.items.find(({ id }) => id === sandbox.id)).toEqual(withoutToken);
    expect(JSON.stringify(body)).not.toContain(sandbox.token);
  });

  it('A sandbox gets free ids if the next ones are taken', async () => {
    const [{ next }] = await service.dataSource.query<[{ next: string }]>(
      `SELECT nextval(pg_get_serial_sequence('room', 'id')) AS next`,
    );
    const taken = String(BigInt(next) + 1n);
    await service.admin('POST', '/rooms', { id: taken, name: 'Double' });
    expect((await create()).rooms.map(({ id }) => id)).not.toContain(taken);
  });

  it('A sandbox expires in a week, or at a given time within 30 days', async () => {
    const { expiresAt } = await create();
    expect((new Date(expiresAt).getTime() - Date.now()) / 86_400_000).toBeCloseTo(7, 2);
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const ask = (expiry: string) => service.admin('POST', '/sandboxes', { name: 'x', expiresAt: expiry });
    expect(await ask(at(29))).toMatchObject({ status: 201 });
    expect(await ask(at(31))).toMatchObject({
      status: 400,
      body: { detail: '/expiresAt must be within 30 days' },
    });
    expect(await ask(at(-1))).toMatchObject({
      status: 400,
      body: { detail: '/expiresAt must be in the future' },
    });
  });

  it('A sandbox is not in the feed of changes, the feed health or the mails, whether its sender or a person changes it', async () => {
    const hotel = await service.records.room();
    const start = await endOfFeed(service);
    const counts = async () => (await service.admin<FeedHealth>('GET', '/feedHealth')).body.rooms;
    const before = await counts();
    const sandbox = await create();
    const { room, plan, suite, suitePlan } = idsOf(sandbox);
    const post = postWith(sandbox.token);
    await post(`/updateCalendarInventory?roomId=${room}`, [{ date: DATE, inventoryNumber: 3 }]);
    await post(`/updateCalendarInventory?roomId=${room}`, []);
    await post(`/updateCalendarInventory?roomId=${room}`, [{ date: DATE }]);
    await post(`/updateCalendarPrices?roomId=${room}&ratePlanId=1`, [{ date: DATE, price: 1 }]);
    await post(`/updateCalendarPrices?roomId=${suite}&ratePlanId=${suitePlan}`, [{ date: DATE, price: 1 }]);
    await post('/roomEditChannelManager', { id: room, qty: 9 });
    await service.pushPrices(room, plan, [{ date: DATE, price: 9 }]);
    await service.admin('PATCH', `/rooms/${room}`, { name: 'Twin' });
    const { headers } = await service.pushInventory(hotel, [{ date: DATE, inventoryNumber: 3 }]);
    const { items } = await pageWith(service, start, [headers.get('x-request-id') ?? '']);
    const rooms = [room, suite, hotel];
    expect(items.map(({ roomId }) => roomId).filter((id) => rooms.includes(id))).toEqual([hotel]);
    const { total, never } = await counts();
    expect({ total, never }).toEqual({ total: before.total, never: before.never - 1 });
    const notices = await service.dataSource.query(
      `SELECT FROM journal_entry WHERE notice IS NOT NULL AND token_id = $1`,
      [sandbox.tokenId],
    );
    expect(notices).toEqual([]);
  });

  it('A sandbox cannot be linked with real rooms, and its parts cannot be deleted', async () => {
    const sandbox = await create();
    const { room, plan } = idsOf(sandbox);
    const real = await service.records.room();
    const realPlan = await service.records.ratePlan(real);
    const derive = (from: string) => ({ derivation: { from, steps: [{ percent: '-10' }] } });
    const refused = [
      await service.admin('PATCH', `/ratePlans/${realPlan}`, derive(plan)),
      await service.admin('PATCH', `/ratePlans/${plan}`, derive(realPlan)),
      await service.admin('POST', `/rooms/${real}/ratePlans`, { name: 'x', ...derive(plan) }),
      await service.admin('PATCH', `/rooms/${real}`, { propertyName: sandbox.propertyName }),
      await service.admin('POST', '/rooms', { name: 'x', propertyName: sandbox.propertyName }),
      await service.admin('PATCH', `/rooms/${room}`, { propertyName: 'Hotel Bar' }),
      await service.admin('PATCH', `/rooms/${real}`, { propertyCode: sandbox.propertyCode }),
      await service.admin('POST', '/rooms', { name: 'x', propertyCode: sandbox.propertyCode }),
      await service.admin('PATCH', `/rooms/${room}`, { propertyCode: 'H1' }),
      await service.admin('DELETE', `/rooms/${room}?confirm=Double`),
      await service.admin('DELETE', `/accessTokens/${sandbox.tokenId}`),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 409));
  });
});
