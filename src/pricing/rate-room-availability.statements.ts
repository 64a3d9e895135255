import { monthChecksums } from '../calendar/month-checksum';
import { PLACES } from '../calendar/restrictions';
import { ListedRoomsStatement } from '../platform/database/listed-rooms-statement';
import { PreparedStatement } from '../platform/database/prepared-statement';
import { RoomsStatement } from '../platform/database/rooms-statement';

/**
 * The SQL of prices, restrictions and their past. Prices travel to the database as whole numbers of 1/10,000: -1 is "no
 * record", -2 "not set". Each list is sent as one text, because the driver would quote every element. Loaded values are in
 * the format of `readNumbers`, which costs PostgreSQL less than numbers of 1/10,000.
 */

export const LOAD_PRICES = new ListedRoomsStatement(
  'load_prices',
  (isListed) => `SELECT stored.room_id AS "roomId", stored.date::text,
          string_agg(stored.rate_plan_id::text, ',' ORDER BY stored.rate_plan_id) AS plans,
          string_agg(coalesce(stored.price::text, ''), ',' ORDER BY stored.rate_plan_id) AS prices
     FROM unnest($1::bigint[], $2::date[]) AS day (room_id, date)
     JOIN rate_room_availability AS stored ON stored.room_id = day.room_id AND stored.date = day.date ${isListed}
    GROUP BY stored.room_id, stored.date`,
);

/** The prices of single cells. */
export const FIND_PRICES = new ListedRoomsStatement(
  'find_prices',
  (isListed) => `SELECT stored.room_id AS "roomId", stored.rate_plan_id AS "ratePlanId", stored.date::text,
          (stored.price * 10000)::bigint AS price
     FROM unnest($1::bigint[], $2::date[], $3::bigint[]) AS place (room_id, date, rate_plan_id)
     JOIN rate_room_availability AS stored
       ON stored.room_id = place.room_id AND stored.date = place.date AND stored.rate_plan_id = place.rate_plan_id
          ${isListed}`,
);

/** The prices of rooms, sorted by date and plan. The order is that of the key, so PostgreSQL rarely sorts. */
export const LOAD_PRICES_OF_RANGE = new RoomsStatement(
  'load_prices_of_range',
  (rooms) => `SELECT room_id AS "roomId", count(*)::integer AS count, string_agg(price, ',') AS prices
     FROM (SELECT room_id, coalesce(price::text, '') AS price
             FROM rate_room_availability
            WHERE room_id ${rooms} AND date BETWEEN $2::date AND $3::date
            ORDER BY room_id, date, rate_plan_id) AS cell
    GROUP BY room_id`,
);

/** The prices of one room whose plans lack records on some dates. Each price has its day and its plan. */
export const LOAD_SPARSE_PRICES_OF_RANGE = new PreparedStatement(
  'load_sparse_prices_of_range',
  `SELECT string_agg((date - $2::date)::text, ',') AS days, string_agg(rate_plan_id::text, ',') AS plans,
          string_agg(coalesce(price::text, ''), ',') AS prices
     FROM rate_room_availability
    WHERE room_id = $1 AND date BETWEEN $2::date AND $3::date`,
);

/** The number of records, and the number of records with a price. */
export const COUNT_PRICES_OF_RANGE = new RoomsStatement(
  'count_prices_of_range',
  (rooms) => `SELECT room_id AS "roomId", count(*)::integer AS records, count(price)::integer AS priced
     FROM rate_room_availability
    WHERE room_id ${rooms} AND date BETWEEN $2::date AND $3::date
    GROUP BY room_id`,
);

const PLACED = Object.values(PLACES);

/** All restrictions of a record in one number, in the format of `restrictions.ts`. */
export const PACKED_RESTRICTIONS = PLACED.map(
  ({ column, unit }) => `${unit}::bigint * coalesce(stored.${column}::integer, 0)`,
).join(' + ');

export const HAS_RESTRICTIONS = `(${PLACED.map(
  ({ column, values }) => `stored.${column}${values === 2 ? '' : ' > 0'}`,
).join(' OR ')})`;

/** Omits records without restrictions. Days are counted from `$3`. */
export const LOAD_RESTRICTIONS = new ListedRoomsStatement(
  'load_restrictions',
  (isListed) => `SELECT stored.room_id AS "roomId", string_agg((stored.date - day.first)::text, ',') AS days,
          string_agg(stored.rate_plan_id::text, ',') AS plans,
          string_agg((${PACKED_RESTRICTIONS})::text, ',') AS restrictions
     FROM unnest($1::bigint[], $2::date[], $3::date[]) AS day (room_id, date, first)
     JOIN rate_room_availability AS stored ON stored.room_id = day.room_id AND stored.date = day.date ${isListed}
    WHERE ${HAS_RESTRICTIONS}
    GROUP BY stored.room_id`,
);

