import { TestService } from '../../support/service';

/** Operation 2, `POST /updateCalendarPrices`: one test for each sentence of the contract. */
describe('updateCalendarPrices', () => {
  let service: TestService;
  beforeAll(
    async () => (service = await TestService.start({ settings: { PLATFORM_NAME: 'Stay Anywhere' } })),
  );
  afterAll(() => service.stop());

  async function roomWithPlan() {
    const room = await service.records.room();
    return { room, plan: await service.records.ratePlan(room) };
  }

  it('A price push creates missing prices, and missing availability with 0 rooms', async () => {
    const { room, plan } = await roomWithPlan();
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 4 }]);
    const answer = await service.pushPrices(room, plan, [
      { date: '2026-12-01', price: 100.1, propertyName: 'Hotel Bar' },
      { date: '2026-12-02', price: 0 },
    ]);
    expect(answer).toMatchObject({ status: 200, text: 'Price is successfully updated' });
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await service.records.prices(plan)).toEqual({ '2026-12-01': '100.1000', '2026-12-02': '0.0000' });
    expect(await service.records.availability(room)).toEqual({ '2026-12-01': [4, 0], '2026-12-02': [0, 0] });
  });

  it('A price push writes a price only if it differs', async () => {
    const { room, plan } = await roomWithPlan();
    await service.pushPrices(room, plan, [
      { date: '2026-12-01', price: 100 },
      { date: '2026-12-02', price: 100 },
    ]);
    const versions = () =>
      service.dataSource.query<{ xmin: string }[]>(
        `SELECT xmin FROM rate_room_availability WHERE rate_plan_id = $1 ORDER BY date`,
        [plan],
      );
    const before = await versions();
    await service.pushPrices(room, plan, [
      { date: '2026-12-01', price: '100.00' },
      { date: '2026-12-02', price: 101 },
    ]);
    const after = await versions();
    expect(after[0]).toEqual(before[0]);
    expect(after[1]).not.toEqual(before[1]);
  });

  it('A price push leaves the dates between, other plans and other rooms alone', async () => {
    const { room, plan } = await roomWithPlan();
    const other = await service.records.ratePlan(room);
    const days = ['2026-12-01', '2026-12-02', '2026-12-03'];
    for (const id of [plan, other]) {
      await service.pushPrices(
        room,
        id,
        days.map((date) => ({ date, price: 50 })),
      );
    }
    await service.pushPrices(room, plan, [
      { date: '2026-12-03', price: 70 },
      { date: '2026-12-01', price: 60 },
    ]);
    expect(Object.values(await service.records.prices(plan))).toEqual(['60.0000', '50.0000', '70.0000']);
    expect(Object.values(await service.records.prices(other))).toEqual(['50.0000', '50.0000', '50.0000']);
  });

  it('A price push recalculates every linked plan, directly or through others, down ten levels', async () => {
    const { room, plan } = await roomWithPlan();
    const chain = [plan];
    for (let level = 1; level <= 10; level++) {
      chain.push(await service.records.ratePlan(room, chain.at(-1), { steps: [{ amount: '1' }] }));
    }
    await service.pushPrices(room, plan, [{ date: '2026-12-01', price: 100 }]);
    await service.pushPrices(room, plan, [{ date: '2026-12-01', price: 200 }]);
    const prices = await Promise.all(chain.map((id) => service.records.prices(id)));
    expect(prices.map((days) => Number(days['2026-12-01']))).toEqual(chain.map((_, level) => 200 + level));
  });

  it('A price push creates cells of linked plans in other rooms, with an availability of no rooms', async () => {
    const { room, plan } = await roomWithPlan();
    const otherRoom = await service.records.room();
    const derived = await service.records.ratePlan(otherRoom, plan, { steps: [{ percent: '80' }] });
    await service.pushPrices(room, plan, [{ date: '2026-12-01', price: '100.10' }]);
    expect(await service.records.prices(derived)).toEqual({ '2026-12-01': '180.1800' });
    expect(await service.records.availability(otherRoom)).toEqual({ '2026-12-01': [0, 0] });
  });

  it('A price pushed to a derived plan stays until its parent is pushed again, changed or not', async () => {
    const { room, plan } = await roomWithPlan();
    const derived = await service.records.ratePlan(room, plan, { steps: [{ percent: '-10' }] });
    const parentPush = [{ date: '2026-12-01', price: 100 }];
    await service.pushPrices(room, plan, parentPush);
    await service.pushPrices(room, derived, [{ date: '2026-12-01', price: 42 }]);
    expect(await service.records.prices(derived)).toEqual({ '2026-12-01': '42.0000' });
    await service.pushPrices(room, plan, parentPush);
    expect(await service.records.prices(derived)).toEqual({ '2026-12-01': '90.0000' });
  });

  it('The answer to an empty list, null or no body is the empty-list text, before the room is looked up', async () => {
    const path = '/updateCalendarPrices?roomId=987654&ratePlanId=1';
    const answers = [
      await service.pushPrices('987654', '1', []),
      await service.pushPrices('987654', '1', null),
      await service.call(path, { method: 'POST' }),
      await service.call(path, { method: 'POST', headers: { 'content-type': 'application/json' } }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, text: 'price is received as empty list 987654' });
    }
  });

  it('The answer to a missing room is 200 and the not-found text', async () => {
    expect(await service.pushPrices('987654', '1', [{ date: '2026-12-01', price: 1 }])).toMatchObject({
      status: 200,
      text: 'Room with ID: 987654 not exist in db, check room id 987654 in Stay Anywhere',
    });
  });

  it('The answer to a rate plan of another room is 404, and nothing changes', async () => {
    const { room } = await roomWithPlan();
    const { plan: foreign } = await roomWithPlan();
    const answer = await service.pushPrices(room, foreign, [{ date: '2026-12-01', price: 1 }]);
    expect(answer).toMatchObject({ status: 404, text: 'Rate plan not found' });
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await service.records.availability(room)).toEqual({});
    expect(await service.records.prices(foreign)).toEqual({});
  });

  it('The whole push is refused if a derived price would reach 10^10', async () => {
    const { room, plan } = await roomWithPlan();
    const derived = await service.records.ratePlan(room, plan, { steps: [{ percent: '100' }] });
    const answer = await service.pushPrices(room, plan, [
      { date: '2026-12-01', price: 1 },
      { date: '2026-12-03', price: 5_000_000_000 },
    ]);
    expect(answer.status).toBe(400);
    expect(answer.text).toBe(
      `The price derived for rate plan ${derived} on 2026-12-03 would reach 10000000000`,
    );
    expect(await service.records.prices(plan)).toEqual({});
  });

  it.each([
    ['1234567.1234', '1234567.1234'],
    ['9999999999.9999', '9999999999.9999'],
    ['0.00005', '0.0001'],
    ['0.00004999999999999999999999', '0.0000'],
    ['1000000000.00005', '1000000000.0001'],
    ['123456789.12344999999999999', '123456789.1234'],
    ['1.205e2', '120.5000'],
    ['"120.50"', '120.5000'],
    ['-0', '0.0000'],
  ])('A price push stores the decimal %s as %s', async (written, stored) => {
    const { room, plan } = await roomWithPlan();
    const path = `/updateCalendarPrices?roomId=${room}&ratePlanId=${plan}`;
    const body = `[{"date":"2026-12-01","price":${written}}]`;
    expect((await service.post(path, null, { body })).text).toBe('Price is successfully updated');
    expect(await service.records.prices(plan)).toEqual({ '2026-12-01': stored });
  });

  it.each([
    ['-0.01', 'must be a number of at least 0, as 120.5; got -0.01'],
    ['-1e-400', 'must be a number of at least 0, as 120.5; got -1e-400'],
    ['null', 'must be a number of at least 0, as 120.5; got null'],
    ['"abc"', 'must be a number of at least 0, as 120.5; got "abc"'],
    ['"NaN"', 'must be a number of at least 0, as 120.5; got "NaN"'],
    ['true', 'must be a number of at least 0, as 120.5; got true'],
    ['[1]', 'must be a number of at least 0, as 120.5; got an array'],
    ['10000000000', 'must be below 10000000000; got 10000000000'],
    ['9999999999.99995', 'must be below 10000000000; got 9999999999.99995'],
    ['1e400', 'must be below 10000000000; got 1e400'],
    ['"1e400"', 'must be below 10000000000; got "1e400"'],
  ])('A price push refuses the price %s', async (written, problem) => {
    const { room, plan } = await roomWithPlan();
    const path = `/updateCalendarPrices?roomId=${room}&ratePlanId=${plan}`;
    const body = `[{"date":"2026-12-01","price":1},{"date":"2026-12-02","price":${written}}]`;
    expect(await service.post(path, null, { body })).toMatchObject({
      status: 400,
      text: `[1].price ${problem}`,
    });
    expect(await service.records.prices(plan)).toEqual({});
  });
});
