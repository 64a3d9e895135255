import fc from 'fast-check';
import type { Repository } from 'typeorm';
import type { CalendarPlan } from '../../src/calendar/calendar-plan';
import { DerivedPriceService } from '../../src/calendar/derivation/derived-price.service';
import type { CellPrice, PriceCell, RoomCalendar } from '../../src/calendar/room-calendar';
import { NO_RECORD, NOT_SET } from '../../src/calendar/room-calendar';
import { RoomCalendars } from '../../src/calendar/room-calendars';
import { formatMoney } from '../../src/calendar/derivation/money';
import { InventoryService } from '../../src/inventory/inventory.service';
import { NotificationService } from '../../src/notification/notification.service';
import { parseConfig } from '../../src/platform/config/config';
import type { RatePlanId, RoomId } from '../../src/platform/database/id';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { UpdateWindow } from '../../src/platform/dates/update-window';
import type { HeldPrice } from '../../src/pricing/held-prices/held-price.entity';
import { HeldPriceRepository } from '../../src/pricing/held-prices/held-price.repository';
import { HeldPriceService } from '../../src/pricing/held-prices/held-price.service';
import { PricingService } from '../../src/pricing/pricing.service';
import { readVerdict, verdictLetters } from '../../src/push/journal/verdicts';
import type { Decision, PushWork } from '../../src/push/push';
import type { PushEngine } from '../../src/push/push-engine';
import { derivation } from '../support/records';
import { calendarPlan, roomCalendar } from '../support/room-calendar';
import type { Guard, Push, Rule } from './model/steps';
import { Hotel } from './model/hotel';
import { Journal } from './model/journal';
import { Pushes } from './model/pushes';

const ROOMS = ['1', '2', '3'];
const PLANS = ['11', '12', '13', '14', '15', '16'];
const DATES = ['2026-11-30', '2026-12-01', '2026-12-02', '2027-06-01'] as CalendarDate[];
/** A cent in 1/10,000. */
const CENT = 100;

/** A plan with the room, the rule and the guard that it has throughout. */
interface PlanShape {
  id: string;
  roomId: string;
  rule: Rule | null;
  guard: Guard | null;
}

const guard: fc.Arbitrary<Guard> = fc.record({
  minimum: fc.option(fc.bigInt({ min: 0n, max: 20_000n })),
  maxDecreasePercent: fc.option(fc.nat(100)),
  maxIncreasePercent: fc.option(fc.nat(300)),
});
const plans: fc.Arbitrary<PlanShape[]> = fc
  .array(
    fc.record({
      room: fc.constantFrom(...ROOMS),
      from: fc.option(fc.nat(), { freq: 3 }),
      percent: fc.integer({ min: -40, max: 40 }),
      guard: fc.option(guard, { freq: 1 }),
    }),
    { minLength: 1, maxLength: PLANS.length },
  )
  .map((shapes) =>
    shapes.map(({ room, from, percent, guard }, n) => ({
      id: PLANS[n]!,
      roomId: room,
      rule: from === null || n === 0 ? null : { from: PLANS[from % n]!, percent },
      guard,
    })),
  );
const values = <T>(value: fc.Arbitrary<T>) =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...DATES), value), { minLength: 1, selector: ([date]) => date })
    .map((pairs): Record<string, T> =>
      Object.fromEntries(pairs.sort(([one], [other]) => (one < other ? -1 : 1))),
    );
