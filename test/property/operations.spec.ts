import fc from 'fast-check';
import type { CalendarPlan } from '../../src/calendar/calendar-plan';
import { DerivedPriceService } from '../../src/calendar/derivation/derived-price.service';
import { DerivedRestrictionService } from '../../src/calendar/derivation/derived-restriction.service';
import { isFlag, restrictionIn } from '../../src/calendar/restrictions';
import type { CellPrice, PlanCell } from '../../src/calendar/cell';
import type { RoomCalendar } from '../../src/calendar/room-calendar';
import { NO_RECORD, NOT_SET } from '../../src/calendar/cell';
import { RoomCalendars } from '../../src/calendar/room-calendars';
import { formatMoney } from '../../src/calendar/derivation/money';
import { InventoryService } from '../../src/inventory/inventory.service';
import { NotificationService } from '../../src/notification/notification.service';
import { parseConfig } from '../../src/platform/config/config';
import type { RatePlanId, RoomId } from '../../src/platform/database/id';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { UpdateWindow } from '../../src/platform/dates/update-window';
import { HeldPriceService } from '../../src/pricing/held-prices/held-price.service';
import { PricingService } from '../../src/pricing/pricing.service';
import { BlackoutService } from '../../src/restrictions/blackout.service';
import { StayRestrictionService } from '../../src/restrictions/stay-restriction.service';
import { readVerdict, verdictLetters } from '../../src/push/journal/verdicts';
import type { CallResult } from '../../src/push/journal/journaled-call';
import type { PushWork } from '../../src/push/push';
import type { PushEngine } from '../../src/push/push-engine';
import { derivation } from '../support/records';
import { calendarPlan, roomCalendar } from '../support/room-calendar';
import type { CalendarDay } from './model/calendar';
import { daysOf as daysOfModel } from './model/calendar';
import { RESTRICTIONS } from './model/fields';
import type { Guard, Message, Push, Rule } from './model/steps';
import { Hotel } from './model/hotel';
import { Journal } from './model/journal';
import { Pushes } from './model/pushes';

const ROOMS = ['1', '2', '3'];
const PLANS = ['11', '12', '13', '14', '15', '16'];
const DATES = ['2026-11-30', '2026-12-01', '2026-12-02', '2027-06-01'] as CalendarDate[];
/** A cent in 1/10,000. */
const CENT = 100;

