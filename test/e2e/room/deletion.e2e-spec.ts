import { TestService } from '../../support/service';

describe('a deletion', () => {
  let service: TestService;
  let room: string;
  let plan: string;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());
  beforeEach(async () => {
    const created = await service.admin('POST', '/rooms', { name: 'Twin & more' });
    room = String(created.body['id']);
    plan = await service.records.ratePlan(room);
    await service.pushPrices(room, plan, [
      { date: '2026-12-01', price: 1 },
      { date: '2026-12-02', price: 2 },
    ]);
    // A date without a price.
    await service.pushInventory(room, [{ date: '2026-12-03', inventoryNumber: 1 }]);
  });

  const remove = (path: string) => service.admin('DELETE', path);

  it.each([
    ['', ''],
    ['?confirm=', ''],
    ['?confirm=twin+%26+more', '; got "twin & more". Upper and lower case differ'],
    ['?confirm=Twin', '; got "Twin"'],
  ])(
    'The deletion of a room with %p is refused, with its consequences and the next step',
    async (query, difference) => {
      const refused = await remove(`/rooms/${room}${query}`);
      const message =
        `must be the name of room ${room}, "Twin & more"${difference}. The deletion also removes: 1 rate plan, ` +
        `2 prices and its calendar. To continue, repeat the call with ?confirm=Twin%20%26%20more`;
      expect(refused).toMatchObject({
        status: 400,
        body: { detail: `/confirm ${message}`, errors: [{ pointer: '/confirm', message }] },
      });
      expect((await service.admin('GET', `/rooms/${room}`)).status).toBe(200);
    },
  );

  it('The deletion of a rate plan without its name is refused, with its consequences and the next step', async () => {
    const refused = await remove(`/ratePlans/${plan}`);
    const message =
      `must be the name of rate plan ${plan}, "Plan". The deletion also removes: 2 prices. ` +
      `To continue, repeat the call with ?confirm=Plan`;
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/confirm', message }] } });
    expect(Object.keys(await service.records.prices(plan))).toHaveLength(3);
  });

  it('The refusal of a deletion also counts the held prices and the closures that can still be opened', async () => {
    await service.admin('PATCH', `/ratePlans/${plan}`, { guard: { maxIncreasePercent: 10 } });
    await service.pushPrices(room, plan, [
      { date: '2026-12-01', price: 9 },
      { date: '2026-12-02', price: 9 },
    ]);
    const range = { roomId: room, from: '2026-12-01', to: '2026-12-02', reason: 'wrong price' };
    await service.admin('POST', '/closures', range);
    await service.admin('POST', '/closures', { ...range, ratePlanId: plan });
    const { body: opened } = await service.admin('POST', '/closures', { ...range, ratePlanId: plan });
    await service.admin('DELETE', `/closures/${String(opened['id'])}`);
    const { body: ofPlan } = await remove(`/ratePlans/${plan}`);
    expect(ofPlan['detail']).toContain('also removes: 2 prices, 2 held prices, 1 open closure. ');
    const { body: ofRoom } = await remove(`/rooms/${room}`);
    expect(ofRoom['detail']).toContain(
      'also removes: 1 rate plan, 2 prices, 2 held prices, 2 open closures and its calendar. ',
    );
  });

  it('A deletion with the name from the refusal succeeds', async () => {
    expect((await remove(`/ratePlans/${plan}?confirm=Plan`)).status).toBe(204);
    const { body } = await remove(`/rooms/${room}`);
    const [, query] = /repeat the call with (\S+)$/.exec(String(body['detail'])) ?? [];
    expect((await remove(`/rooms/${room}${query}`)).status).toBe(204);
    expect((await remove(`/rooms/${room}${query}`)).status).toBe(404);
  });

  it('A deletion leaves nothing in the tables by date, even without cascades', async () => {
    // Distributed tables keep only the last of these constraints. The service must not rely on any of them.
    await service.dataSource.query(
      `ALTER TABLE room_availability DROP CONSTRAINT IF EXISTS fk_room_availability_room;
       ALTER TABLE rate_room_availability DROP CONSTRAINT IF EXISTS fk_rate_room_availability_rate_plan;
       ALTER TABLE held_price DROP CONSTRAINT IF EXISTS fk_held_price_rate_plan;
       ALTER TABLE rate_room_availability DROP CONSTRAINT IF EXISTS fk_rate_room_availability_room_availability`,
    );
    await service.admin('PATCH', `/ratePlans/${plan}`, { guard: { maxIncreasePercent: 10 } });
    await service.pushPrices(room, plan, [{ date: '2026-12-01', price: 9 }]);
    const other = await service.records.ratePlan(room);
    await service.pushPrices(room, other, [{ date: '2026-12-01', price: 3 }]);
    const counts = async () => {
      const tables = ['room_availability', 'rate_room_availability', 'held_price'];
      const counting = tables.map((table) => `(SELECT count(*) FROM ${table} WHERE room_id = $1)::int`);
      const [row] = await service.dataSource.query<[{ counts: number[] }]>(
        `SELECT ARRAY[${counting.join()}] AS counts`,
        [room],
      );
      return row.counts;
    };
    expect(await counts()).toEqual([3, 4, 1]);
    await remove(`/ratePlans/${plan}?confirm=Plan`);
    expect(await counts()).toEqual([3, 1, 0]);
    await service.admin('PATCH', `/ratePlans/${other}`, { guard: { maxIncreasePercent: 10 } });
    await service.pushPrices(room, other, [{ date: '2026-12-01', price: 9 }]);
    expect(await counts()).toEqual([3, 1, 1]);
    await remove(`/rooms/${room}?confirm=Twin+%26+more`);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('A deletion with two names is refused', async () => {
    expect((await remove(`/rooms/${room}?confirm=Twin&confirm=Twin+%26+more`)).status).toBe(400);
  });
});
