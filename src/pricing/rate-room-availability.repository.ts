import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { DayAxis } from '../platform/dates/day-axis';
import type { RatePlanId, RoomId } from '../platform/database/id';
import { PreparedStatement } from '../platform/database/prepared-statement';
import type { Moment } from '../calendar/history/moment';
import { ChangedRooms } from '../push/journal/changed-rooms';
import type { TenThousandths } from '../calendar/derivation/money';
import type { PriceGrid } from './price-grid';
import { GAP } from './price-grid';

/** The price of a cell, as it is or is to be; null is "not set". */
export interface CellPrice {
  ratePlanId: RatePlanId;
  date: CalendarDate;
  price: TenThousandths | null;
}

/** A grid of prices to be written to one room. */
export interface GridUpdate {
  roomId: RoomId;
  grid: PriceGrid;
  pushedId: RatePlanId;
  moment: Moment;
  /** Whether to store the states of its dates as well: for a grid of all plans of its room. */
  withStates: boolean;
}

/** What an update did with the prices of a grid. */
export interface WrittenPrices {
  /** Whether there is a cell now for every price of the grid. */
  isComplete: boolean;
  /** On which dates it wrote one of the pushed plan. */
  pushedDates: CalendarDate[];
  /** On which dates it wrote one of another plan; only where it did not store their states. */
  otherDates: CalendarDate[];
}

/** How a grid compares with what is stored. */
export interface StoredPrices {
  /** For how many of its prices there is a cell. */
  stored: number;
  /** How many of these have that price. */
  same: number;
}

/** What the feed of changes tells of an update. */
interface ChangedPrices {
  ratePlanIds: RatePlanId[];
  from: CalendarDate | null;
  to: CalendarDate | null;
}

/**
 * A list of plans whose length is hidden from the planner: it takes any list for ten. Where they are fewer, a plan for
 * these very ones would seem cheaper to it than one for all, and be made anew for each push.
 */
const anyOf = (ratePlanIds: string) => `ANY(${ratePlanIds}::bigint[]::text::bigint[])`;

/** Of a stored row, by its position in the grid. */
const NEW_PRICE = `($5::bigint[])[(date - $3::date) * cardinality($2::bigint[])
                                   + width_bucket(rate_plan_id, $2::bigint[])]`;

/** Where an earlier statement of the same push may have written the state of a date, which takes a third longer. */
const KEEP_STATE = 'ON CONFLICT (room_id, date, moment) DO NOTHING';

/**
 * The states of dates of a grid that has all plans of its room, in the order of their numbers: each is a slice of the
 * array of prices, to which the statement need not look back. `$6` is the moment; without one none are written.
 */
const statesOf = (dates: string, onConflict = '') => `
   new_layout AS (
     INSERT INTO price_layout (room_id, rate_plan_ids)
     SELECT $1, $2
      WHERE $6::timestamptz IS NOT NULL
        AND NOT EXISTS (SELECT FROM price_layout WHERE room_id = $1 AND rate_plan_ids = $2)
     RETURNING id
   ), layout AS (
     SELECT id FROM price_layout WHERE room_id = $1 AND rate_plan_ids = $2
      UNION ALL
     SELECT id FROM new_layout
   ), state AS (
     INSERT INTO price_state (room_id, date, layout_id, moment, entry_id, prices)
     SELECT $1, date, (SELECT id FROM layout), $6, $7,
            ($5::bigint[])[(date - $3::date) * cardinality($2::bigint[]) + 1
                           : (date - $3::date + 1) * cardinality($2::bigint[])]
       FROM (${dates}) AS day (date)
      WHERE $6::timestamptz IS NOT NULL
      ${onConflict}
   )`;

