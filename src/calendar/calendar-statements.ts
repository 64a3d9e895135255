import { ListedRoomsStatement } from '../platform/database/listed-rooms-statement';
import { PreparedStatement } from '../platform/database/prepared-statement';
import { RoomsStatement } from '../platform/database/rooms-statement';

/**
 * The SQL of calendars. Prices travel to the database as whole numbers of 1/10,000: -1 is "no record", -2 "not set".
 * Lists travel as one text each, because the driver would quote every element. Loaded values are in the format of
 * `readNumbers`, which costs PostgreSQL less than numbers of 1/10,000.
 */

/**
 * The lock is a separate statement, because a query that waited for the lock would see the rows from before it. Rooms
 * are locked in the order of their ids, so that no two transactions wait for each other.
 */
export const LOCK_ROOMS = new RoomsStatement(
  'lock_rooms',
  (comparison) => `SELECT id FROM room WHERE id ${comparison} ORDER BY id FOR NO KEY UPDATE`,
);

/** Locks the rooms that no other transaction has locked. */
export const LOCK_FREE_ROOMS = new RoomsStatement(
  'lock_free_rooms',
  (comparison) => `SELECT id FROM room WHERE id ${comparison} ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`,
);

/** An aggregate has one row even if the room has no dates. Locks of other kinds have numbers above zero. */
const ofRoomOnWorker = (lock: string) => `
  SELECT ${lock}(-coalesce(max(room_id), $1::bigint)) AS "isLocked"
    FROM room_availability
   WHERE room_id = $1 AND date = 'infinity'`;

/**
 * On a Citus cluster, the lock of a room ends when the coordinator commits, and the worker of the room commits later: a
 * moment, or as long as the worker or the coordinator is away. A lock on the worker is part of the transaction that was
 * prepared there, and ends with it. It even outlasts a crash.
 */
export const LOCK_ROOM_ON_WORKER = new PreparedStatement(
  'lock_room_on_worker',
  ofRoomOnWorker('pg_advisory_xact_lock'),
);

/** The same without waiting. */
export const LOCK_FREE_ROOM_ON_WORKER = new PreparedStatement(
  'lock_free_room_on_worker',
  ofRoomOnWorker('pg_try_advisory_xact_lock'),
);

/**
 * Rooms with their clock, their plans, and the plans of other rooms that derive from one of them. `$2` is the earliest
 * time at which a repeated call may have failed.
 */
export const LOAD_ROOMS = new RoomsStatement(
  'load_rooms',
  (comparison) => `
  SELECT room.id, room.property_name AS "propertyName", room.maximum_guests AS "maximumGuests",
         room.total_rooms AS "totalRooms", room.adults, room.children,
         (extract(epoch FROM greatest(clock_timestamp(), timeline.last_moment + interval '2 microseconds'))
           * 1000000)::bigint AS "nextMoment",
         coalesce(NOT timeline.is_deleted, false) AS "isKnown",
         (SELECT json_agg(json_build_object('id', plan.id::text, 'roomId', plan.room_id::text,
                                            'derivedFromId', plan.derived_from_id::text, 'derivation', plan.derivation,
                                            'guard', plan.guard, 'hasHeldPrices', plan.has_held_prices)
                          ORDER BY plan.id)
            FROM rate_plan AS plan
           WHERE plan.room_id = room.id
              OR plan.derived_from_id = ANY (ARRAY(SELECT own.id FROM rate_plan AS own WHERE own.room_id = room.id))
         ) AS plans,
         (SELECT layout.id
            FROM price_layout AS layout
           WHERE layout.room_id = room.id
             AND layout.rate_plan_ids = ARRAY(SELECT own.id FROM rate_plan AS own WHERE own.room_id = room.id
                                               ORDER BY own.id)) AS "layoutId",
         EXISTS (SELECT 1 FROM undelivered_answer AS undelivered
                  WHERE undelivered.room_id = room.id AND undelivered.failed_at >= $2::timestamptz) AS "hasUndelivered",
         EXISTS (SELECT 1 FROM feed_incarnation
                  WHERE server_started_at = pg_postmaster_start_time()) AS "isKnownServer"
    FROM room
    LEFT JOIN room_timeline AS timeline ON timeline.room_id = room.id
   WHERE room.id ${comparison}`,
);

