import { createHash } from 'node:crypto';
import { TestService } from '../../support/service';

const sha256 = (lines: string) => createHash('sha256').update(lines).digest('hex');

describe('checksums', () => {
  let service: TestService;
  let room: string;
  let plan: string;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());
  beforeEach(async () => {
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
  });

  const read = async (query: string, token = service.token) => {
    const headers = { authorization: `Bearer ${token}` };
    const { status, text } = await service.call(`/checksums?${query}`, { headers });
    return { status, body: JSON.parse(text) as unknown };
  };
  const ofDecember = async () => (await read(`roomId=${room}&from=2026-12&to=2026-12`)).body;

  it('The checksum of rooms left is the SHA-256 of a line for each date, such as 2026-12-24=3', async () => {
    await service.pushInventory(room, [{ date: '2026-12-24', inventoryNumber: 3 }]);
    expect(await ofDecember()).toEqual({
      roomId: room,
      months: [
        {
          month: '2026-12',
          inventory: sha256('2026-12-24=3\n'),
          // The push has made a record without a price.
          ratePlans: [{ ratePlanId: plan, prices: sha256('2026-12-24=\n') }],
        },
      ],
    });
  });

  it.each([
    [100.1, '100.10'],
    [0.1234, '0.1234'],
    [7, '7.00'],
    [0, '0.00'],
    [0.125, '0.125'],
    ['9999999999.9999', '9999999999.9999'],
  ])('The text of a checksum contains the price %s as %s', async (price, text) => {
    await service.pushPrices(room, plan, [{ date: '2026-12-24', price }]);
    expect(await ofDecember()).toMatchObject({
      months: [{ ratePlans: [{ ratePlanId: plan, prices: sha256(`2026-12-24=${text}\n`) }] }],
    });
  });

  it('Each month and each plan has a checksum of its dates in their order', async () => {
    const other = await service.records.ratePlan(room);
    await service.pushPrices(room, plan, [
      { date: '2027-01-01', price: 3 },
      { date: '2026-12-31', price: 2 },
      { date: '2026-12-30', price: 1.5 },
    ]);
    await service.pushPrices(room, other, [{ date: '2026-12-30', price: 9 }]);
    const noRooms = (...dates: string[]) => sha256(dates.map((date) => `${date}=0\n`).join(''));
    expect((await read(`roomId=${room}&from=2026-12&to=2027-02`)).body).toEqual({
      roomId: room,
      months: [
        {
          month: '2026-12',
          inventory: noRooms('2026-12-30', '2026-12-31'),
          ratePlans: [
            { ratePlanId: plan, prices: sha256('2026-12-30=1.50\n2026-12-31=2.00\n') },
            { ratePlanId: other, prices: sha256('2026-12-30=9.00\n') },
          ],
        },
        {
          month: '2027-01',
          inventory: noRooms('2027-01-01'),
          ratePlans: [
            { ratePlanId: plan, prices: sha256('2027-01-01=3.00\n') },
            { ratePlanId: other, prices: null },
          ],
        },
        {
          month: '2027-02',
          inventory: null,
          ratePlans: [
            { ratePlanId: plan, prices: null },
            { ratePlanId: other, prices: null },
          ],
        },
      ],
    });
  });

  it('Checksums are available for at most 25 months, in their order', async () => {
    expect(await read(`roomId=${room}&from=2026-12&to=2028-12`)).toMatchObject({ status: 200 });
    expect(await read(`roomId=${room}&from=2026-12&to=2029-01`)).toMatchObject({
      status: 400,
      body: { detail: '/to must be within 25 months from 2026-12' },
    });
    expect(await read(`roomId=${room}&from=2026-12&to=2026-11`)).toMatchObject({
      status: 400,
      body: { detail: '/to must not be before 2026-12' },
    });
    expect(await read(`roomId=one&from=2026-13&to=2026-1`)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/roomId' }, { pointer: '/from' }, { pointer: '/to' }] },
    });
  });

  it('Checksums need the scope push or read, and a room of the token’s properties', async () => {
    const query = `roomId=${room}&from=2026-12&to=2026-12`;
    const statusWith = async (scope: 'push' | 'read' | 'metrics') =>
      (await read(query, await service.createToken(scope, [scope]))).status;
    expect([await statusWith('push'), await statusWith('read'), await statusWith('metrics')]).toEqual([
      200, 200, 403,
    ]);
    await service.records.accessToken({
      name: 'Bar',
      token: 'of-hotel-bar-alone',
      scopes: ['push'],
      propertyNames: ['Hotel Bar'],
    });
    expect(await read(query, 'of-hotel-bar-alone')).toMatchObject({ status: 200 });
    for (const foreign of [
      await service.records.room('Hotel Foo'),
      await service.records.room(null),
      '999999',
    ]) {
      expect(await read(`roomId=${foreign}&from=2026-12&to=2026-12`, 'of-hotel-bar-alone')).toMatchObject({
        status: 403,
        body: { detail: `The access token is not for room ${foreign}` },
      });
    }
    expect(await read('roomId=999999&from=2026-12&to=2026-12')).toMatchObject({ status: 404 });
  });
});