/** A plan with its fixed room, rule and guard. */
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
      inherit: fc.option(fc.subarray([...RESTRICTIONS])),
      guard: fc.option(guard, { freq: 1 }),
    }),
    { minLength: 1, maxLength: PLANS.length },
  )
  .map((shapes) =>
    shapes.map(({ room, from, percent, inherit, guard }, n) => ({
      id: PLANS[n]!,
      roomId: room,
      rule: from === null || n === 0 ? null : { from: PLANS[from % n]!, percent, inherit },
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
type Kind = Exclude<Push['kind'], 'message'>;
const kinds: Kind[] = ['prices', 'inventory', 'blackout', 'minStay', 'maxStay'];
/** A push, and whether the calendars are saved after it and loaded again for the next one. */
const pushes = fc.array(
  fc.record({
    plan: fc.nat(PLANS.length - 1),
    room: fc.constantFrom(...ROOMS),
    kind: fc.constantFrom(...kinds),
    prices: values(price),
    roomsLeft: values(fc.nat(3)),
    closed: values(fc.boolean()),
    nights: values(fc.nat(4)),
    isSaved: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
);

/** The content of the tables by date: values by room and date, and by plan and date. */
class Tables {
  private readonly roomsLeft = new Map<string, number>();
  private readonly closed = new Set<string>();
  private readonly restrictions = new Map<string, number>();
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
          roomsLeft: DATES.map((date) => this.roomsLeft.get(`${id} ${date}`) ?? NO_RECORD),
          closed: DATES.map((date) => this.closed.has(`${id} ${date}`)),
          rows: plans.map((plan) => DATES.map((date) => this.prices.get(`${plan.id} ${date}`) ?? NO_RECORD)),
          restrictions: plans.map((plan) =>
            DATES.map((date) => this.restrictions.get(`${plan.id} ${date}`) ?? 0),
          ),
        }),
      );
    }
    return calendars;
  }

  /** Saves with the rules of SQL: updating a missing record or inserting an existing one is a mistake. */
  save(calendars: RoomCalendars): void {
    for (const calendar of calendars.all) {
      const roomsLeft = calendar.differencesOfRoomsLeft();
      const keyOfDay = ({ date }: { date: string }) => `${calendar.roomId} ${date}`;
      for (const cell of roomsLeft.updated) {
        const key = keyOfDay(cell);
        const isSame = this.roomsLeft.get(key) === cell.roomsLeft && this.closed.has(key) === cell.closed;
        expect([key, this.roomsLeft.has(key), isSame]).toEqual([key, true, false]);
        this.roomsLeft.set(key, cell.roomsLeft);
      }
      for (const cell of roomsLeft.inserted) insert(this.roomsLeft, keyOfDay(cell), cell.roomsLeft);
      for (const cell of [...roomsLeft.updated, ...roomsLeft.inserted]) {
        if (cell.closed) this.closed.add(keyOfDay(cell));
        else this.closed.delete(keyOfDay(cell));
      }
      const prices = calendar.differencesOfPrices();
      const keyOf = ({ ratePlanId, date }: PlanCell) => `${ratePlanId} ${date}`;
      for (const cell of prices.updated) update(this.prices, keyOf(cell), cell.value);
      for (const cell of prices.inserted) insert(this.prices, keyOf(cell), cell.value);
      // Restrictions are written after the prices, into records that exist by then.
      for (const cell of calendar.differencesOfRestrictions()) {
        expect([keyOf(cell), this.prices.has(keyOf(cell))]).toEqual([keyOf(cell), true]);
        this.restrictions.set(keyOf(cell), cell.value);
      }
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
    derivation: rule
      ? derivation({
          steps: [{ percent: String(rule.percent) }],
          ...(rule.inherit && { inherit: rule.inherit }),
        })
      : null,
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
  private decision: CallResult | undefined;
  private readonly inventory: InventoryService;
  private readonly pricing: PricingService;
  private readonly blackouts: BlackoutService;
  private readonly stays: StayRestrictionService;

  constructor() {
    const config = parseConfig({});
    const window = new UpdateWindow(config, { now: () => new Date('2026-12-01T12:00:00Z') });
    const run = (work: PushWork) => {
      this.decision = work.decide({ calendars: this.calendars, newer: undefined, appliedAt: 'now' });
      return Promise.resolve(this.decision);
    };
    const engine = { run } as unknown as PushEngine;
    const notifications = new NotificationService(config);
    const heldPrices = new HeldPriceService(config, notifications);
    const derivedPrices = new DerivedPriceService();
    this.inventory = new InventoryService(engine, window, derivedPrices, notifications);
    this.pricing = new PricingService(engine, window, heldPrices, derivedPrices, notifications);
    this.blackouts = new BlackoutService(engine, window, notifications);
    const derivedRestrictions = new DerivedRestrictionService();
    this.stays = new StayRestrictionService(engine, window, derivedRestrictions, notifications);
  }

  /** @returns the verdicts of the records, in their order */
  async push(push: Exclude<Push, Message>, roomId: string): Promise<string[]> {
    const call = {
      id: 'push',
      roomId: roomId as RoomId,
      token: null,
      attempt: undefined,
      capacity: undefined,
    };
    switch (push.kind) {
      case 'prices': {
        const ratePlanId = push.ratePlanId as RatePlanId;
        const records = recordsOf(push.prices, (price) => Number(price) * CENT);
        await this.pricing.update({ ...call, operation: 'updateCalendarPrices', ratePlanId }, records);
        break;
      }
      case 'inventory': {
        const records = recordsOf(push.roomsLeft, (count) => count);
        await this.inventory.update(
          { ...call, operation: 'updateCalendarInventory', ratePlanId: null },
          records,
        );
        break;
      }
      case 'blackout': {
        const records = recordsOf(push.closed, (closed) => closed);
        await this.blackouts.update(
          { ...call, operation: 'updateCalendarBlackout', ratePlanId: null },
          records,
        );
        break;
      }
      case 'minStay':
      case 'maxStay': {
        const ratePlanId = push.ratePlanId as RatePlanId;
        const [operation, name] =
          push.kind === 'minStay'
            ? (['updateCalendarMinStay', 'minStayArrival'] as const)
            : (['updateCalendarMaxStay', 'maxStay'] as const);
        await this.stays.update(
          { ...call, operation, ratePlanId },
          name,
          recordsOf(push.nights, (nights) => nights),
        );
      }
    }
    return Array.from(verdictLetters(this.decision!), (letter) => readVerdict(letter).verdict);
  }
}

function recordsOf<T, V>(values: Record<string, T>, toValue: (value: T) => V) {
  const records = Object.entries(values).map(([date, value]) => ({
    date: date as CalendarDate,
    value: toValue(value),
  }));
  return { records, propertyName: null };
}

/** The days of a calendar that have a record, in the form of the model. */
function daysOf(calendar: RoomCalendar): CalendarDay[] {
  const dates = calendar.dates.filter((date) => calendar.roomsLeftOn(date) !== NO_RECORD);
  return dates.map((date) => ({
    date,
    totalRooms: calendar.roomsLeftOn(date),
    closed: calendar.isClosed(date),
    prices: calendar.room.plans.flatMap(({ id }) => {
      const price = calendar.priceOf(id, date);
      if (price === NO_RECORD) return [];
      const packed = calendar.packedOf(id, date);
      const set = RESTRICTIONS.filter((name) => restrictionIn(packed, name) > 0);
      const values = set.map((name) => [name, isFlag(name) || restrictionIn(packed, name)]);
      return [
        {
          ratePlanId: id,
          price: price === NOT_SET ? null : formatMoney(BigInt(price)),
          ...(set.length > 0 && { restrictions: Object.fromEntries(values) as Record<string, number> }),
        },
      ];
    }),
  }));
}

/** Every cell of a room, with and without a record. */
function cellsOf(calendar: RoomCalendar) {
  const { plans } = calendar.room;
  return {
    roomsLeft: calendar.dates.map((date) => calendar.roomsLeftOn(date)),
    closed: calendar.dates.map((date) => calendar.isClosed(date)),
    restrictions: calendar.dates.map((date) => plans.map(({ id }) => calendar.packedOf(id, date))),
    prices: calendar.dates.map((date) => calendar.room.plans.map(({ id }) => calendar.priceOf(id, date))),
  };
}

/** The change between two states of a room, calculated cell by cell. */
function changeBetween(calendar: RoomCalendar, before: ReturnType<typeof cellsOf>) {
  const after = cellsOf(calendar);
  const roomsLeft = calendar.dates.flatMap((date, day) =>
    before.roomsLeft[day] === after.roomsLeft[day] && before.closed[day] === after.closed[day]
      ? []
      : [{ date, roomsLeft: after.roomsLeft[day], closed: after.closed[day] }],
  );
  const changed = (field: 'prices' | 'restrictions') => {
    const isOther = (day: number, plan: number) => before[field][day]?.[plan] !== after[field][day]?.[plan];
    const { plans } = calendar.room;
    return {
      ids: plans.flatMap(({ id }, plan) => (calendar.dates.some((_, day) => isOther(day, plan)) ? [id] : [])),
      days: calendar.dates.flatMap((date, day) =>
        plans.some((_, plan) => isOther(day, plan)) ? [{ date, values: after[field][day] }] : [],
      ),
    };
  };
  const [prices, restrictions] = [changed('prices'), changed('restrictions')];
  return {
    roomsLeft,
    ratePlanIds: prices.ids,
    prices: prices.days,
    restrictedPlanIds: restrictions.ids,
    restrictions: restrictions.days,
  };
}

interface PushValues {
  kind: Kind;
  prices: Record<string, bigint>;
  roomsLeft: Record<string, number>;
  closed: Record<string, boolean>;
  nights: Record<string, number>;
}

function pushOf(
  { kind, prices, roomsLeft, closed, nights }: PushValues,
  roomId: string,
  ratePlanId: string,
): Exclude<Push, Message> {
  switch (kind) {
    case 'prices':
      return { kind, ratePlanId, prices };
    case 'inventory':
      return { kind, roomId, roomsLeft };
    case 'blackout':
      return { kind, roomId, closed };
    default:
      return { kind, ratePlanId, nights };
  }
}

describe('pushes to a hotel of derived and guarded plans', () => {
  it('Pushes give the result of the contract, change nothing else, and are saved as they are in memory', async () => {
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
        for (const [n, { plan, room, isSaved, ...values }] of calls.entries()) {
          const { id, roomId } = shapes[plan % shapes.length]!;
          const push = pushOf(values, room, id);
          const { all } = operations.calendars;
          const before = all.map(cellsOf);
          const verdicts = await operations.push(push, 'roomId' in push ? room : roomId);
          expect(verdicts).toEqual(model.push(push, cause(n + 1), null).map(({ verdict }) => verdict));
          for (const [index, calendar] of all.entries()) {
            expect(daysOf(calendar)).toEqual(daysOfModel(hotel, calendar.roomId));
            const expected = changeBetween(calendar, before[index]!);
            const isChange = Object.values(expected).some(({ length }) => length > 0);
            const change = calendar.takeChange();
            if (isChange) expect(change).toMatchObject(expected);
            else expect(change).toBeUndefined();
          }
          if (!isSaved) continue;
          tables.save(operations.calendars);
          operations.calendars = tables.load();
        }
        tables.save(operations.calendars);
        for (const calendar of tables.load().all)
          expect(daysOf(calendar)).toEqual(daysOfModel(hotel, calendar.roomId));
      }),
      { numRuns: 300 },
    );
  });
});