/** Lists are JSON: the driver reads PostgreSQL's arrays letter by letter. */
const UPDATE_CHANGED_PRICES = new PreparedStatement(
  'update_changed_prices',
  `WITH changed AS (
     UPDATE rate_room_availability
        SET price = ${NEW_PRICE} * 0.0001
      WHERE room_id = $1
        AND rate_plan_id = ${anyOf('$2')}
        AND date BETWEEN $3::date AND $3::date + ($4::integer - 1)
        AND price IS DISTINCT FROM coalesce(nullif(${NEW_PRICE}, -1) * 0.0001, price)
     RETURNING rate_plan_id, date
   ), ${statesOf('SELECT DISTINCT date FROM changed')}
   SELECT CASE count(*) WHEN $9::integer THEN true
          ELSE $9::integer = (SELECT count(*) FROM rate_room_availability
                               WHERE room_id = $1
                                 AND rate_plan_id = ${anyOf('$2')}
                                 AND date BETWEEN $3::date AND $3::date + ($4::integer - 1)
                                 AND ($9 = $4 * cardinality($2) OR ${NEW_PRICE} >= 0))
          END AS "isComplete",
          to_json(ARRAY(SELECT date::text FROM changed WHERE rate_plan_id = $8::bigint)) AS "pushedDates",
          to_json(ARRAY(SELECT DISTINCT date::text FROM changed
                         WHERE rate_plan_id <> $8::bigint AND $6::timestamptz IS NULL)) AS "otherDates",
          to_json(ARRAY(SELECT DISTINCT rate_plan_id::text FROM changed)) AS "ratePlanIds",
          min(date)::text AS from, max(date)::text AS to
     FROM changed`,
);

/** Neither compares nor returns anything, which of thousands of rows is half of its time. */
const UPDATE_PRICES = new PreparedStatement(
  'update_prices',
  `WITH ${statesOf('SELECT $3::date + day FROM generate_series(0, $4::integer - 1) AS day')}
   UPDATE rate_room_availability
      SET price = ${NEW_PRICE} * 0.0001
    WHERE room_id = $1
      AND rate_plan_id = ${anyOf('$2')}
      AND date BETWEEN $3::date AND $3::date + ($4::integer - 1)`,
);

const COMPARE_PRICES = new PreparedStatement(
  'compare_prices',
  `SELECT count(*)::integer AS stored, (count(*) FILTER (WHERE price = ${NEW_PRICE} * 0.0001))::integer AS same
     FROM rate_room_availability
    WHERE room_id = $1
      AND rate_plan_id = ${anyOf('$2')}
      AND date BETWEEN $3::date AND $3::date + ($4::integer - 1)`,
);

const INSERT_MISSING_PRICES = `
   WITH opened AS (
     INSERT INTO room_availability (room_id, date, total_rooms, occupied_rooms)
     SELECT $1, $3::date + day, 0, 0
       FROM generate_series(0, $4::integer - 1) AS day
      WHERE ($5::bigint[])[day * cardinality($2::bigint[]) + 1] >= 0
        AND NOT EXISTS (SELECT FROM room_availability AS stored
                         WHERE stored.room_id = $1 AND stored.date = $3::date + day)
     RETURNING date
   ), opened_state AS (
     INSERT INTO availability_state (room_id, date, total_rooms, moment, entry_id)
     SELECT $1, date, 0, $9, $7 FROM opened
   ), created AS (
     INSERT INTO rate_room_availability (room_id, rate_plan_id, date, price)
     SELECT $1, plan.id, $3::date + day, ($5::bigint[])[day * cardinality($2::bigint[]) + plan.position] * 0.0001
       FROM unnest($2::bigint[]) WITH ORDINALITY AS plan (id, position)
      CROSS JOIN generate_series(0, $4::integer - 1) AS day
      WHERE ($5::bigint[])[day * cardinality($2::bigint[]) + plan.position] >= 0
        AND NOT EXISTS (SELECT FROM rate_room_availability AS stored
                         WHERE stored.room_id = $1 AND stored.rate_plan_id = plan.id
                           AND stored.date = $3::date + day)
     RETURNING rate_plan_id, date
   ), ${statesOf('SELECT DISTINCT date FROM created', KEEP_STATE)}
   SELECT true AS "isComplete",
          ARRAY(SELECT date::text FROM created WHERE rate_plan_id = $8::bigint) AS "pushedDates",
          ARRAY(SELECT DISTINCT date::text FROM created
                 WHERE rate_plan_id <> $8::bigint AND $6::timestamptz IS NULL) AS "otherDates",
          ARRAY(SELECT DISTINCT rate_plan_id::text FROM created) AS "ratePlanIds",
          min(date)::text AS from, max(date)::text AS to
     FROM created`;