const price = fc.oneof(fc.constant(10_000n), fc.bigInt({ min: 0n, max: 90_000n }));
/** A push, and whether the calendars are saved behind it and loaded again for the next one. */
const pushes = fc.array(
  fc.record({
    plan: fc.nat(PLANS.length - 1),
    room: fc.constantFrom(...ROOMS),
    isPrices: fc.boolean(),
    prices: values(price),
    totals: values(fc.nat(3)),
    isSaved: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
);

/** What the tables by date have: rooms left by room and date, and prices by plan and date. */
class Tables {
  private readonly totals = new Map<string, number>();
  private readonly prices = new Map<string, CellPrice>();

  constructor(private readonly plans: PlanShape[]) {}

  load(): RoomCalendars {
    const calendars = new RoomCalendars();
    for (const id of ROOMS) {
      const plans = this.plans.filter(({ roomId }) => roomId === id).map(toPlan);
      calendars.add(
        roomCalendar({
          id,
          plans,
          dates: DATES,
          totals: DATES.map((date) => this.totals.get(`${id} ${date}`) ?? NO_RECORD),
          rows: plans.map((plan) => DATES.map((date) => this.prices.get(`${plan.id} ${date}`) ?? NO_RECORD)),
        }),
      );
    }
    return calendars;
  }

  /** Saves with the rules of SQL: updating a missing record or inserting an existing one is a mistake. */
  save(calendars: RoomCalendars): void {
    for (const calendar of calendars.all) {
      const totals = calendar.differencesOfRoomsLeft();
      const keyOfDay = ({ date }: { date: string }) => `${calendar.roomId} ${date}`;
      for (const cell of totals.updated) update(this.totals, keyOfDay(cell), cell.total);
      for (const cell of totals.inserted) insert(this.totals, keyOfDay(cell), cell.total);
      const prices = calendar.differencesOfPrices();
      const keyOf = ({ ratePlanId, date }: PriceCell) => `${ratePlanId} ${date}`;
      for (const cell of prices.updated) update(this.prices, keyOf(cell), cell.price);
      for (const cell of prices.inserted) insert(this.prices, keyOf(cell), cell.price);
    }
  }
}

function update(table: Map<string, number>, key: string, value: number): void {
  expect([key, table.has(key), table.get(key) === value]).toEqual([key, true, false]);
  table.set(key, value);
}

function insert(table: Map<string, number>, key: string, value: number): void {
  expect([key, table.has(key)]).toEqual([key, false]);
  table.set(key, value);
}

function toPlan({ id, roomId, rule, guard }: PlanShape): CalendarPlan {
  const { minimum = null, maxDecreasePercent = null, maxIncreasePercent = null } = guard ?? {};
  return calendarPlan(id, {
    roomId: roomId as RoomId,
    derivedFromId: rule ? (rule.from as RatePlanId) : null,
    derivation: rule ? derivation({ steps: [{ percent: String(rule.percent) }] }) : null,
    guard: guard && {
      minimum: minimum === null ? null : formatMoney(minimum * BigInt(CENT)),
      maximum: null,
      maxDecreasePercent: maxDecreasePercent === null ? null : String(maxDecreasePercent),
      maxIncreasePercent: maxIncreasePercent === null ? null : String(maxIncreasePercent),
    },
  });
}

/** The operations, on calendars in memory. */
class Operations {
  calendars = new RoomCalendars();
  private decision: Decision | undefined;
  private readonly inventory: InventoryService;
  private readonly pricing: PricingService;

  constructor() {
    const config = parseConfig({});
    const window = new UpdateWindow(config, { now: () => new Date('2026-12-01T12:00:00Z') });
    const run = (work: PushWork) => {
      this.decision = work.decide({ calendars: this.calendars, newer: undefined, appliedAt: 'now' });
      return Promise.resolve(this.decision);
    };
    const engine = { run } as unknown as PushEngine;
    const notifications = new NotificationService(config);
    const repository = new HeldPriceRepository({} as Repository<HeldPrice>);
    const heldPrices = new HeldPriceService(config, repository, window, notifications);
    const derivedPrices = new DerivedPriceService();
    this.inventory = new InventoryService(engine, window, derivedPrices, notifications);
    this.pricing = new PricingService(engine, window, heldPrices, derivedPrices, notifications);
  }

  /** @returns what became of the records, in their order */
  async push(push: Push, roomId: string): Promise<string[]> {
    const call = {
      id: 'push',
      roomId: roomId as RoomId,
      token: null,
      attempt: undefined,
      capacity: undefined,
    };
    if (push.kind === 'prices') {
      const ratePlanId = push.ratePlanId as RatePlanId;
      const records = Object.entries(push.prices).map(([date, price]) => ({
        date: date as CalendarDate,
        value: Number(price) * CENT,
      }));
      await this.pricing.update(
        { ...call, operation: 'updateCalendarPrices', ratePlanId },
        { records, propertyName: null },
      );
    } else {
      const records = Object.entries(push.totals).map(([date, value]) => ({
        date: date as CalendarDate,
        value,
      }));
      await this.inventory.update(
        { ...call, operation: 'updateCalendarInventory', ratePlanId: null },
        { records, propertyName: null },
      );
    }
    return Array.from(verdictLetters(this.decision!), (letter) => readVerdict(letter).verdict);
  }
}

/** The days of a calendar that have a record, as the model has them. */
function daysOf(calendar: RoomCalendar): ReturnType<Hotel['daysOf']> {
  const dates = calendar.dates.filter((date) => calendar.roomsLeftOn(date) !== NO_RECORD);
  return dates.map((date) => ({
    date,
    totalRooms: calendar.roomsLeftOn(date),
    prices: calendar.room.plans.flatMap(({ id }) => {
      const price = calendar.priceOf(id, date);
      if (price === NO_RECORD) return [];
      return [{ ratePlanId: id, price: price === NOT_SET ? null : formatMoney(BigInt(price)) }];
    }),
  }));
}

/** Every cell of a room, with and without a record. */
function cellsOf(calendar: RoomCalendar): { totals: number[]; prices: CellPrice[][] } {
  return {
    totals: calendar.dates.map((date) => calendar.roomsLeftOn(date)),
    prices: calendar.dates.map((date) => calendar.room.plans.map(({ id }) => calendar.priceOf(id, date))),
  };
}

/** The change between two states of a room, worked out cell by cell. */
function changeBetween(calendar: RoomCalendar, before: ReturnType<typeof cellsOf>) {
  const after = cellsOf(calendar);
  const roomsLeft = calendar.dates.flatMap((date, day) =>
    before.totals[day] === after.totals[day] ? [] : [{ date, total: after.totals[day] }],
  );
  const isOther = (day: number, plan: number) => before.prices[day]?.[plan] !== after.prices[day]?.[plan];
  const ratePlanIds = calendar.room.plans.flatMap(({ id }, plan) =>
    calendar.dates.some((_, day) => isOther(day, plan)) ? [id] : [],
  );
  const prices = calendar.dates.flatMap((date, day) =>
    calendar.room.plans.some((_, plan) => isOther(day, plan)) ? [{ date, prices: after.prices[day] }] : [],
  );
  return { roomsLeft, ratePlanIds, prices };
}

describe('pushes to a hotel of derived and guarded plans', () => {
  it('come in memory to what the contract says, change nothing else, and are saved as they are', async () => {
    await fc.assert(
      fc.asyncProperty(plans, pushes, async (shapes, calls) => {
        const [hotel, tables, operations] = [new Hotel(), new Tables(shapes), new Operations()];
        const model = new Pushes(hotel, new Journal());
        const cause = (at: number) => ({ requestId: String(at), kind: 'push' as const, at });
        for (const roomId of ROOMS) hotel.change({ kind: 'createRoom', roomId }, cause(0));
        for (const { id, roomId, rule, guard } of shapes) {
          hotel.change({ kind: 'createPlan', ratePlanId: id, roomId, rule }, cause(0));
          hotel.change({ kind: 'guard', ratePlanId: id, guard }, cause(0));
        }
        operations.calendars = tables.load();
        for (const [n, { plan, room, isPrices, prices, totals, isSaved }] of calls.entries()) {
          const { id, roomId } = shapes[plan % shapes.length]!;
          const push: Push = isPrices
            ? { kind: 'prices', ratePlanId: id, prices }
            : { kind: 'inventory', roomId: room, totals };
          const { all } = operations.calendars;
          const before = all.map(cellsOf);
          const verdicts = await operations.push(push, isPrices ? roomId : room);
          expect(verdicts).toEqual(model.push(push, cause(n + 1), null).map(({ verdict }) => verdict));
          for (const [index, calendar] of all.entries()) {
            expect(daysOf(calendar)).toEqual(hotel.daysOf(calendar.roomId));
            const { roomsLeft = [], ratePlanIds = [], prices = [] } = calendar.takeChange() ?? {};
            const expected = changeBetween(calendar, before[index]!);
            expect({ roomsLeft, ratePlanIds, prices }).toEqual(expected);
          }
          if (!isSaved) continue;
          tables.save(operations.calendars);
          operations.calendars = tables.load();
        }
        tables.save(operations.calendars);
        for (const calendar of tables.load().all)
          expect(daysOf(calendar)).toEqual(hotel.daysOf(calendar.roomId));
      }),
      { numRuns: 300 },
    );
  });
});
