import { PreparedStatement } from '../platform/database/prepared-statement';
import { RoomsStatement } from '../platform/database/rooms-statement';

/**
 * The SQL of calendars. Prices travel as whole numbers of 1/10,000: -1 is "no record", -2 "not set". Lists travel as one
 * text each, because the driver would quote every element.
 */

/**
 * A statement of its own: one that waits for the lock would compare rows as they were before it. Rooms are locked in
 * the order of their ids, so that no two transactions wait for each other.
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

/**
 * Rooms with their clock, their plans, and the plans of other rooms that derive from one of them. `$2` is the earliest
 * moment at which a call may have failed that another one now repeats.
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
export const LOAD_ROOMS_LEFT = new PreparedStatement(
  'load_rooms_left',
  `SELECT stored.room_id AS "roomId", stored.date::text, stored.total_rooms AS total, stored.occupied_rooms AS occupied
     FROM unnest($1::bigint[], $2::date[]) AS day (room_id, date)
     JOIN room_availability AS stored ON stored.room_id = day.room_id AND stored.date = day.date`,
);

export const LOAD_PRICES = new PreparedStatement(
  'load_prices',
  `SELECT stored.room_id AS "roomId", stored.date::text,
          array_agg(stored.rate_plan_id ORDER BY stored.rate_plan_id)::text AS plans,
          array_agg(coalesce((stored.price * 10000)::bigint, -2) ORDER BY stored.rate_plan_id)::text AS prices
     FROM unnest($1::bigint[], $2::date[]) AS day (room_id, date)
     JOIN rate_room_availability AS stored ON stored.room_id = day.room_id AND stored.date = day.date
    GROUP BY stored.room_id, stored.date`,
);

/** Days are counted from `$2`. */
export const LOAD_ROOMS_LEFT_OF_RANGE = new PreparedStatement(
  'load_rooms_left_of_range',
  `SELECT array_agg(date - $2::date)::text AS days, array_agg(total_rooms)::text AS totals,
          array_agg(occupied_rooms)::text AS occupied
     FROM room_availability
    WHERE room_id = $1 AND date BETWEEN $2::date AND $3::date`,
);

/** By date and plan, which is the order of the key. */
export const LOAD_PRICES_OF_RANGE = new PreparedStatement(
  'load_prices_of_range',
  `SELECT count(*)::integer AS count, array_agg(price)::text AS prices
     FROM (SELECT coalesce((price * 10000)::bigint, -2) AS price
             FROM rate_room_availability
            WHERE room_id = $1 AND date BETWEEN $2::date AND $3::date
            ORDER BY date, rate_plan_id) AS cell`,
);

/** The same where plans lack records on some dates: each price comes with its day and its plan. */
export const LOAD_SPARSE_PRICES_OF_RANGE = new PreparedStatement(
  'load_sparse_prices_of_range',
  `SELECT array_agg(date - $2::date)::text AS days, array_agg(rate_plan_id)::text AS plans,
          array_agg(coalesce((price * 10000)::bigint, -2))::text AS prices
     FROM rate_room_availability
    WHERE room_id = $1 AND date BETWEEN $2::date AND $3::date`,
);

/** A layout that was made since the rooms were loaded is found again. */
export const ENSURE_LAYOUT = new PreparedStatement(
  'ensure_layout',
  `INSERT INTO price_layout AS layout (room_id, rate_plan_ids) VALUES ($1, $2)
       ON CONFLICT (room_id, rate_plan_ids) DO UPDATE SET room_id = layout.room_id
   RETURNING id`,
);

export const UPDATE_ROOMS_LEFT = new PreparedStatement(
  'update_rooms_left',
  `UPDATE room_availability AS stored
      SET total_rooms = new.total
     FROM unnest($1::bigint[], $2::date[], $3::integer[]) AS new (room_id, date, total)
    WHERE stored.room_id = new.room_id AND stored.date = new.date`,
);

export const INSERT_ROOMS_LEFT = new PreparedStatement(
  'insert_rooms_left',
  `INSERT INTO room_availability (room_id, date, total_rooms, occupied_rooms)
   SELECT room_id, date, total, 0
     FROM unnest($1::bigint[], $2::date[], $3::integer[]) AS new (room_id, date, total)`,
);

export const UPDATE_PRICES = new PreparedStatement(
  'update_prices',
  `UPDATE rate_room_availability AS stored
      SET price = nullif(new.price, -2) * 0.0001
     FROM unnest($1::bigint[], $2::date[], $3::bigint[], $4::bigint[]) AS new (room_id, date, rate_plan_id, price)
    WHERE stored.room_id = new.room_id AND stored.date = new.date AND stored.rate_plan_id = new.rate_plan_id`,
);

export const INSERT_PRICES = new PreparedStatement(
  'insert_prices',
  `INSERT INTO rate_room_availability (room_id, date, rate_plan_id, price)
   SELECT room_id, date, rate_plan_id, nullif(price, -2) * 0.0001
     FROM unnest($1::bigint[], $2::date[], $3::bigint[], $4::bigint[]) AS new (room_id, date, rate_plan_id, price)`,
);

/** By its position in the dense block `$5`, day by day: `prices[day × plans + plan]`. */
const PRICE_IN_GRID = `($5::bigint[])[(date - $3::date) * cardinality($2::bigint[])
                                      + width_bucket(rate_plan_id, $2::bigint[])]`;

/**
 * Thousands of prices of one room, each with a new value: rows find theirs by position, a third faster than by a join.
 * The list of plans is hidden from the planner, which takes a list for ten: a plan for fewer would seem cheaper, and the
 * statement would be planned for every push.
 */
export const UPDATE_PRICE_GRID = new PreparedStatement(
  'update_price_grid',
  `UPDATE rate_room_availability
      SET price = ${PRICE_IN_GRID} * 0.0001
    WHERE room_id = $1
      AND rate_plan_id = ANY ($2::bigint[]::text::bigint[])
      AND date BETWEEN $3::date AND $4::date`,
);

/** The same where some cells of the block keep their value: -1 stands for them. */
export const UPDATE_SPARSE_PRICE_GRID = new PreparedStatement(
  'update_sparse_price_grid',
  `${UPDATE_PRICE_GRID.text}
      AND ${PRICE_IN_GRID} >= 0`,
);

export const INSERT_AVAILABILITY_STATES = new PreparedStatement(
  'insert_availability_states',
  `INSERT INTO availability_state (room_id, date, total_rooms, moment, entry_id)
   SELECT * FROM unnest($1::bigint[], $2::date[], $3::integer[], $4::timestamptz[], $5::uuid[])`,
);

/** `$6` are the prices of all plans of the room on the date, each as the text of an array. */
export const INSERT_PRICE_STATES = new PreparedStatement(
  'insert_price_states',
  `INSERT INTO price_state (room_id, date, layout_id, moment, entry_id, prices)
   SELECT room_id, date, layout_id, moment, entry_id, prices::bigint[]
     FROM unnest($1::bigint[], $2::date[], $3::integer[], $4::timestamptz[], $5::uuid[], $6::text[])
            AS new (room_id, date, layout_id, moment, entry_id, prices)`,
);

/**
 * The clock of a room is never set back. The subquery hides the number of rooms from the planner, which takes a list for
 * ten: a plan for fewer would seem cheaper, and the statement would be planned for every push.
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