export const FIND_ROOMS_OF_PLANS = new PreparedStatement(
  'find_rooms_of_plans',
  `SELECT DISTINCT room_id AS "roomId" FROM rate_plan WHERE id = ANY ($1::bigint[])`,
);

/** `$1` and `$2` are pairs of a room and a date. */
export const LOAD_ROOMS_LEFT = new ListedRoomsStatement(
  'load_rooms_left',
  (
    isListed,
  ) => `SELECT stored.room_id AS "roomId", stored.date::text, stored.total_rooms AS total, stored.occupied_rooms AS occupied,
          stored.closed
     FROM unnest($1::bigint[], $2::date[]) AS day (room_id, date)
     JOIN room_availability AS stored ON stored.room_id = day.room_id AND stored.date = day.date ${isListed}`,
);

export const LOAD_PRICES = new ListedRoomsStatement(
  'load_prices',
  (isListed) => `SELECT stored.room_id AS "roomId", stored.date::text,
          string_agg(stored.rate_plan_id::text, ',' ORDER BY stored.rate_plan_id) AS plans,
          string_agg(coalesce(stored.price::text, ''), ',' ORDER BY stored.rate_plan_id) AS prices
     FROM unnest($1::bigint[], $2::date[]) AS day (room_id, date)
     JOIN rate_room_availability AS stored ON stored.room_id = day.room_id AND stored.date = day.date ${isListed}
    GROUP BY stored.room_id, stored.date`,
);

/** Days are counted from `$2`. */
export const LOAD_ROOMS_LEFT_OF_RANGE = new PreparedStatement(
  'load_rooms_left_of_range',
  `SELECT string_agg((date - $2::date)::text, ',') AS days, string_agg(total_rooms::text, ',') AS totals,
          string_agg(occupied_rooms::text, ',') AS occupied,
          string_agg((date - $2::date)::text, ',') FILTER (WHERE closed) AS closed
     FROM room_availability
    WHERE room_id = $1 AND date BETWEEN $2::date AND $3::date`,
);

/** Sorted by date and plan, which is the order of the key. */
export const LOAD_PRICES_OF_RANGE = new PreparedStatement(
  'load_prices_of_range',
  `SELECT count(*)::integer AS count, string_agg(price, ',') AS prices
     FROM (SELECT coalesce(price::text, '') AS price
             FROM rate_room_availability
            WHERE room_id = $1 AND date BETWEEN $2::date AND $3::date
            ORDER BY date, rate_plan_id) AS cell`,
);

/** The same for plans that lack records on some dates. Each price has its day and its plan. */
export const LOAD_SPARSE_PRICES_OF_RANGE = new PreparedStatement(
  'load_sparse_prices_of_range',
  `SELECT string_agg((date - $2::date)::text, ',') AS days, string_agg(rate_plan_id::text, ',') AS plans,
          string_agg(coalesce(price::text, ''), ',') AS prices
     FROM rate_room_availability
    WHERE room_id = $1 AND date BETWEEN $2::date AND $3::date`,
);

/** The number of records, and the number of records with a price. */
export const COUNT_PRICES_OF_RANGE = new PreparedStatement(
  'count_prices_of_range',
  `SELECT count(*)::integer AS records, count(price)::integer AS priced
     FROM rate_room_availability
    WHERE room_id = $1 AND date BETWEEN $2::date AND $3::date`,
);

/** All restrictions of a record in one number, in the format of `restrictions.ts`. */
export const PACKED_RESTRICTIONS = `
  coalesce(stored.stop_sell::integer, 0) + 2 * coalesce(stored.closed_to_arrival::integer, 0)
    + 4 * coalesce(stored.closed_to_departure::integer, 0) + 8 * coalesce(stored.min_stay_arrival, 0)
    + 8192 * coalesce(stored.min_stay_through, 0) + 8388608::bigint * coalesce(stored.max_stay, 0)`;

