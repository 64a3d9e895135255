import fc from 'fast-check';
import { RESTRICTIONS } from '../../src/calendar/restrictions';
import type { RoomCalendar } from '../../src/calendar/room-calendar';
import { NO_RECORD, NOT_SET } from '../../src/calendar/cell';
import * as roomsLeftSql from '../../src/inventory/room-availability.statements';
import { roomsLeftWrites } from '../../src/inventory/rooms-left-writes';
import type { Write } from '../../src/platform/database/write';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { addDays, daysBetween } from '../../src/platform/dates/calendar-date';
import { planWrites } from '../../src/pricing/plan-writes';
import * as planSql from '../../src/pricing/rate-room-availability.statements';
import { calendarPlan, roomCalendar } from '../support/room-calendar';

const FIRST = '2026-12-20' as CalendarDate;
/** The ids of two rooms and of their plans. The order of the texts is not the order of the numbers. */
const ROOMS: Record<string, string[]> = { '9': ['8', '9', '70', '700'], '10': ['12', '101'] };
/** Marks a cell of a block that keeps its value. */
const KEPT = -1;

/** A table in memory: values by room, date and plan. */
type Table = Map<string, (number | boolean)[]>;
interface Tables {
  prices: Table;
  roomsLeft: Table;
}

/** The days of a calendar, and how often each event happens to a cell: once in this many cells. */
interface Shape {
  days: number[];
  seed: number;
  oneIn: { price: number; unset: number; restriction: number; roomsLeft: number; missing: number };
}

const shape: fc.Arbitrary<Shape> = fc.record({
  days: fc
    .record({
      length: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 90, max: 200 })),
      gap: fc.constantFrom(0, 0, 1, 5),
    })
    .map(({ length, gap }) => Array.from({ length }, (_, day) => day + Math.floor(day / 50) * gap)),
  seed: fc.nat(),
  oneIn: fc.record({
    price: fc.constantFrom(1, 1, 2, 40),
    unset: fc.constantFrom(Infinity, 30),
    restriction: fc.constantFrom(1, 2, 40, Infinity),
    roomsLeft: fc.constantFrom(1, 2, 40),
    missing: fc.constantFrom(2, 50, Infinity),
  }),
});

/** The examples together use every way to write. */
const EXAMPLES: Shape[] = [
  { price: 1, restriction: Infinity, missing: Infinity },
  { price: 2, restriction: Infinity, missing: Infinity },
  { price: 1, restriction: 1, missing: Infinity },
  { price: 40, restriction: 1, missing: Infinity },
  { price: 40, restriction: 40, missing: 2 },
].map((oneIn) => ({
  days: Array.from({ length: 150 }, (_, day) => day),
  seed: 1,
  oneIn: { ...oneIn, unset: Infinity, roomsLeft: oneIn.price },
}));

/** Draws numbers. The same seed gives the same numbers. */
class Dice {
  constructor(private state: number) {}

  /** Draws a whole number below a limit. */
  below(limit: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * limit);
  }

  /** Draws whether an event with the probability 1/`oneIn` happens. */
  hits(oneIn: number): boolean {
    return oneIn !== Infinity && this.below(oneIn) === 0;
  }
}

/** Creates the stored calendar of a room. */
function storedCalendar(id: string, { days, oneIn }: Shape, dice: Dice): RoomCalendar {
  const plans = ROOMS[id]!.map((plan) => calendarPlan(plan));
  const rows = plans.map(() =>
    days.map(() =>
      dice.hits(oneIn.missing) ? NO_RECORD : dice.hits(9 * oneIn.unset) ? NOT_SET : dice.below(4) * 10_000,
    ),
  );
  return roomCalendar({
    id,
    plans,
    dates: days.map((day) => addDays(FIRST, day)),
    roomsLeft: days.map((_, day) =>
      rows.every((row) => row[day] === NO_RECORD) && dice.hits(2) ? NO_RECORD : dice.below(3),
    ),
    closed: days.map(() => dice.hits(5)),
    rows,
    restrictions: rows.map((row) => row.map((price) => (price === NO_RECORD ? 0 : dice.below(3) * 2 ** 13))),
  });
}