/** In the order of the key, in which its index grows fastest. */
const INSERT_UNPRICED = `
   WITH created AS (
     INSERT INTO rate_room_availability (room_id, rate_plan_id, date, price)
     SELECT $1, plan.id, day.date, NULL
       FROM unnest($2::bigint[]) AS plan (id)
      CROSS JOIN unnest($3::date[]) AS day (date)
      WHERE NOT EXISTS (SELECT FROM rate_room_availability AS stored
                         WHERE stored.room_id = $1 AND stored.rate_plan_id = plan.id
                           AND stored.date = day.date)
      ORDER BY plan.id, day.date
     RETURNING rate_plan_id, date
   )
   SELECT ARRAY(SELECT DISTINCT date::text FROM created) AS dates,
          ARRAY(SELECT DISTINCT rate_plan_id::text FROM created) AS "ratePlanIds",
          min(date)::text AS from, max(date)::text AS to
     FROM created`;

const COUNT_CELLS = new PreparedStatement(
  'count_cells',
  `SELECT count(*)::integer AS cells, (count(*) - count(price))::integer AS unpriced
     FROM rate_room_availability
    WHERE room_id = $1
      AND rate_plan_id = ${anyOf('$2')}
      AND date BETWEEN $3::date AND $3::date + ($4::integer - 1)
      AND (cardinality($5::date[]) = 0 OR date IN (SELECT unnest($5::date[])))`,
);

/** The SQL of prices by date. The room is locked by the caller; prices travel as 1/10,000 in a bigint[]. */
@Injectable()
export class RateRoomAvailabilityRepository {
  /**
   * Writes the prices of a grid to the cells that there are, where they differ.
   *
   * The plans are not joined, so that the cells are found in one scan, in the order in which they are stored: a scan
   * for each plan would read the same pages again for every one of them.
   */
  async updateChanged(manager: EntityManager, update: GridUpdate): Promise<WrittenPrices> {
    const [row] = await UPDATE_CHANGED_PRICES.run<[WrittenPrices & ChangedPrices]>(manager, [
      ...parametersOf(update),
      update.pushedId,
      countPrices(update.grid),
    ]);
    note(manager, update.roomId, row);
    return row;
  }

  /**
   * As `updateChanged`, for a grid without gaps: it writes all cells, does not tell which had another price before, and so
   * takes half of the time. The feed of changes tells of all the plans.
   * @returns whether there is a cell for every price
   */
  async updateAll(manager: EntityManager, update: GridUpdate): Promise<boolean> {
    const { roomId, grid } = update;
    const count = await UPDATE_PRICES.count(manager, parametersOf(update));
    if (count > 0) ChangedRooms.of(manager).notePrices(roomId, grid.ratePlanIds, grid.axis.dates);
    return count === grid.prices.length;
  }

  /** Compares a grid without gaps with what is stored. */
  async compare(manager: EntityManager, roomId: RoomId, grid: PriceGrid): Promise<StoredPrices> {
    const { ratePlanIds, axis, text } = grid;
    const parameters = [roomId, ratePlanIds, axis.from, axis.days, text];
    const [counts] = await COMPARE_PRICES.run<[StoredPrices]>(manager, parameters);
    return counts;
  }

  /**
   * As `updateChanged`, creates the cells that there are not, with an availability of no rooms where that is missing
   * too.
   */
  async insertMissing(manager: EntityManager, update: GridUpdate): Promise<WrittenPrices> {
    const parameters = [...parametersOf(update), update.pushedId, update.moment.at];
    const [row] = await manager.query<[WrittenPrices & ChangedPrices]>(INSERT_MISSING_PRICES, parameters);
    note(manager, update.roomId, row);
    return row;
  }

  /**
   * How many cells the plans of one room have on some dates, and how many of those have no price. Only dates that
   * leave days out are looked up one by one.
   */
  async countCells(
    manager: EntityManager,
    roomId: RoomId,
    ratePlanIds: RatePlanId[],
    { from, days, datesWithGaps }: DayAxis,
  ): Promise<{ cells: number; unpriced: number }> {
    const [row] = await COUNT_CELLS.run<[{ cells: number; unpriced: number }]>(manager, [
      roomId,
      ratePlanIds,
      from,
      days,
      datesWithGaps,
    ]);
    return row;
  }