/** Whether a record has any restriction. */
export const HAS_RESTRICTIONS = `
  (stored.stop_sell OR stored.closed_to_arrival OR stored.closed_to_departure OR stored.min_stay_arrival > 0
    OR stored.min_stay_through > 0 OR stored.max_stay > 0)`;

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

/** The same for a range of one room. Days are counted from `$2`. */
export const LOAD_RESTRICTIONS_OF_RANGE = new PreparedStatement(
  'load_restrictions_of_range',
  `SELECT string_agg((stored.date - $2::date)::text, ',') AS days, string_agg(stored.rate_plan_id::text, ',') AS plans,
          string_agg((${PACKED_RESTRICTIONS})::text, ',') AS restrictions
     FROM rate_room_availability AS stored
    WHERE stored.room_id = $1 AND stored.date BETWEEN $2::date AND $3::date AND ${HAS_RESTRICTIONS}`,
);

/** Also returns a layout that another transaction has created since the rooms were loaded. */
export const ENSURE_LAYOUT = new PreparedStatement(
  'ensure_layout',
  `INSERT INTO price_layout AS layout (room_id, rate_plan_ids) VALUES ($1, $2)
       ON CONFLICT (room_id, rate_plan_ids) DO UPDATE SET room_id = layout.room_id
   RETURNING id`,
);

export const UPDATE_ROOMS_LEFT = new ListedRoomsStatement(
  'update_rooms_left',
  (isListed) => `UPDATE room_availability AS stored
      SET total_rooms = new.total, closed = new.closed
     FROM unnest($1::bigint[], $2::date[], $3::integer[], $4::boolean[]) AS new (room_id, date, total, closed)
    WHERE stored.room_id = new.room_id AND stored.date = new.date ${isListed}`,
);

/** The value at the position of a date in the row of all days from `$2` on. */
const ON_DAY = '[date - $2::date + 1]';

/**
 * The same for hundreds of days of one room, in the way of `UPDATE_PRICE_GRID`. -1 marks a day that keeps its values.
 * Citus does not accept a bare subscript as a new value.
 */
export const UPDATE_ROOMS_LEFT_OF_RANGE = new PreparedStatement(
  'update_rooms_left_of_range',
  `UPDATE room_availability
      SET total_rooms = ($4::integer[])${ON_DAY} + 0, closed = ($5::boolean[])${ON_DAY} IS TRUE
    WHERE room_id = $1
      AND date BETWEEN $2::date AND $3::date
      AND ($4::integer[])${ON_DAY} >= 0`,
);

export const INSERT_ROOMS_LEFT = new PreparedStatement(
  'insert_rooms_left',
  `INSERT INTO room_availability (room_id, date, total_rooms, occupied_rooms, closed)
   SELECT room_id, date, total, 0, closed
     FROM unnest($1::bigint[], $2::date[], $3::integer[], $4::boolean[]) AS new (room_id, date, total, closed)`,
);

export const UPDATE_PRICES = new ListedRoomsStatement(
  'update_prices',
  (isListed) => `UPDATE rate_room_availability AS stored
      SET price = nullif(new.price, -2) * 0.0001
     FROM unnest($1::bigint[], $2::date[], $3::bigint[], $4::bigint[]) AS new (room_id, date, rate_plan_id, price)
    WHERE stored.room_id = new.room_id AND stored.date = new.date AND stored.rate_plan_id = new.rate_plan_id ${isListed}`,
);