/** Changes cells of a calendar at random. */
function change(calendar: RoomCalendar, { oneIn }: Shape, dice: Dice): void {
  for (const date of calendar.dates) {
    for (const { id } of calendar.room.plans) {
      if (dice.hits(oneIn.price))
        calendar.setPrice(id, date, dice.hits(oneIn.unset) ? NOT_SET : (5 + dice.below(5)) * 10_000);
      if (dice.hits(oneIn.restriction)) {
        const name = RESTRICTIONS[dice.below(RESTRICTIONS.length)]!;
        calendar.setRestriction(id, date, name, dice.below(name.includes('Stay') ? 9 : 2));
      }
    }
    if (dice.hits(oneIn.roomsLeft)) calendar.setRoomsLeft(date, dice.below(6));
    if (dice.hits(oneIn.roomsLeft)) calendar.setClosed(date, dice.hits(2));
  }
}

/** Returns the cells of prices and of rooms left as tables. */
function tablesOf(calendars: RoomCalendar[]): Tables {
  const [prices, roomsLeft]: [Table, Table] = [new Map(), new Map()];
  for (const calendar of calendars) {
    for (const date of calendar.dates) {
      const total = calendar.roomsLeftOn(date);
      if (total !== NO_RECORD) roomsLeft.set(`${calendar.roomId} ${date}`, [total, calendar.isClosed(date)]);
      for (const { id } of calendar.room.plans) {
        const price = calendar.priceOf(id, date);
        if (price === NO_RECORD) continue;
        prices.set(`${calendar.roomId} ${date} ${id}`, [price, calendar.packedOf(id, date)]);
      }
    }
  }
  return { prices, roomsLeft };
}

const list = (value: unknown) => String(value).slice(1, -1).split(',').filter(Boolean);

/**
 * Carries out statements on tables, as their comments describe it. A row may get its price and its restrictions from two
 * statements, but each value only once, and a new row gets both at once.
 * @returns the keys of changed rows
 */
function carryOut(writes: Write[], { prices, roomsLeft }: Tables): string[] {
  const changed = new Set<string>();
  const written = new Set<string>();
  const remember = (key: string, values: (number | boolean | undefined)[]) => {
    changed.add(key);
    for (const [column, value] of values.entries()) {
      if (value === undefined) continue;
      if (written.has(`${key} ${column}`)) throw new Error(`Value ${column} of ${key} is written twice`);
      written.add(`${key} ${column}`);
    }
  };
  const insert = (table: Table, key: string, values: (number | boolean)[]) => {
    if (table.has(key)) throw new Error(`${key} is inserted, but already stored`);
    table.set(key, values);
    remember(key, values);
  };
  const update = (table: Table, key: string, values: (number | boolean | undefined)[]) => {
    const stored = table.get(key);
    if (!stored) throw new Error(`${key} is updated, but not stored`);
    table.set(
      key,
      values.map((value, column) => value ?? stored[column]!),
    );
    remember(key, values);
  };
  const grid = ([room, plans, first, last, ...blocks]: unknown[], columns: number[], isDense = false) => {
    const ids = list(plans);
    const cells = blocks.map((block) => list(block).map(Number));
    for (let day = 0; day <= daysBetween(first as CalendarDate, last as CalendarDate); day++) {
      for (const [place, id] of ids.entries()) {
        const key = `${String(room)} ${addDays(first as CalendarDate, day)} ${id}`;
        const values = cells.map((block) => block[day * ids.length + place]!);
        if (!isDense && values.every((value) => value === KEPT)) continue;
        // NOT_SET would become a negative price, or keep the stored one. A missing value would become NULL.
        if (values.some((value) => !(value >= KEPT)))
          throw new Error(`${key} has a value in a block that a block cannot hold: ${values.join(', ')}`);
        if (isDense && values.includes(KEPT)) throw new Error(`${key} has no value in a full block`);
        const row: (number | undefined)[] = [undefined, undefined];
        for (const [index, column] of columns.entries())
          if (values[index] !== KEPT) row[column] = values[index];
        update(prices, key, row);
      }
    }
  };
  for (const { statement, values } of writes) {
    const columns = values.map(list);
    const [rooms = [], dates = [], third = [], fourth = [], fifth = []] = columns;
    const plan = (row: number) => `${rooms[row]} ${dates[row]} ${third[row]}`;
    const day = (row: number) => `${rooms[row]} ${dates[row]}`;
    const roomsLeftOf = (row: number) => [Number(third[row]), fourth[row] === 'true'];
    if (statement === planSql.UPDATE_PRICE_GRID) grid(values, [0], true);
    else if (statement === planSql.UPDATE_SPARSE_PRICE_GRID) grid(values, [0]);
    else if (statement === planSql.UPDATE_RESTRICTION_GRID) grid(values, [1]);
    else if (statement === planSql.UPDATE_GRID) grid(values, [0, 1]);
    else if (statement === roomsLeftSql.UPDATE_ROOMS_LEFT_OF_RANGE) {
      const [room, first] = values as [string, CalendarDate];
      for (const [place, total] of fourth.entries())
        if (Number(total) !== KEPT)
          update(roomsLeft, `${room} ${addDays(first, place)}`, [Number(total), fifth[place] === 'true']);
      expect(fourth).toHaveLength(daysBetween(first, values[2] as CalendarDate) + 1);
    } else
      for (const row of rooms.keys()) {
        if (statement === planSql.INSERT_PRICES) insert(prices, plan(row), [Number(fourth[row]), 0]);
        else if (statement === planSql.INSERT_RESTRICTED_PRICES)
          insert(prices, plan(row), [Number(fourth[row]), Number(fifth[row])]);
        else if (statement === planSql.UPDATE_PRICES)
          update(prices, plan(row), [Number(fourth[row]), undefined]);
        else if (statement === planSql.UPDATE_RESTRICTIONS)
          update(prices, plan(row), [undefined, Number(fourth[row])]);
        else if (statement === roomsLeftSql.UPDATE_ROOMS_LEFT) update(roomsLeft, day(row), roomsLeftOf(row));
        else if (statement === roomsLeftSql.INSERT_ROOMS_LEFT) insert(roomsLeft, day(row), roomsLeftOf(row));
        else throw new Error(`${statement.text} is not known`);
      }
  }
  return [...changed];
}