/** The prices and the restrictions of a range in one scan. Days are counted from `$2`, and records without restrictions have none. */
export const LOAD_PRICES_AND_RESTRICTIONS_OF_RANGE = new RoomsStatement(
  'load_prices_and_restrictions_of_range',
  (rooms) => `SELECT room_id AS "roomId", count(*)::integer AS count, string_agg(price, ',') AS prices,
          string_agg(day::text, ',') FILTER (WHERE packed > 0) AS days,
          string_agg(rate_plan_id::text, ',') FILTER (WHERE packed > 0) AS plans,
          string_agg(packed::text, ',') FILTER (WHERE packed > 0) AS restrictions
     FROM (SELECT room_id, coalesce(price::text, '') AS price, date - $2::date AS day, rate_plan_id,
                  CASE WHEN ${HAS_RESTRICTIONS} THEN ${PACKED_RESTRICTIONS} END AS packed
             FROM rate_room_availability AS stored
            WHERE room_id ${rooms} AND date BETWEEN $2::date AND $3::date
            ORDER BY room_id, date, rate_plan_id) AS cell
    GROUP BY room_id`,
);

export const INSERT_PRICES = new PreparedStatement(
  'insert_prices',
  `INSERT INTO rate_room_availability (room_id, date, rate_plan_id, price)
   SELECT room_id, date, rate_plan_id, nullif(price, -2) * 0.0001
     FROM unnest($1::bigint[], $2::date[], $3::bigint[], $4::bigint[]) AS new (room_id, date, rate_plan_id, price)`,
);

export const UPDATE_PRICES = new ListedRoomsStatement(
  'update_prices',
  (isListed) => `UPDATE rate_room_availability AS stored
      SET price = nullif(new.price, -2) * 0.0001
     FROM unnest($1::bigint[], $2::date[], $3::bigint[], $4::bigint[]) AS new (room_id, date, rate_plan_id, price)
    WHERE stored.room_id = new.room_id AND stored.date = new.date AND stored.rate_plan_id = new.rate_plan_id ${isListed}`,
);

/** The value at a position of a block, day by day: `values[day × plans + plan]`. */
const valueIn = (block: string) => `(${block}::bigint[])[(date - $3::date) * cardinality($2::bigint[])
                                      + width_bucket(rate_plan_id, $2::bigint[])]`;
const VALUE_IN_GRID = valueIn('$5');

/** Updates thousands of prices of one room. Finding values by position is a third faster than a join. */
export const UPDATE_PRICE_GRID = new PreparedStatement(
  'update_price_grid',
  `UPDATE rate_room_availability
      SET price = ${VALUE_IN_GRID} * 0.0001
    WHERE room_id = $1
      AND rate_plan_id = ANY ($2::bigint[])
      AND date BETWEEN $3::date AND $4::date`,
);

/** Updates thousands of prices of one room in the same way. -1 marks a cell of the block that keeps its value. */
export const UPDATE_SPARSE_PRICE_GRID = new PreparedStatement(
  'update_sparse_price_grid',
  `${UPDATE_PRICE_GRID.text}
      AND ${VALUE_IN_GRID} >= 0`,
);

const RESTRICTION_COLUMNS = PLACED.map(({ column }) => column).join(', ');
/** The values of these columns; 0 becomes NULL. */
const unpacked = (packed: string) =>
  PLACED.map(({ unit, values }) => {
    const value = `nullif(${packed} >> ${Math.log2(unit)} & ${values - 1}, 0)`;
    return values === 2 ? `${value} = 1` : value;
  }).join(', ');

/** New records that have restrictions from the start. */
export const INSERT_RESTRICTED_PRICES = new PreparedStatement(
  'insert_restricted_prices',
  `INSERT INTO rate_room_availability (room_id, date, rate_plan_id, price, ${RESTRICTION_COLUMNS})
   SELECT room_id, date, rate_plan_id, nullif(price, -2) * 0.0001, ${unpacked('restrictions')}
     FROM unnest($1::bigint[], $2::date[], $3::bigint[], $4::bigint[], $5::bigint[])
            AS new (room_id, date, rate_plan_id, price, restrictions)`,
);

export const UPDATE_RESTRICTIONS = new ListedRoomsStatement(
  'update_restrictions',
  (isListed) => `UPDATE rate_room_availability AS stored
      SET (${RESTRICTION_COLUMNS}) = (${unpacked('new.restrictions')})
     FROM unnest($1::bigint[], $2::date[], $3::bigint[], $4::bigint[])
            AS new (room_id, date, rate_plan_id, restrictions)
    WHERE stored.room_id = new.room_id AND stored.date = new.date AND stored.rate_plan_id = new.rate_plan_id ${isListed}`,
);

/**
 * Updates thousands of restrictions of one room in the way of `UPDATE_PRICE_GRID`. -1 marks a cell that keeps its
 * value.
 */