export const INSERT_PRICES = new PreparedStatement(
  'insert_prices',
  `INSERT INTO rate_room_availability (room_id, date, rate_plan_id, price)
   SELECT room_id, date, rate_plan_id, nullif(price, -2) * 0.0001
     FROM unnest($1::bigint[], $2::date[], $3::bigint[], $4::bigint[]) AS new (room_id, date, rate_plan_id, price)`,
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

/** The same for a block in which some cells keep their value, marked by -1. */
export const UPDATE_SPARSE_PRICE_GRID = new PreparedStatement(
  'update_sparse_price_grid',
  `${UPDATE_PRICE_GRID.text}
      AND ${VALUE_IN_GRID} >= 0`,
);

const RESTRICTION_COLUMNS =
  'stop_sell, closed_to_arrival, closed_to_departure, min_stay_arrival, min_stay_through, max_stay';
/** The values of these columns; 0 becomes NULL. */
const unpacked = (packed: string) => `
  nullif(${packed} & 1, 0) = 1, nullif(${packed} >> 1 & 1, 0) = 1, nullif(${packed} >> 2 & 1, 0) = 1,
  nullif(${packed} >> 3 & 1023, 0), nullif(${packed} >> 13 & 1023, 0), nullif(${packed} >> 23 & 1023, 0)`;

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

/**
 * A change has one moment and one journal entry for hundreds of dates. `$6` and `$7` therefore have one element for each
 * change, and `change` is its number from 1.
 */
export const INSERT_AVAILABILITY_STATES = new PreparedStatement(
  'insert_availability_states',
  `INSERT INTO availability_state (room_id, date, total_rooms, closed, moment, entry_id)
   SELECT room_id, date, total, closed, ($6::timestamptz[])[change], ($7::uuid[])[change]
     FROM unnest($1::bigint[], $2::date[], $3::integer[], $4::integer[], $5::boolean[])
            AS new (room_id, date, change, total, closed)`,
);

/**
 * The same for all days of a range of one room whose present values are the state. On Citus, an INSERT that reads the same
 * shard runs on its worker, while the coordinator would send each row of `unnest`.
 */
export const INSERT_AVAILABILITY_STATES_OF_RANGE = new PreparedStatement(
  'insert_availability_states_of_range',
  `INSERT INTO availability_state (room_id, date, total_rooms, closed, moment, entry_id)
   SELECT room_id, date, total_rooms, closed, $4::timestamptz, $5::uuid
     FROM room_availability
    WHERE room_id = $1 AND date BETWEEN $2::date AND $3::date`,
);

/** `$5` are the prices of all plans of the room on the date, each as the text of an array. */
export const INSERT_PRICE_STATES = new PreparedStatement(
  'insert_price_states',
  `INSERT INTO price_state (room_id, date, layout_id, moment, entry_id, prices)
   SELECT room_id, date, layout_id, ($6::timestamptz[])[change], ($7::uuid[])[change], prices::bigint[]
     FROM unnest($1::bigint[], $2::date[], $3::integer[], $4::integer[], $5::text[])
            AS new (room_id, date, change, layout_id, prices)`,
);

/** `$5` are the restrictions of all plans of the room on the date, in the same form. */
export const INSERT_RESTRICTION_STATES = new PreparedStatement(
  'insert_restriction_states',
  `INSERT INTO restriction_state (room_id, date, layout_id, moment, entry_id, restrictions)
   SELECT room_id, date, layout_id, ($6::timestamptz[])[change], ($7::uuid[])[change], restrictions::bigint[]
     FROM unnest($1::bigint[], $2::date[], $3::integer[], $4::integer[], $5::text[])
            AS new (room_id, date, change, layout_id, restrictions)`,
);

/**
 * The clock of a room is never set back. The subquery hides the number of rooms from the planner, which assumes ten.
 * With the real number, a plan for fewer rooms would seem cheaper, and PostgreSQL would plan the statement again for
 * every push.
 */
export const SET_CLOCKS = new PreparedStatement(
  'set_clocks',
  `UPDATE room_timeline SET last_moment = $2::timestamptz WHERE room_id = ANY (ARRAY(SELECT unnest($1::bigint[])))`,
);

export const UPDATE_CAPACITY = new PreparedStatement(
  'update_capacity',
  `UPDATE room SET maximum_guests = $2, total_rooms = $3, adults = $4, children = $5 WHERE id = $1`,
);

export const DELETE_PRICES = new PreparedStatement(
  'delete_prices',
  `DELETE FROM rate_room_availability WHERE room_id = $1`,
);

export const DELETE_PRICES_OF_PLAN = new PreparedStatement(
  'delete_prices_of_plan',
  `DELETE FROM rate_room_availability WHERE room_id = $1 AND rate_plan_id = $2`,
);

export const DELETE_ROOMS_LEFT = new PreparedStatement(
  'delete_rooms_left',
  `DELETE FROM room_availability WHERE room_id = $1`,
);