/** Returns the keys of the rows that differ. */
function differences(before: Tables, after: Tables): string[] {
  return [[before.prices, after.prices] as const, [before.roomsLeft, after.roomsLeft] as const].flatMap(
    ([one, other]) =>
      [...new Set([...one.keys(), ...other.keys()])].filter(
        (key) => String(one.get(key)) !== String(other.get(key)),
      ),
  );
}

describe('the statements that save a calendar', () => {
  it('The save statements turn the stored rows into the rows of the calendar, and write only changed rows', () => {
    const used = new Set<string>();
    fc.assert(
      fc.property(shape, (shape) => {
        const dice = new Dice(shape.seed);
        const calendars = Object.keys(ROOMS).map((id) => storedCalendar(id, shape, dice));
        const tables = tablesOf(calendars);
        const before = tablesOf(calendars);
        for (const calendar of calendars) change(calendar, shape, dice);
        const after = tablesOf(calendars);
        const writes = [...roomsLeftWrites(calendars), ...planWrites(calendars)];
        const changed = carryOut(writes, tables);
        expect(differences(tables, after)).toEqual([]);
        expect(changed.sort()).toEqual(differences(before, after).sort());
        for (const { statement } of writes) used.add(statement.text);
      }),
      { numRuns: 150, examples: EXAMPLES.map((example): [Shape] => [example]) },
    );
    expect(used.size).toBe(11);
  });

  it('One statement saves many prices and restrictions of the same cells', () => {
    const ids = ROOMS['9']!;
    const dates = Array.from({ length: 100 }, (_, day) => addDays(FIRST, day));
    const plans = ids.map((id) => calendarPlan(id));
    const calendar = roomCalendar({ plans, dates, rows: plans.map(() => dates.map(() => 10_000)) });
    for (const date of dates) {
      for (const { id } of plans) {
        calendar.setPrice(id, date, 20_000);
        calendar.setRestriction(id, date, 'maxStay', 7);
      }
    }
    expect(planWrites([calendar]).map(({ statement }) => statement)).toEqual([planSql.UPDATE_GRID]);
  });
});
