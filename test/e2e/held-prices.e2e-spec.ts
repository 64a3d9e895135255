import { addDays } from '../../src/dates/calendar-date';
import type { CalendarDate } from '../../src/dates/calendar-date';
import type { Answer } from '../support/service';
import { TestService } from '../support/service';
import { countStatements } from '../support/statements';

interface Held {
  ratePlanId: string;
  roomId: string;
  date: string;
  price: string | null;
  held: string;
  reason: string;
  requestId: string;
  heldAt: string;
}
type Guard = Partial<
  Record<'minimum' | 'maximum' | 'maxDecreasePercent' | 'maxIncreasePercent', string | number | null>
>;

const DATE = '2026-12-24';
const GUARD = { minimum: '40.00', maximum: '900.00', maxDecreasePercent: '50', maxIncreasePercent: '200' };
const days = (count: number) =>
  Array.from({ length: count }, (_, day) => addDays('2026-12-01' as CalendarDate, day));
const requestOf = ({ headers }: Pick<Answer, 'headers'>) => headers.get('x-request-id') ?? '';

describe('a plan with a guard', () => {
  let service: TestService;
  let room: string;
  let plan: string;
  const others: TestService[] = [];
  beforeAll(async () => (service = await TestService.start()));
  afterAll(async () => {
    for (const instance of [...others, service]) await instance.stop();
  });
  beforeEach(async () => {
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
    await push(100);
    await setGuard(GUARD);
  });

  /** Another instance on the same database. */
  const startBeside = async (options: { settings?: Record<string, string>; now?: Date }) => {
    const instance = await TestService.start({ beside: service, ...options });
    others.push(instance);
    return instance;
  };
  const setGuard = (guard: Guard | null, id = plan) => service.admin('PATCH', `/ratePlans/${id}`, { guard });
  const push = (price: number | string, date = DATE, id = plan) =>
    service.pushPrices(room, id, [{ date, price }]);
  const list = async (query = `ratePlanId=${plan}`) =>
    (await service.admin<{ items: Held[]; nextCursor: string | null }>('GET', `/heldPrices?${query}`)).body;
  const held = async (id = plan) =>
    Object.fromEntries((await list(`ratePlanId=${id}`)).items.map((item) => [item.date, item.held]));
  const decide = (what: 'release' | 'discard', from = DATE, to = from, ratePlanId = plan) =>
    service.admin<{ requestId: string; records: number }>('POST', `/heldPrices/${what}`, {
      ratePlanId,
      from,
      to,
    });
  const entry = async (requestId: string) => (await service.admin('GET', `/journal/${requestId}`)).body;
  const story = async (id = plan, date = DATE) =>
    (await service.admin('GET', `/ratePlans/${id}/prices/${date}`)).body;
  const hasFlag = async (id = plan) => {
    const [row] = await service.dataSource.query<[{ has: boolean }]>(
      `SELECT has_held_prices AS has FROM rate_plan WHERE id = $1`,
      [id],
    );
    return row.has;
  };

  it.each([
    ['below its minimum', '39.99', 'belowMinimum'],
    ['above its maximum', '900.01', 'aboveMaximum'],
    ['far below the stored one', '49.9999', 'decrease'],
    ['far above the stored one', '300.0001', 'increase'],
  ])('holds a price %s, and answers with success', async (_, price, reason) => {
    const answer = await push(price);
    expect([answer.status, answer.text]).toEqual([200, 'Price is successfully updated']);
    expect(answer.headers.get('x-records-held')).toBe('1');
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '100.0000' });
    const [item] = (await list()).items;
    expect(item).toEqual({
      ratePlanId: plan,
      roomId: room,
      date: DATE,
      price: '100.00',
      held: price,
      reason,
      requestId: requestOf(answer),
      heldAt: expect.any(String),
    });
    expect(await entry(requestOf(answer))).toMatchObject({
      outcome: 'applied',
      received: 1,
      applied: 0,
      unchanged: 0,
      held: 1,
      records: [{ date: DATE, verdict: 'held' }],
    });
    const receipt = JSON.parse((await service.call(`/receipts/${requestOf(answer)}`)).text) as object;
    expect(receipt).toMatchObject({ held: 1, records: [{ verdict: 'held' }] });
  });

  it.each(['40', '50', '300', '900'])('takes its bounds, as %s', async (price) => {
    if (price === '40') await setGuard({ ...GUARD, maxDecreasePercent: '60' });
    if (price === '900') await setGuard({ ...GUARD, maxIncreasePercent: '800' });
    expect((await push(price)).headers.get('x-records-held')).toBe('0');
    expect(await service.records.prices(plan)).toEqual({ [DATE]: `${price}.0000` });
  });

  it('compares with the stored price exactly, whatever the size of both', async () => {
    await setGuard({ maxDecreasePercent: '33.3333', maxIncreasePercent: '0.0001' });
    const cases = [
      ['0.0003', '0.0002', 'decrease'],
      ['9999999999.9999', '6666670000', null],
      ['9999999999.9999', '6666669999.9999', 'decrease'],
      ['1000000', '1000001', null],
      ['1000000', '1000001.0001', 'increase'],
    ] as const;
    for (const [index, [stored, pushed, reason]] of cases.entries()) {
      const date = days(30)[index]!;
      await push(stored, date);
      await push(pushed, date);
      const item = (await list()).items.find((one) => one.date === date);
      expect({ stored, pushed, reason: item?.reason ?? null }).toEqual({ stored, pushed, reason });
    }
  });

  it('compares with no price that is not set or 0, and holds what is outside its bounds all the same', async () => {
    await service.pushInventory(room, [{ date: '2026-12-25', inventoryNumber: 1 }]);
    await setGuard({ maxIncreasePercent: '0', maxDecreasePercent: '0', minimum: '0' });
    await service.records.day(room, '2026-12-26');
    await service.records.price(room, plan, '2026-12-26', 0);
    for (const date of ['2026-12-25', '2026-12-26', '2026-12-27']) await push(500, date);
    expect(await held()).toEqual({});
    await setGuard({ minimum: '600' });
    expect((await push(1, '2026-12-30')).headers.get('x-records-held')).toBe('1');
    expect(await service.records.availability(room)).not.toHaveProperty('2026-12-30');
    expect((await list()).items).toMatchObject([{ date: '2026-12-30', price: null, held: '1.00' }]);
    expect(await story(plan, '2026-12-30')).toMatchObject({
      price: null,
      origin: 'notSet',
      held: { price: '1.00' },
    });
  });

  it('holds some records of a push, and applies, skips and supersedes the others', async () => {
    await push(100, '2026-12-25');
    const answer = await service.pushPrices(room, plan, [
      { date: '2026-12-25', price: 1 },
      { date: DATE, price: 1 },
      { date: '2026-12-25', price: 120 },
      { date: '2020-01-01', price: 1 },
      { date: '2026-12-26', price: 100 },
    ]);
    const counts = ['skipped', 'held', 'late'].map((verdict) => answer.headers.get(`x-records-${verdict}`));
    expect(counts).toEqual(['1', '1', '0']);
    const { records } = (await entry(requestOf(answer))) as { records: { verdict: string }[] };
    expect(records.map(({ verdict }) => verdict)).toEqual([
      'superseded',
      'held',
      'applied',
      'skipped',
      'applied',
    ]);
    expect(await service.records.prices(plan)).toEqual({
      [DATE]: '100.0000',
      '2026-12-25': '120.0000',
      '2026-12-26': '100.0000',
    });
  });

  it('lets derived plans see nothing of what it holds, also those of other rooms', async () => {
    const child = await service.records.ratePlan(room, plan, { steps: [{ amount: '5' }] });
    const elsewhere = await service.records.room();
    const grandchild = await service.records.ratePlan(elsewhere, child, { steps: [{ amount: '1' }] });
    await push(110);
    await push(1);
    expect(await service.records.prices(child)).toEqual({ [DATE]: '115.0000' });
    expect(await service.records.prices(grandchild)).toEqual({ [DATE]: '116.0000' });
    expect((await decide('release')).body.records).toBe(1);
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '1.0000' });
    expect(await service.records.prices(child)).toEqual({ [DATE]: '6.0000' });
    expect(await service.records.prices(grandchild)).toEqual({ [DATE]: '7.0000' });
    expect(await story(grandchild)).toMatchObject({
      price: '7.00',
      history: [{ kind: 'release' }, { kind: 'push' }],
    });
  });

  it('may itself be derived: a price pushed straight to it is held, and its parent goes on deriving', async () => {
    const child = await service.records.ratePlan(room, plan, { steps: [{ amount: '5' }] });
    await setGuard({ maxDecreasePercent: '10' }, child);
    await push(200);
    expect((await push(50, DATE, child)).headers.get('x-records-held')).toBe('1');
    await push(110);
    expect(await service.records.prices(child)).toEqual({ [DATE]: '115.0000' });
    expect(await held(child)).toEqual({ [DATE]: '50.00' });
    expect(await story(child)).toMatchObject({
      origin: 'derived',
      held: { price: '50.00', reason: 'decrease' },
    });
    await decide('release', DATE, DATE, child);
    expect(await service.records.prices(child)).toEqual({ [DATE]: '50.0000' });
    await push(110);
    expect(await service.records.prices(child)).toEqual({ [DATE]: '115.0000' });
  });

  it('has one held price a cell: a later push of the cell takes its place, held or applied', async () => {
    await push(1);
    const second = requestOf(await push(2));
    expect((await list()).items).toMatchObject([{ held: '2.00', requestId: second }]);
    await push(3, '2026-12-25');
    expect(await held()).toEqual({ [DATE]: '2.00', '2026-12-25': '3.00' });
    await push(100);
    expect(await held()).toEqual({ '2026-12-25': '3.00' });
    expect(await hasFlag()).toBe(true);
    await push(100, '2026-12-25');
    expect(await held()).toEqual({});
    expect(await hasFlag()).toBe(false);
  });

  it('keeps what it held when it is loosened or taken away, until a push or people decide', async () => {
    await service.pushPrices(room, plan, [
      { date: DATE, price: 1 },
      { date: '2026-12-25', price: 2 },
      { date: '2026-12-26', price: 3 },
    ]);
    await setGuard({ minimum: '2' });
    expect(Object.keys(await held())).toHaveLength(3);
    await setGuard(null);
    expect(Object.keys(await held())).toHaveLength(3);
    await push(1);
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '1.0000' });
    expect(await held()).toEqual({ '2026-12-25': '2.00', '2026-12-26': '3.00' });
    expect((await decide('discard', '2026-12-01', '2026-12-25')).body.records).toBe(1);
    await push(100, '2026-12-26');
    expect([await held(), await hasFlag()]).toEqual([{}, false]);
  });

  it('leaves inventory, room edits and changes of a rule alone, with what it holds', async () => {
    await push(1);
    await service.pushInventory(room, [{ date: DATE, inventoryNumber: 3 }]);
    await service.editRoom({ id: room, qty: 3 });
    const parent = await service.records.ratePlan(room);
    await push(5, DATE, parent);
    await service.admin('PATCH', `/ratePlans/${plan}`, { derivation: { from: parent, steps: [] } });
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '5.0000' });
    expect(await held()).toEqual({ [DATE]: '1.00' });
  });

  it('shows nothing of what it holds in the calendar, as it is and as it was', async () => {
    const before = requestOf(await push(110));
    await push(1);
    const calendar = async (at: string) => {
      const range = `from=${DATE}&to=${DATE}`;
      const { body } = await service.admin('GET', `/rooms/${room}/calendar?${range}${at}`);
      return (body as { days: { prices: { price: string }[] }[] }).days[0]?.prices.map(({ price }) => price);
    };
    const now = new Date(Date.now() + 60_000).toISOString();
    expect([await calendar(''), await calendar(`&at=${now}`)]).toEqual([['110.00'], ['110.00']]);
    const { history } = (await story()) as { history: { requestId: string }[] };
    expect(history[0]?.requestId).toBe(before);
    await decide('release');
    expect([await calendar(''), await calendar(`&at=${now}`)]).toEqual([['1.00'], ['1.00']]);
  });

  describe('whose held prices are released', () => {
    it('sets them past the guard, in an entry of its own that the story names', async () => {
      const pushed = requestOf(await push(1));
      expect(await story()).toMatchObject({
        price: '100.00',
        held: { price: '1.00', reason: 'belowMinimum', requestId: pushed, heldAt: expect.any(String) },
      });
      const { status, body } = await decide('release');
      expect([status, body.records]).toEqual([200, 1]);
      expect(await entry(body.requestId)).toMatchObject({
        operation: 'releaseHeldPrices',
        roomId: room,
        ratePlanId: plan,
        token: 'test',
        outcome: 'applied',
        received: 1,
        applied: 1,
        held: 0,
        changes: null,
        records: [{ date: DATE, value: '1.00', verdict: 'applied' }],
      });
      const told = (await story()) as { history: object[] };
      expect(told).toMatchObject({ price: '1.00', origin: 'pushed', held: null });
      expect(told.history[0]).toMatchObject({
        requestId: body.requestId,
        kind: 'release',
        token: 'test',
        price: '1.00',
      });
      expect([await held(), await hasFlag()]).toEqual([{}, false]);
    });

    it('takes only those of the plan and the dates, and says unchanged of a price that is stored already', async () => {
      await push(1);
      await push(2, '2026-12-25');
      await push(3, '2026-12-27');
      const other = await service.records.ratePlan(room);
      await setGuard({ minimum: '50' }, other);
      await push(1, DATE, other);
      await setGuard(null);
      await service.dataSource.query(
        `UPDATE rate_room_availability SET price = 1 WHERE rate_plan_id = $1 AND date = $2`,
        [plan, DATE],
      );
      const { body } = await decide('release', DATE, '2026-12-26');
      expect(body.records).toBe(2);
      expect(await entry(body.requestId)).toMatchObject({
        received: 2,
        applied: 1,
        unchanged: 1,
        records: [
          { date: DATE, verdict: 'unchanged' },
          { date: '2026-12-25', verdict: 'applied' },
        ],
      });
      expect([await held(), await hasFlag()]).toEqual([{ '2026-12-27': '3.00' }, true]);
      expect(await held(other)).toEqual({ [DATE]: '1.00' });
    });

    it('a second time has nothing left to set', async () => {
      await push(1);
      await decide('release');
      await push(100, DATE);
      await setGuard(null);
      await push(100, DATE);
      const { status, body } = await decide('release');
      expect([status, body.records]).toEqual([200, 0]);
      expect(await service.records.prices(plan)).toEqual({ [DATE]: '100.0000' });
    });

    it('skips those whose dates have left the update window', async () => {
      const tomorrow = await startBeside({ now: new Date('2026-12-26T12:00:00Z') });
      await push(1);
      await push(2, '2026-12-25');
      const range = { ratePlanId: plan, from: '2026-12-01', to: '2026-12-31' };
      const { body } = await tomorrow.admin<{ requestId: string; records: number }>(
        'POST',
        '/heldPrices/release',
        range,
      );
      expect(body.records).toBe(2);
      expect(await entry(body.requestId)).toMatchObject({ applied: 1, skipped: 1 });
      expect(await service.records.prices(plan)).toEqual({ [DATE]: '100.0000', '2026-12-25': '2.0000' });
      expect(await held()).toEqual({});
    });

    it('is refused whole where a derived price would be above what can be stored, and stays held', async () => {
      const child = await service.records.ratePlan(room, plan, { steps: [{ percent: '900' }] });
      await push('9999999999');
      const { status, body } = await decide('release');
      expect(status).toBe(400);
      expect(body).toMatchObject({
        detail: `The price derived for rate plan ${child} on ${DATE} would reach 10000000000`,
      });
      expect(await held()).toEqual({ [DATE]: '9999999999.00' });
    });
  });

  it('drops what is discarded: the cell stays as it is, and the journal says who did it', async () => {
    await push(1);
    const { status, body } = await decide('discard');
    expect([status, body.records]).toEqual([200, 1]);
    expect(await entry(body.requestId)).toMatchObject({
      operation: 'discardHeldPrices',
      token: 'test',
      outcome: 'applied',
      received: 1,
      applied: 0,
      unchanged: 1,
      records: [{ date: DATE, value: '1.00', verdict: 'unchanged' }],
    });
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '100.0000' });
    expect(await story()).toMatchObject({ held: null, history: [{ kind: 'push' }] });
    expect([await held(), await hasFlag()]).toEqual([{}, false]);
  });

  it.each(['release', 'discard'] as const)(
    'answers a %s with 404 where there is no such plan',
    async (what) => {
      await push(1);
      await service.admin('DELETE', `/ratePlans/${plan}?confirm=Plan`);
      const { status, body } = await decide(what);
      expect([status, body]).toMatchObject([404, { detail: `There is no rate plan ${plan}` }]);
      const rows = await service.dataSource.query(`SELECT FROM held_price WHERE rate_plan_id = $1`, [plan]);
      expect(rows).toEqual([]);
    },
  );

  it('takes what it holds with it when its room is deleted', async () => {
    await push(1);
    expect((await service.admin('DELETE', `/rooms/${room}?confirm=Double`)).status).toBe(204);
    expect(await service.dataSource.query(`SELECT FROM held_price WHERE room_id = $1`, [room])).toEqual([]);
  });

  it('lists what is held in pages, of a room, of a plan and of all', async () => {
    const other = await service.records.ratePlan(room);
    await setGuard({ minimum: '50' }, other);
    const dates = days(5);
    for (const id of [plan, other])
      await service.pushPrices(
        room,
        id,
        dates.map((date) => ({ date, price: 1 })),
      );
    const found: string[] = [];
    for (let cursor = ''; ;) {
      const page = await list(`roomId=${room}&limit=3${cursor}`);
      found.push(...page.items.map((item) => `${item.ratePlanId} ${item.date}`));
      if (!page.nextCursor) break;
      expect(page.items).toHaveLength(3);
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(found).toEqual([plan, other].flatMap((id) => dates.map((date) => `${id} ${date}`)));
    expect((await list(`ratePlanId=${other}`)).items).toHaveLength(5);
    expect((await list(`roomId=987654&ratePlanId=${other}`)).items).toEqual([]);
    expect((await list('ratePlanId=987654')).items).toEqual([]);
    expect((await list('limit=200')).items.length).toBeGreaterThanOrEqual(10);
  });

  it.each(['x', '1.2', '1.2.2026-99-99', '1.99999999999999999999.2026-12-01', ''])(
    'is asked for no page behind %j',
    async (cursor) => {
      const { status, body } = await service.admin('GET', `/heldPrices?cursor=${cursor}`);
      expect([status, body['errors']]).toEqual([
        400,
        [{ pointer: '/cursor', message: 'must be the `nextCursor` of the page before' }],
      ]);
    },
  );

  it('is read by a token that may read, and decided on by administrators alone', async () => {
    const headers = { authorization: `Bearer ${await service.createToken('reader', ['read'])}` };
    expect((await service.call('/admin/heldPrices', { headers })).status).toBe(200);
    const range = { ratePlanId: plan, from: DATE, to: DATE };
    for (const what of ['release', 'discard'])
      expect((await service.post(`/admin/heldPrices/${what}`, range, { headers })).status).toBe(403);
  });

  it('holds what a token for its property pushes, and nothing of a token for another one', async () => {
    const own = await service.createToken('own', ['push'], { propertyNames: ['Hotel Bar'] });
    const foreign = await service.createToken('foreign', ['push'], { propertyNames: ['Hotel Foo'] });
    const pushWith = (token: string) =>
      service.post(`/updateCalendarPrices?roomId=${room}&ratePlanId=${plan}`, [{ date: DATE, price: 1 }], {
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await pushWith(foreign)).status).toBe(403);
    expect(await held()).toEqual({});
    expect((await pushWith(own)).headers.get('x-records-held')).toBe('1');
    expect(await held()).toEqual({ [DATE]: '1.00' });
  });

  it('is worth the same as one of the settings, where it has none of its own', async () => {
    const guarded = await startBeside({
      settings: { PRICE_GUARD_MAX_DECREASE_PERCENT: '10', PRICE_GUARD_MAX_INCREASE_PERCENT: '20.5' },
    });
    const heldOf = async (price: number | string) =>
      (await guarded.pushPrices(room, plan, [{ date: DATE, price }])).headers.get('x-records-held');
    expect(await heldOf(51)).toBe('0');
    await setGuard(null);
    await push(100);
    expect([await heldOf('89.99'), await heldOf('120.51')]).toEqual(['1', '1']);
    expect([await heldOf(90), await heldOf('108.45')]).toEqual(['0', '0']);
    await setGuard({});
    expect([await heldOf(1), await heldOf(1000)]).toEqual(['0', '0']);
  });

  describe('as its administration sets it', () => {
    const read = async () => (await service.admin('GET', `/ratePlans/${plan}`)).body;

    it('is read with the plan, its list and its room, and journaled with what was before', async () => {
      expect(await read()).toMatchObject({ guard: GUARD });
      expect((await service.admin('GET', `/ratePlans?roomId=${room}`)).body).toMatchObject({
        items: [{ guard: GUARD }],
      });
      expect((await service.admin('GET', `/rooms/${room}`)).body).toMatchObject({
        ratePlans: [{ guard: GUARD }],
      });
      const { headers, body } = await setGuard({ minimum: 5, maxIncreasePercent: 12.5 });
      const guard = { minimum: '5.00', maximum: null, maxDecreasePercent: null, maxIncreasePercent: '12.5' };
      expect(body).toMatchObject({ guard });
      expect((await entry(requestOf({ headers })))['changes']).toEqual({ guard: { from: GUARD, to: guard } });
      const renamed = await service.admin('PATCH', `/ratePlans/${plan}`, { name: 'Other' });
      expect(renamed.body).toMatchObject({ guard });
      const none = await setGuard(null);
      expect(none.body).toMatchObject({ guard: null });
      expect((await entry(requestOf(none)))['changes']).toEqual({ guard: { from: guard, to: null } });
    });

    it('is made with a new plan', async () => {
      const { status, body } = await service.admin('POST', `/rooms/${room}/ratePlans`, {
        name: 'New',
        guard: GUARD,
      });
      expect([status, body]).toMatchObject([201, { guard: GUARD }]);
      expect((await push(1, DATE, body['id'] as string)).headers.get('x-records-held')).toBe('1');
    });

    it.each<[string, unknown, string, RegExp]>([
      [
        'a minimum above the maximum',
        { minimum: '5', maximum: '4.99' },
        '/guard/minimum',
        /above the maximum/,
      ],
      ['a negative minimum', { minimum: '-1' }, '/guard/minimum', /at least 0/],
      [
        'a decrease of more than everything',
        { maxDecreasePercent: '100.0001' },
        '/guard/maxDecreasePercent',
        /0 to 100/,
      ],
      ['a negative decrease', { maxDecreasePercent: -1 }, '/guard/maxDecreasePercent', /0 to 100/],
      [
        'an increase that is no number',
        { maxIncreasePercent: 'a lot' },
        '/guard/maxIncreasePercent',
        /percentage/,
      ],
      ['an unknown limit', { maxDecrease: '5' }, '/guard/maxDecrease', /is not a field/],
      ['no object', '50', '/guard', /object/],
    ])('is refused with %s', async (_, guard, pointer, message) => {
      const { status, body } = await service.admin('PATCH', `/ratePlans/${plan}`, { guard });
      const [error] = body['errors'] as { pointer: string; message: string }[];
      expect([status, error?.pointer]).toEqual([400, pointer]);
      expect(error?.message).toMatch(message);
      expect(await read()).toMatchObject({ guard: GUARD });
    });
  });

  describe('and many records', () => {
    const statementsOf = async (call: () => Promise<unknown>) => {
      const counted = countStatements(service.dataSource);
      await call();
      return counted.stop().length;
    };
    const pushAll = (price: number, id = plan) =>
      service.pushPrices(
        room,
        id,
        days(730).map((date) => ({ date, price })),
      );

    it('pays one statement more, whether nothing, some or everything is held; a plan without one pays none', async () => {
      const free = await service.records.ratePlan(room);
      for (const id of [free, plan]) await pushAll(100, id);
      const unguarded = await statementsOf(() => pushAll(101, free));
      expect(await statementsOf(() => pushAll(101))).toBe(unguarded + 1);
      const some = days(730).map((date, day) => ({ date, price: day % 2 ? 1 : 102 }));
      expect(await statementsOf(() => service.pushPrices(room, plan, some))).toBe(unguarded + 1);
      expect(Object.keys(await held())).toHaveLength(50);
      expect(await statementsOf(() => pushAll(1))).toBeLessThanOrEqual(unguarded);
      await pushAll(103);
      await setGuard(null);
      expect(await statementsOf(() => pushAll(104))).toBe(unguarded);
    });

    it('holds 730 dates at once, of 5,000 records, and releases them', async () => {
      const dates = days(730);
      const records = Array.from({ length: 5_000 }, (_, n) => ({
        date: dates[n % 730],
        price: n < 4_000 ? 100 : 1,
      }));
      const answer = await service.pushPrices(room, plan, records);
      expect(answer.headers.get('x-records-held')).toBe('730');
      const { body } = await decide('release', '2026-12-01', '2028-12-01');
      expect(body.records).toBe(730);
      const prices = Object.values(await service.records.prices(plan));
      expect([prices.length, new Set(prices)]).toEqual([730, new Set(['1.0000'])]);
    });

    it('releases 730 dates over a tree of 200 plans', async () => {
      await service.dataSource.query(
        `INSERT INTO rate_plan (room_id, name, derived_from_id, derivation)
         SELECT $1, 'Plan', $2, $3::jsonb FROM generate_series(1, 200)`,
        [
          room,
          plan,
          {
            steps: [{ amount: '1' }],
            rounding: { mode: 'halfUp', increment: '0.01' },
            minimum: null,
            maximum: null,
          },
        ],
      );
      await pushAll(1);
      expect((await decide('release', '2026-12-01', '2028-12-01')).body.records).toBe(730);
      const [{ cells }] = await service.dataSource.query<[{ cells: number }]>(
        `SELECT count(*)::int AS cells FROM rate_room_availability WHERE room_id = $1 AND price IN (1, 2)`,
        [room],
      );
      expect(cells).toBe(730 * 201);
    });
  });

  it('sets a released or a pushed price, the one that came last, where both come at once', async () => {
    for (let round = 0; round < 20; round++) {
      await setGuard(GUARD);
      await push(1);
      const [release, pushed] = await Promise.all([decide('release'), push(100 + round)]);
      const order = await service.dataSource.query<{ id: string }[]>(
        `SELECT id FROM journal_entry WHERE id IN ($1, $2) ORDER BY applied_at`,
        [release.body.requestId, requestOf(pushed)],
      );
      const last = order.at(-1)?.id;
      const [price] = Object.values(await service.records.prices(plan));
      if (last === release.body.requestId) {
        // The push went first, and took the place of what was held.
        expect([price, release.body.records]).toEqual([`${100 + round}.0000`, 0]);
        continue;
      }
      // Released first, the price of 1 is what the push was compared with: an increase, and held.
      expect(release.body.records).toBe(1);
      expect(price).toBe('1.0000');
      expect(await held()).toEqual({ [DATE]: `${100 + round}.00` });
      await setGuard(null);
      await push(100);
    }
  });
});