export const UPDATE_RESTRICTION_GRID = new PreparedStatement(
  'update_restriction_grid',
  `UPDATE rate_room_availability
      SET (${RESTRICTION_COLUMNS}) =
          (SELECT ${unpacked('packed')}
             FROM (SELECT ${VALUE_IN_GRID} AS packed OFFSET 0) AS cell)
    WHERE room_id = $1
      AND rate_plan_id = ANY ($2::bigint[])
      AND date BETWEEN $3::date AND $4::date
      AND ${VALUE_IN_GRID} >= 0`,
);

/**
 * Updates prices and restrictions of one room together, so that no row is written twice. `$5` are the prices, `$6` the
 * restrictions; -1 marks a cell that keeps its value.
 */
export const UPDATE_GRID = new PreparedStatement(
  'update_grid',
  `UPDATE rate_room_availability AS stored
      SET price = CASE WHEN ${valueIn('$5')} >= 0 THEN ${valueIn('$5')} * 0.0001 ELSE price END,
          (${RESTRICTION_COLUMNS}) =
          (SELECT ${unpacked('packed')}
             FROM (SELECT CASE WHEN ${valueIn('$6')} >= 0 THEN ${valueIn('$6')} ELSE ${PACKED_RESTRICTIONS} END AS packed
                   OFFSET 0) AS cell)
    WHERE room_id = $1
      AND rate_plan_id = ANY ($2::bigint[])
      AND date BETWEEN $3::date AND $4::date
      AND (${valueIn('$5')} >= 0 OR ${valueIn('$6')} >= 0)`,
);

/** `$5` are the prices of all plans of the room on the date, each as the text of an array. */
export const INSERT_PRICE_STATES = new PreparedStatement(
  'insert_price_states',
  `INSERT INTO price_state (room_id, date, plan_list_id, moment, entry_id, prices)
   SELECT room_id, date, plan_list_id, ($6::timestamptz[])[change], ($7::uuid[])[change], prices::bigint[]
     FROM unnest($1::bigint[], $2::date[], $3::integer[], $4::integer[], $5::text[])
            AS new (room_id, date, change, plan_list_id, prices)`,
);

/** `$5` are the restrictions of all plans of the room on the date, in the same form. */
export const INSERT_RESTRICTION_STATES = new PreparedStatement(
  'insert_restriction_states',
  `INSERT INTO restriction_state (room_id, date, plan_list_id, moment, entry_id, restrictions)
   SELECT room_id, date, plan_list_id, ($6::timestamptz[])[change], ($7::uuid[])[change], restrictions::bigint[]
     FROM unnest($1::bigint[], $2::date[], $3::integer[], $4::integer[], $5::text[])
            AS new (room_id, date, change, plan_list_id, restrictions)`,
);

/** A price in a state: -1 for no record. */
const PRICE_NOW = `CASE WHEN stored.date IS NULL THEN -1 ELSE (stored.price * 10000)::bigint END`;

/** All present values of a room as states. `$4` and `$5` are the list of the room's plans. */
const statesOfRoom = (table: string, values: string, value: string, ofDates: string) => `
  INSERT INTO ${table} (room_id, date, plan_list_id, moment, entry_id, ${values})
  SELECT $1::bigint, day.date, $4::integer, $2::timestamptz, $3::uuid, array_agg(${value} ORDER BY plan.position)
    FROM unnest($5::bigint[]) WITH ORDINALITY AS plan (id, position)
   CROSS JOIN (SELECT DISTINCT date FROM rate_room_availability AS stored WHERE room_id = $1 ${ofDates}) AS day
    LEFT JOIN rate_room_availability AS stored
      ON stored.room_id = $1 AND stored.rate_plan_id = plan.id AND stored.date = day.date
   GROUP BY day.date`;
export const INSERT_PRICE_STATES_OF_ROOM = statesOfRoom('price_state', 'prices', PRICE_NOW, '');
export const INSERT_RESTRICTION_STATES_OF_ROOM = statesOfRoom(
  'restriction_state',
  'restrictions',
  `coalesce(${PACKED_RESTRICTIONS}, 0)`,
  `AND ${HAS_RESTRICTIONS}`,
);

/** Money has at least two fraction digits and no other trailing zeros. A price that is not set has no text. */
export const CHECKSUMS_OF_PRICES = monthChecksums(
  'rate_room_availability',
  'rate_plan_id',
  `coalesce(CASE WHEN scale(trim_scale(price)) < 2 THEN round(price, 2) ELSE trim_scale(price) END::text, '')`,
);

export const COUNT_PRICES_OF_PLANS = `
  SELECT rate_plan_id AS "ratePlanId", count(price)::integer AS count
    FROM rate_room_availability
   WHERE room_id = ANY ($1::bigint[]) AND date BETWEEN $2::date AND $3::date
   GROUP BY room_id, rate_plan_id`;
