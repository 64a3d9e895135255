import Big from 'big.js';
import fc from 'fast-check';
import type { Derivation } from '../../src/calendar/derivation/price-derivation';
import { rule } from '../support/derivations';
import { reference } from '../support/reference';
import { TestService } from '../support/service';

/** The number of forests in each test. Many more are tried by hand: see docs/testing.md. */
const FORESTS = Number(process.env['FORESTS'] ?? 10);
const TIME_LIMIT_MS = 30_000 + FORESTS * 2_000;
/** A search for a smaller failure could exceed the time limit, and the seed would not be printed. */
const OPTIONS = { numRuns: FORESTS, endOnFailure: true };
const ROOMS = 3;
const PLANS = 8;
const DATES = ['2026-11-30', '2026-12-01', '2026-12-02', '2027-06-01', '2028-12-01'];

/** A change of a forest of plans. Plans and rooms are numbers from 0 on. */
type Event =
  | { kind: 'prices'; plan: number; prices: [number, string][] }
  | { kind: 'inventory'; room: number; dates: number[] }
  | { kind: 'derivation'; plan: number; parent: number; derivation: Derivation }
  | { kind: 'independence'; plan: number };

type Cell = string | null;

/** The values that the contract defines, calculated cell by cell. */
class Model {
  readonly roomOf: number[];
  readonly parentOf = new Map<number, number>();
  readonly rules = new Map<number, Derivation>();
  readonly cells: Map<string, Cell>[] = Array.from({ length: PLANS }, () => new Map<string, Cell>());

  constructor(rooms: number[]) {
    this.roomOf = rooms;
  }

  /** @returns whether the event is accepted */
  apply(event: Event): boolean {
    switch (event.kind) {
      case 'prices':
        for (const [date, price] of event.prices) this.set(event.plan, DATES[date]!, price);
        return true;
      case 'inventory':
        for (const date of event.dates) this.open(event.room, DATES[date]!);
        return true;
      case 'independence':
        this.parentOf.delete(event.plan);
        this.rules.delete(event.plan);
        return true;
      case 'derivation':
        if (this.isBelow(event.parent, event.plan)) return false;
        this.parentOf.set(event.plan, event.parent);
        this.rules.set(event.plan, event.derivation);
        this.recalculate(event.plan);
        return true;
    }
  }

  children(plan: number): number[] {
    return [...this.parentOf].filter(([, parent]) => parent === plan).map(([child]) => child);
  }

  derived(plan: number, parentCell: Cell): Cell {
    return parentCell === null ? null : reference(this.rules.get(plan)!, parentCell).toFixed();
  }

  private isBelow(plan: number, top: number): boolean {
    return plan === top || this.children(top).some((child) => this.isBelow(plan, child));
  }

  private set(plan: number, date: string, cell: Cell): void {
    this.cells[plan]!.set(date, cell);
    for (const child of this.children(plan)) this.set(child, date, this.derived(child, cell));
  }

  /** Operation 1: creates missing cells without a price, then fills in missing derived prices. */
  private open(room: number, date: string): void {
    const ofRoom = this.roomOf.flatMap((of, plan) => (of === room ? [plan] : []));
    for (const plan of ofRoom) if (!this.cells[plan]!.has(date)) this.cells[plan]!.set(date, null);
    for (let level = 0; level < PLANS; level++) for (const plan of ofRoom) this.fill(plan, date);
  }

  private fill(plan: number, date: string): void {
    const parent = this.parentOf.get(plan);
    const parentCell = parent === undefined ? undefined : this.cells[parent]!.get(date);
    if (this.cells[plan]!.get(date) === null && parentCell != null) {
      this.cells[plan]!.set(date, this.derived(plan, parentCell));
    }
    for (const child of this.children(plan)) this.fill(child, date);
  }

  /** A changed rule recalculates every date of the window on which the parent has a record. */
  private recalculate(plan: number): void {
    for (const [date, cell] of this.cells[this.parentOf.get(plan)!]!) {
      this.cells[plan]!.set(date, this.derived(plan, cell));
    }
    for (const child of this.children(plan)) this.recalculate(child);
  }
}

const plan = fc.nat(PLANS - 1);
const price = fc
  .tuple(fc.nat(2000), fc.nat(9999))
  .map(([whole, part]) => `${whole}.${String(part).padStart(4, '0')}`);
