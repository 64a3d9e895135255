import fc from 'fast-check';
import { TestService } from '../support/service';

const DATES = ['2026-11-30', '2026-12-01', '2026-12-02', '2027-05-01', '2028-12-01'];
const RANGE = 'from=2026-11-30&to=2028-12-01';
const EVENTS = 500;

type Cells = Record<string, string | null>;
/** The prices of each plan and the totals of each room, by date. */
interface State {
  state: Map<string, Cells>;
  totals: Map<string, Record<string, number>>;
}
interface Calendar {
  days: {
    date: string;
    totalRooms: number;
    occupiedRooms: number | null;
    prices: { ratePlanId: string; price: string | null }[];
  }[];
}
interface Story {
  price: string | null;
  origin: string;
  derivation: null | {
    from: string;
    parentPrice: string;
    steps: { percent?: string; amount?: string; result: string }[];
    rounded: string;
    clamped: string | null;
    parent: Story;
  };
  history: { requestId: string; at: string; token: string; kind: string; price: string | null }[];
}

describe('the past', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());

  const story = async (plan: string, date: string) =>
    (await service.admin<Story>('GET', `/ratePlans/${plan}/prices/${date}`)).body;

  it('is told by stories and as-of calendars as a log that was kept meanwhile tells it, over 500 events', async () => {
    const rooms = await Promise.all(['A', 'B', 'C'].map((name) => create('/rooms', { name })));
    const plans: string[] = [];
    for (let n = 0; n < 7; n++)
      plans.push(await create(`/rooms/${rooms[n % 3]!}/ratePlans`, { name: `Plan ${n}` }));
    const roomOf = (plan: string) => rooms[plans.indexOf(plan) % 3]!;

    const pick = random(20261201);
    const one = <T>(things: T[]) => things[pick(things.length)]!;
    const some = (things: string[]) => things.filter(() => pick(2) === 0);
    const happen = (): Promise<{ status: number; headers: Headers }> => {
      const kind = pick(10);
      const plan = one(plans);
      if (kind < 5) {
        const body = [...some(DATES), one(DATES), '2026-01-01'].map((date) => ({
          date,
          price: `${pick(900)}.${pick(10000)}`,
        }));
        return service.pushPrices(roomOf(plan), plan, body);
      }
      if (kind < 7) {
        return service.pushInventory(
          one(rooms),
          [one(DATES), one(DATES)].map((date) => ({ date, inventoryNumber: pick(9) })),
        );
      }
      if (kind < 8) return service.editRoom({ id: one(rooms), qty: pick(9) });
      const rule = {
        from: one(plans),
        steps: [{ percent: String(pick(60) - 30) }, { amount: `${pick(20)}.5` }],
        maximum: '800',
      };
      return service.admin('PATCH', `/ratePlans/${plan}`, {
        name: `N${pick(9)}`,
        derivation: pick(5) === 0 ? null : rule,
      });
    };

    const log: ({ requestId: string } & State)[] = [];
    for (let n = 0; n < EVENTS; n++) {
      const answer = await happen();
      expect([200, 409]).toContain(answer.status);
      log.push({ requestId: answer.headers.get('x-request-id') ?? '', ...(await snapshot(rooms, plans)) });
    }
    const appliedAt = await moments();
    const events = log.filter(({ requestId }) => appliedAt.has(requestId)); // what was refused has changed nothing

    for (let sample = 0; sample < 60; sample++) {
      // What came within the same millisecond, or the rest of it, belongs to the moment.
      const at = Math.ceil(appliedAt.get(one(events).requestId)!);
      const entry = events.findLast(({ requestId }) => appliedAt.get(requestId)! <= at)!;
      const room = one(rooms);
      const calendar = await service.admin<Calendar>(
        'GET',
        `/rooms/${room}/calendar?${RANGE}&at=${new Date(at).toISOString()}`,
      );
      expect(flat(calendar.body)).toEqual(expected(entry, room));
    }

    for (const plan of plans) {
      for (const date of DATES) {
        const changes: { requestId: string; price: string | null }[] = [];
        let before: string | null = null;
        for (const { requestId, state } of log) {
          const price: string | null = state.get(plan)![date] ?? null;
          if (price !== before) changes.unshift({ requestId, price: price === null ? null : money(price) });
          before = price;
        }
        if (!(date in log.at(-1)!.state.get(plan)!)) continue;
        const told = await story(plan, date);
        expect(told.history.map(({ requestId, price }) => ({ requestId, price }))).toEqual(changes);
        expect(told.price).toBe(changes[0]?.price ?? null);
      }
    }

    function expected(entry: (typeof log)[number], room: string) {
      const ofRoom = plans.filter((plan) => roomOf(plan) === room);
      const cells = ofRoom.flatMap((plan) =>
        Object.entries(entry.state.get(plan)!).map(([date, price]) => [plan, date, price]),
      );
      return {
        totals: entry.totals.get(room),
        cells: cells
          .map(([plan, date, price]) => `${plan} ${date} ${price === null ? 'null' : money(price!)}`)
          .sort(),
      };
    }
  }, 180_000);

  it('is told step by step up to the pushed price', async () => {
    const room = await create('/rooms', { name: 'Double' });
    const base = await create(`/rooms/${room}/ratePlans`, { name: 'Base' });
    const derive = (from: string, rule: object) =>
      create(`/rooms/${room}/ratePlans`, { name: 'Derived', derivation: { from, ...rule } });
    const derived = await derive(base, { steps: [{ percent: '-10' }, { amount: '5.00' }] });
    const below = await derive(derived, {
      steps: [{ percent: '-33.3333' }],
      rounding: { mode: 'up', increment: '0.50' },
      minimum: '70',
    });
    const push = await service.pushPrices(room, base, [{ date: '2026-12-01', price: '100.10' }]);

    const told = await story(below, '2026-12-01');

    const pushed = {
      ratePlanId: base,
      date: '2026-12-01',
      price: '100.10',
      origin: 'pushed',
      derivation: null,
    };
    expect(told).toEqual({
      ratePlanId: below,
      date: '2026-12-01',
      price: '70.00',
      origin: 'derived',
      derivation: {
        from: derived,
        parentPrice: '95.09',
        steps: [{ percent: '-33.3333', result: '63.39336503' }],
        rounded: '63.50',
        clamped: '70.00',
        parent: {
          ratePlanId: derived,
          date: '2026-12-01',
          price: '95.09',
          origin: 'derived',
          derivation: {
            from: base,
            parentPrice: '100.10',
            steps: [
              { percent: '-10', result: '90.09' },
              { amount: '5.00', result: '95.09' },
            ],
            rounded: '95.09',
            clamped: null,
            parent: pushed,
          },
        },
      },
      history: [
        {
          requestId: push.headers.get('x-request-id'),
          at: expect.any(String),
          token: 'test',
          kind: 'push',
          price: '70.00',
        },
      ],
    });
  });

  it('says of a price whether it was pushed, derived or not set', async () => {
    const room = await create('/rooms', { name: 'Double' });
    const base = await create(`/rooms/${room}/ratePlans`, { name: 'Base' });
    const derived = await create(`/rooms/${room}/ratePlans`, {
      name: 'D',
      derivation: { from: base, steps: [] },
    });
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 1 }]);
    const origin = async () => (await story(derived, '2026-12-01')).origin;
    expect(await origin()).toBe('notSet');
    await service.pushPrices(room, base, [{ date: '2026-12-01', price: 10 }]);
    expect(await origin()).toBe('derived');
    await service.pushPrices(room, derived, [{ date: '2026-12-01', price: 9 }]);
    expect(await origin()).toBe('pushed');
    await service.pushPrices(room, base, [{ date: '2026-12-01', price: 9 }]);
    expect(await origin()).toBe('derived');
    await service.admin('PATCH', `/ratePlans/${derived}`, {
      derivation: { from: base, steps: [{ amount: '1' }] },
    });
    expect((await story(derived, '2026-12-01')).history.map(({ kind, price }) => [kind, price])).toEqual([
      ['derivation', '10.00'],
      ['push', '9.00'],
      ['push', '10.00'],
    ]);
  });

  it('knows the prices that an inventory push gave to plans which came to the database by another way', async () => {
    const [room, other] = [await service.records.room(), await service.records.room()];
    const base = await service.records.ratePlan(room);
    const priced = await service.pushPrices(room, base, [{ date: '2026-12-01', price: 100 }]);
    const derived = await service.records.ratePlan(other, base, { steps: [{ percent: '-10' }] });
    const below = await service.records.ratePlan(other, derived, { steps: [{ amount: '1' }] });
    const inventory = await service.pushInventory(other, [{ date: '2026-12-01', inventoryNumber: 4 }]);
    expect(await service.records.prices(below)).toEqual({ '2026-12-01': '91.0000' });
    const entry = (answer: { headers: Headers }, price: string) =>
      expect.objectContaining({
        requestId: answer.headers.get('x-request-id'),
        kind: 'push',
        price,
      }) as unknown;
    // As the journal has no word of how the plans came, they count as having been there from its beginning.
    expect((await story(below, '2026-12-01')).history).toEqual([entry(priced, '91.00')]);
    expect((await story(base, '2026-12-01')).history).toEqual([entry(priced, '100.00')]);
    expect(inventory.status).toBe(200);
  });

  it('has no prices of a plan that was deleted for the one that was created under its id', async () => {
    const room = await create('/rooms', { name: 'Double' });
    const plan = await create(`/rooms/${room}/ratePlans`, { name: 'Old' });
    await service.pushPrices(room, plan, [
      { date: '2026-12-01', price: 10 },
      { date: '2026-12-02', price: 10 },
    ]);
    await service.admin('DELETE', `/ratePlans/${plan}`);
    await create(`/rooms/${room}/ratePlans`, { id: plan, name: 'New' });
    const push = await service.pushPrices(room, plan, [{ date: '2026-12-02', price: 10 }]);
    const at = new Date(Math.ceil(Math.max(...(await moments()).values())) + 1).toISOString();
    const past = await service.admin<Calendar>('GET', `/rooms/${room}/calendar?${RANGE}&at=${at}`);
    expect(flat(past.body).cells).toEqual([`${plan} 2026-12-02 10.00`]);
    expect((await story(plan, '2026-12-02')).history.map(({ requestId }) => requestId)).toContain(
      push.headers.get('x-request-id'),
    );
  });

  it('is not told of a plan or a date without a price record', async () => {
    const room = await create('/rooms', { name: 'Double' });
    const plan = await create(`/rooms/${room}/ratePlans`, { name: 'Base' });
    expect((await service.admin('GET', `/ratePlans/${plan}/prices/2026-12-01`)).status).toBe(404);
    expect((await service.admin('GET', '/ratePlans/987654/prices/2026-12-01')).status).toBe(404);
    expect((await service.admin('GET', `/ratePlans/${plan}/prices/2026-02-30`)).status).toBe(400);
    expect(
      (await service.admin('GET', `/rooms/987654/calendar?${RANGE}&at=2026-12-01T00:00:00Z`)).status,
    ).toBe(404);
    expect((await service.admin('GET', `/rooms/${room}/calendar?${RANGE}&at=yesterday`)).status).toBe(400);
  });

  async function create(path: string, body: object): Promise<string> {
    const { status, body: made } = await service.admin<{ id: string }>('POST', path, body);
    expect(status).toBe(201);
    return made.id;
  }

  /** When each push or change was applied, in milliseconds, by request. */
  async function moments(): Promise<Map<string, number>> {
    const rows = await service.dataSource.query<{ id: string; at: number }[]>(
      `SELECT id, (extract(epoch FROM applied_at) * 1000)::float AS at FROM journal_entry WHERE outcome = 'applied'`,
    );
    return new Map(rows.map(({ id, at }) => [id, at]));
  }

  async function snapshot(rooms: string[], plans: string[]): Promise<State> {
    const [prices, days] = await Promise.all([
      Promise.all(plans.map((plan) => service.records.prices(plan))),
      Promise.all(rooms.map((room) => service.records.availability(room))),
    ]);
    const totals = days.map((ofRoom) =>
      Object.fromEntries(Object.entries(ofRoom).map(([date, [total]]) => [date, total])),
    );
    return {
      state: new Map(plans.map((plan, n) => [plan, prices[n]!])),
      totals: new Map(rooms.map((room, n) => [room, totals[n]!])),
    };
  }
});

function flat({ days }: Calendar) {
  expect(days.every(({ occupiedRooms }) => occupiedRooms === null)).toBe(true);
  return {
    totals: Object.fromEntries(days.map(({ date, totalRooms }) => [date, totalRooms])),
    cells: days
      .flatMap(({ date, prices }) => prices.map(({ ratePlanId, price }) => `${ratePlanId} ${date} ${price}`))
      .sort(),
  };
}

/** `100.1000` as `100.10` */
function money(stored: string): string {
  return stored.replace(/0{1,2}$/, '');
}

/** Whole numbers below a bound, the same ones in each run. */
function random(seed: number): (bound: number) => number {
  const numbers = fc.sample(fc.nat(2 ** 30), { seed, numRuns: 20_000 });
  let next = 0;
  return (bound) => numbers[next++ % numbers.length]! % bound;
}