  /**
   * Creates the cells that there are not, without a price. Their room availability must be there.
   * @returns the dates on which it created any
   */
  async insertUnpriced(
    manager: EntityManager,
    roomId: RoomId,
    ratePlanIds: RatePlanId[],
    dates: CalendarDate[],
  ): Promise<CalendarDate[]> {
    const [row] = await manager.query<[ChangedPrices & { dates: CalendarDate[] }]>(INSERT_UNPRICED, [
      roomId,
      ratePlanIds,
      dates,
    ]);
    note(manager, roomId, row);
    return row.dates;
  }

  /** The cells of the plans of one room on these dates. */
  async load(
    manager: EntityManager,
    roomId: RoomId,
    ratePlanIds: RatePlanId[],
    dates: CalendarDate[],
  ): Promise<CellPrice[]> {
    const rows = await manager.query<(Omit<CellPrice, 'price'> & { price: string | null })[]>(
      `SELECT rate_plan_id AS "ratePlanId", date, (price * 10000)::bigint AS price
         FROM rate_room_availability
        WHERE room_id = $1 AND rate_plan_id = ANY($2::bigint[]) AND date = ANY($3::date[])`,
      [roomId, ratePlanIds, dates],
    );
    return rows.map((row) => ({ ...row, price: row.price === null ? null : BigInt(row.price) }));
  }

  /** Writes prices to cells that there are, where null is a price as well: for changes of a rule. */
  async update(manager: EntityManager, roomId: RoomId, prices: CellPrice[]): Promise<void> {
    await manager.query(
      `UPDATE rate_room_availability AS stored
          SET price = new.price * 0.0001
         FROM unnest($2::bigint[], $3::date[], $4::bigint[]) AS new (rate_plan_id, date, price)
        WHERE stored.room_id = $1 AND stored.rate_plan_id = new.rate_plan_id AND stored.date = new.date`,
      [roomId, ...columns(prices)],
    );
    noteCells(manager, roomId, prices);
  }

  /** Creates cells that there are not. Their room availability must be there. */
  async insert(manager: EntityManager, roomId: RoomId, prices: CellPrice[]): Promise<void> {
    await manager.query(
      `INSERT INTO rate_room_availability (room_id, rate_plan_id, date, price)
       SELECT $1, new.rate_plan_id, new.date, new.price * 0.0001
         FROM unnest($2::bigint[], $3::date[], $4::bigint[]) AS new (rate_plan_id, date, price)`,
      [roomId, ...columns(prices)],
    );
    noteCells(manager, roomId, prices);
  }
}

function note(manager: EntityManager, roomId: RoomId, { ratePlanIds, from, to }: ChangedPrices) {
  if (from && to) ChangedRooms.of(manager).notePrices(roomId, ratePlanIds, [from, to]);
}

function noteCells(manager: EntityManager, roomId: RoomId, cells: Pick<CellPrice, 'ratePlanId' | 'date'>[]) {
  const ratePlanIds = new Set(cells.map(({ ratePlanId }) => ratePlanId));
  const dates = cells.map(({ date }) => date);
  ChangedRooms.of(manager).notePrices(roomId, ratePlanIds, dates);
}

/** `$1` to `$7` of the statements that write a grid. */
function parametersOf({ roomId, grid, moment: { at, entryId }, withStates }: GridUpdate): unknown[] {
  const { ratePlanIds, axis, text } = grid;
  return [roomId, ratePlanIds, axis.from, axis.days, text, withStates ? at : null, entryId];
}

/** How many prices there are in a grid. */
function countPrices({ prices }: PriceGrid): number {
  return prices.filter((price) => price !== GAP).length;
}

function columns(prices: CellPrice[]): [RatePlanId[], CalendarDate[], (TenThousandths | null)[]] {
  return [
    prices.map(({ ratePlanId }) => ratePlanId),
    prices.map(({ date }) => date),
    prices.map(({ price }) => price),
  ];
}
