import { TestService } from '../../support/service';

/** Operation 1, `POST /updateCalendarInventory`: one test for each sentence of the contract. */
describe('updateCalendarInventory', () => {
  let service: TestService;
  beforeAll(
    async () => (service = await TestService.start({ settings: { PLATFORM_NAME: 'Stay Anywhere' } })),
  );
  afterAll(() => service.stop());

  it('An inventory push sets the total rooms of existing dates, and creates the others without occupied rooms', async () => {
    const room = await service.records.room();
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 3 }]);

    const answer = await service.pushInventory(room, [
      { date: '2026-12-01', inventoryNumber: 7, propertyName: 'Hotel Bar' },
      { date: '2026-12-02', inventoryNumber: 0 },
    ]);

    expect(answer).toMatchObject({ status: 200, text: 'Inventory is successfully updated' });
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await service.records.availability(room)).toEqual({ '2026-12-01': [7, 0], '2026-12-02': [0, 0] });
  });

  it('An inventory push never changes occupied rooms, even if fewer rooms are left', async () => {
    const room = await service.records.room();
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 3 }]);
    await service.records.occupy(room, '2026-12-01', 2);
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 1 }]);
    expect(await service.records.availability(room)).toEqual({ '2026-12-01': [1, 2] });
  });

  it('An inventory push creates the missing cell of every rate plan without a price, not with 0', async () => {
    const room = await service.records.room();
    const [base, other] = [await service.records.ratePlan(room), await service.records.ratePlan(room)];
    await service.pushPrices(room, base, [{ date: '2026-12-01', price: 80 }]);
    await service.pushInventory(room, [
      { date: '2026-12-01', inventoryNumber: 3 },
      { date: '2026-12-02', inventoryNumber: 3 },
    ]);
    expect(await service.records.prices(base)).toEqual({ '2026-12-01': '80.0000', '2026-12-02': null });
    expect(await service.records.prices(other)).toEqual({ '2026-12-01': null, '2026-12-02': null });
  });

  it('An inventory push finds the only gap in a long range: a missing record, or a derived price that is not set', async () => {
    const room = await service.records.room();
    const base = await service.records.ratePlan(room);
    const dates = Array.from({ length: 60 }, (_, day) =>
      new Date(Date.UTC(2026, 11, 1 + day)).toISOString().slice(0, 10),
    );
    const rooms = (inventoryNumber: number) => dates.map((date) => ({ date, inventoryNumber }));
    await service.pushPrices(
      room,
      base,
      dates.map((date) => ({ date, price: 100 })),
    );
    const derived = await service.records.ratePlan(room, base, { steps: [{ percent: '-10' }] });
    for (const gap of [
      'DELETE FROM rate_room_availability',
      'UPDATE rate_room_availability SET price = NULL',
    ]) {
      await service.pushInventory(room, rooms(3));
      await service.dataSource.query(
        `${gap} WHERE room_id = $1 AND rate_plan_id = $2 AND date = '2026-12-24'`,
        [room, derived],
      );
      await service.pushInventory(room, rooms(4));
      const prices = await service.records.prices(derived);
      expect([Object.keys(prices).length, new Set(Object.values(prices))]).toEqual([
        60,
        new Set(['90.0000']),
      ]);
      expect(new Set(Object.values(await service.records.availability(room)).map(([left]) => left))).toEqual(
        new Set([4]),
      );
    }
  });

  it('An inventory push sets two dates in three of a long range, creates missing dates, and changes nothing else', async () => {
    const room = await service.records.room();
    const dates = Array.from({ length: 153 }, (_, day) =>
      new Date(Date.UTC(2026, 11, 1 + day)).toISOString().slice(0, 10),
    );
    const rooms = (of: string[], inventoryNumber: number) => of.map((date) => ({ date, inventoryNumber }));
    const [unsent, sent] = ['2026-12-11', '2026-12-12'];
    await service.pushInventory(room, rooms(dates.slice(0, 150), 3));
    await service.post(
      `/updateCalendarBlackout?roomId=${room}`,
      [unsent, sent].map((date) => ({ date, blackoutStatus: true })),
    );
    await service.records.occupy(room, sent, 2);
    await service.pushInventory(
      room,
      rooms(
        dates.filter((_, day) => day % 3 !== 1),
        9,
      ),
    );
    const expected = dates
      .map((date, day) => [date, [day % 3 === 1 ? 3 : 9, date === sent ? 2 : 0]] as const)
      .filter((_, day) => day !== 151);
    expect(await service.records.availability(room)).toEqual(Object.fromEntries(expected));
    const closed = Object.entries(await service.records.closed(room)).filter(([, isClosed]) => isClosed);
    expect(closed.map(([date]) => date)).toEqual([unsent, sent]);
  });

  it.each([
    ['all dates', () => true],
    ['two dates in three', (day: number) => day % 3 > 0],
  ])(
    'An inventory push records one past state for each changed date of a long range: %s',
    async (_, isChanged) => {
      const room = await service.records.room();
      const dates = Array.from({ length: 150 }, (_, day) =>
        new Date(Date.UTC(2026, 11, 1 + day)).toISOString().slice(0, 10),
      );
      const rooms = (of: number) =>
        dates.map((date, day) => ({ date, inventoryNumber: isChanged(day) ? of + day : 1 }));
      await service.pushInventory(room, rooms(3));
      const second = await service.pushInventory(room, rooms(9));
      const states = await service.dataSource.query<{ date: string; total: number; closed: boolean }[]>(
        `SELECT date::text, total_rooms AS total, closed FROM availability_state
        WHERE room_id = $1 AND entry_id = $2 ORDER BY date`,
        [room, second.headers.get('x-request-id')],
      );
      expect(states).toEqual(
        dates.flatMap((date, day) => (isChanged(day) ? [{ date, total: 9 + day, closed: false }] : [])),
      );
    },
  );

  it('An inventory push creates no cells for plans of other rooms', async () => {
    const [room, otherRoom] = [await service.records.room(), await service.records.room()];
    const base = await service.records.ratePlan(room);
    const derived = await service.records.ratePlan(otherRoom, base);
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 3 }]);
    expect(await service.records.prices(derived)).toEqual({});
    expect(await service.records.availability(otherRoom)).toEqual({});
  });

  it('An inventory push gives a new cell of a derived plan its derived price, down the chain and into other rooms', async () => {
    const [room, otherRoom] = [await service.records.room(), await service.records.room()];
    const base = await service.records.ratePlan(room);
    await service.pushPrices(room, base, [{ date: '2026-12-01', price: 100 }]);
    // The plans come after the price, so that only the inventory push can give them one.
    const derived = await service.records.ratePlan(otherRoom, base, { steps: [{ percent: '-10' }] });
    const below = await service.records.ratePlan(otherRoom, derived, { steps: [{ amount: '-5' }] });
    await service.pushInventory(otherRoom, [
      { date: '2026-12-01', inventoryNumber: 3 },
      { date: '2026-12-02', inventoryNumber: 3 },
    ]);
    expect(await service.records.prices(derived)).toEqual({ '2026-12-01': '90.0000', '2026-12-02': null });
    expect(await service.records.prices(below)).toEqual({ '2026-12-01': '85.0000', '2026-12-02': null });
  });

  it('An inventory push fills unpriced cells of plans in other rooms whose parent has just got its price', async () => {
    const [room, middle, end] = [
      await service.records.room(),
      await service.records.room(),
      await service.records.room(),
    ];
    const base = await service.records.ratePlan(room);
    const derived = await service.records.ratePlan(middle, base, { steps: [{ percent: '50' }] });
    const below = await service.records.ratePlan(end, derived, { steps: [{ amount: '1' }] });
    await service.pushInventory(end, [{ date: '2026-12-01', inventoryNumber: 1 }]);
    expect(await service.records.prices(below)).toEqual({ '2026-12-01': null });
    await service.records.day(room, '2026-12-01');
    await service.records.price(room, base, '2026-12-01', 10);
    await service.pushInventory(middle, [{ date: '2026-12-01', inventoryNumber: 1 }]);
    expect(await service.records.prices(derived)).toEqual({ '2026-12-01': '15.0000' });
    expect(await service.records.prices(below)).toEqual({ '2026-12-01': '16.0000' });
  });

  it('An inventory push leaves a price that a derived plan already has', async () => {
    const room = await service.records.room();
    const base = await service.records.ratePlan(room);
    const derived = await service.records.ratePlan(room, base, { steps: [{ percent: '-10' }] });
    await service.pushPrices(room, base, [{ date: '2026-12-01', price: 100 }]);
    await service.pushPrices(room, derived, [{ date: '2026-12-01', price: 42 }]);
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 3 }]);
    expect(await service.records.prices(derived)).toEqual({ '2026-12-01': '42.0000' });
  });

  it('The answer to an empty list, null or no body is the empty-list text, with or without a content type', async () => {
    const room = await service.records.room();
    const path = `/updateCalendarInventory?roomId=${room}`;
    const answers = [
      await service.pushInventory(room, []),
      await service.pushInventory(room, null),
      await service.call(path, { method: 'POST' }),
      await service.call(path, { method: 'POST', headers: { 'content-type': 'application/json' } }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, text: `inventory is received as empty list ${room}` });
    }
  });

  it('The answer to an empty list comes before the room is looked up', async () => {
    expect((await service.pushInventory('987654', [])).text).toBe(
      'inventory is received as empty list 987654',
    );
  });

  it('The answer to a missing room is 200 and the not-found text', async () => {
    expect(await service.pushInventory('987654', [{ date: '2026-12-01', inventoryNumber: 3 }])).toMatchObject(
      {
        status: 200,
        text: 'Room with ID: 987654 not exist in db, check room id 987654 in Stay Anywhere',
      },
    );
  });

  it('The answer has room ids above 2^53 exactly', async () => {
    const answer = await service.pushInventory('9223372036854775807', [
      { date: '2026-12-01', inventoryNumber: 3 },
    ]);
    expect(answer.text).toContain('Room with ID: 9223372036854775807 not exist');
  });

  it('An inventory push takes whole numbers from 0 to 2147483647, also in a JSON string', async () => {
    const room = await service.records.room();
    await service.pushInventory(room, [
      { date: '2026-12-01', inventoryNumber: 0 },
      { date: '2026-12-02', inventoryNumber: 2147483647 },
      { date: '2026-12-03', inventoryNumber: '12' },
    ]);
    expect(await service.records.availability(room)).toEqual({
      '2026-12-01': [0, 0],
      '2026-12-02': [2147483647, 0],
      '2026-12-03': [12, 0],
    });
  });

  it.each([
    [-1, '-1'],
    [2147483648, '2147483648'],
    [1.5, '1.5'],
    ['many', '"many"'],
    ['', '""'],
    [null, 'null'],
    [true, 'true'],
    [{}, 'an object'],
    [[1], 'an array'],
  ])(
    'An inventory push refuses %p as an inventory number, and changes nothing',
    async (inventoryNumber, got) => {
      const room = await service.records.room();
      const answer = await service.pushInventory(room, [
        { date: '2026-12-01', inventoryNumber: 3 },
        { date: '2026-12-02', inventoryNumber },
      ]);
      expect(answer).toMatchObject({
        status: 400,
        text: `[1].inventoryNumber must be a whole number from 0 to 2147483647; got ${got}`,
      });
      expect(await service.records.availability(room)).toEqual({});
    },
  );

  it('A date is overbooked once, even if an earlier record of the push has the same date', async () => {
    const room = await service.records.room();
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 5 }]);
    await service.records.occupy(room, '2026-12-01', 3);
    const answer = await service.pushInventory(room, [
      { date: '2026-12-01', inventoryNumber: 1 },
      { date: '2020-01-01', inventoryNumber: 1 },
      { date: '2026-12-01', inventoryNumber: 2 },
    ]);
    const entry = await service.admin('GET', `/journal/${answer.headers.get('x-request-id')}`);
    expect(entry.body['records']).toEqual([
      { date: '2026-12-01', value: '1', verdict: 'superseded', overbooked: false },
      { date: '2020-01-01', value: '1', verdict: 'skipped', overbooked: false },
      { date: '2026-12-01', value: '2', verdict: 'applied', overbooked: true },
    ]);
  });

  it('Each push is in the journal under its request id, with the name of its token', async () => {
    const room = await service.records.room();
    const answer = await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 3 }]);
    const entries = await service.records.pushes();
    expect(entries).toContainEqual({
      id: answer.headers.get('x-request-id'),
      outcome: 'applied',
      token: 'test',
    });
  });
});