const pushOfPrices = fc.record({
  kind: fc.constant('prices' as const),
  plan,
  prices: fc.uniqueArray(fc.tuple(fc.nat(DATES.length - 1), price), {
    minLength: 1,
    selector: ([date]) => date,
  }),
});
const newDerivation = fc.record({
  kind: fc.constant('derivation' as const),
  plan,
  parent: plan,
  derivation: rule,
});
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: pushOfPrices },
  { weight: 4, arbitrary: newDerivation },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('inventory' as const),
      room: fc.nat(ROOMS - 1),
      dates: fc.uniqueArray(fc.nat(DATES.length - 1), { minLength: 1 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('independence' as const), plan }) },
);
const rooms = fc.array(fc.nat(ROOMS - 1), { minLength: PLANS, maxLength: PLANS });

describe('a forest of derived plans over several rooms', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());

  /** Creates the forest in the database, without derivations. */
  async function plant(roomOf: number[]) {
    const roomIds = await Promise.all(Array.from({ length: ROOMS }, () => service.records.room()));
    const planIds: string[] = [];
    for (const room of roomOf) planIds.push(await service.records.ratePlan(roomIds[room]!));
    const send = async (event: Event): Promise<number> => {
      if (event.kind === 'inventory') {
        const body = event.dates.map((date) => ({ date: DATES[date], inventoryNumber: 1 }));
        return (await service.pushInventory(roomIds[event.room]!, body)).status;
      }
      const id = planIds[event.plan]!;
      if (event.kind === 'prices') {
        const body = event.prices.map(([date, value]) => ({ date: DATES[date], price: value }));
        return (await service.pushPrices(roomIds[roomOf[event.plan]!]!, id, body)).status;
      }
      const derivation =
        event.kind === 'independence' ? null : { from: planIds[event.parent], ...event.derivation };
      return (await service.admin('PATCH', `/ratePlans/${id}`, { derivation })).status;
    };
    const stored = async (plan: number) =>
      new Map(Object.entries(await service.records.prices(planIds[plan]!)));
    return { send, stored };
  }

  it(
    'Pushes and changes, one after another, give the prices that the contract defines',
    async () => {
      await fc.assert(
        fc.asyncProperty(rooms, fc.array(event, { minLength: 5, maxLength: 20 }), async (roomOf, events) => {
          const { send, stored } = await plant(roomOf);
          const model = new Model(roomOf);
          for (const event of events) {
            const expected = model.apply(event) ? 200 : 409;
            expect({ event, status: await send(event) }).toEqual({ event, status: expected });
          }
          for (let plan = 0; plan < PLANS; plan++) {
            expect(exact(await stored(plan))).toEqual(exact(model.cells[plan]!));
          }
        }),
        OPTIONS,
      );
    },
    TIME_LIMIT_MS,
  );

  it(
    'After pushes and changes at the same time, each derived cell has what its rule makes of the parent',
    async () => {
      // Only plans without a parent are pushed here, because a price pushed to a derived plan may differ from its rule.
      const batch = fc.tuple(
        fc.array(newDerivation, { minLength: 1, maxLength: 4 }),
        fc.array(pushOfPrices, { minLength: 2, maxLength: 8 }),
      );
      await fc.assert(
        fc.asyncProperty(rooms, fc.array(batch, { minLength: 1, maxLength: 3 }), async (roomOf, batches) => {
          const { send, stored } = await plant(roomOf);
          const isDerived = (plan: number) => plan >= 3; // Only the first three plans are pushed, and they are never derived.
          const parentOf = new Map<number, { parent: number; derivation: Derivation }>();
          for (const [derivations, pushes] of batches) {
            const changes = uniquePlans(derivations.filter(({ plan }) => isDerived(plan)));
            const events = [...changes, ...pushes.map((push) => ({ ...push, plan: push.plan % 3 }))];
            const answers = await Promise.all(
              events.map(async (event) => ({ event, status: await send(event) })),
            );
            for (const { event, status } of answers) {
              // A circle is refused. If two changes make a circle, the second one is refused.
              expect(event.kind === 'derivation' ? [200, 409] : [200]).toContain(status);
              if (event.kind === 'derivation' && status === 200) parentOf.set(event.plan, event);
            }
          }
          for (const [plan, { parent, derivation }] of parentOf) {
            const cells = await stored(plan);
            for (const [date, price] of await stored(parent)) {
              const expected = price === null ? null : reference(derivation, price).toFixed(4);
              expect({ plan, date, price: cells.get(date) }).toEqual({ plan, date, price: expected });
            }
          }
        }),
        OPTIONS,
      );
    },
    TIME_LIMIT_MS,
  );
});

/** Cells as comparable decimals. */
function exact(cells: Map<string, Cell>): Record<string, Cell> {
  const sorted = [...cells].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([date, cell]) => [date, cell === null ? null : Big(cell).toFixed(4)]),
  );
}

/** Keeps one change for each plan, because the order of two simultaneous changes is unknown. */
function uniquePlans<T extends { plan: number }>(events: T[]): T[] {
  return [...new Map(events.map((event) => [event.plan, event])).values()];
}
