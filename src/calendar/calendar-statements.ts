import { PreparedStatement } from '../platform/database/prepared-statement';
import { RoomsStatement } from '../platform/database/rooms-statement';

/** The SQL of rooms, their locks, clocks and plans. The repositories of the records by date have the SQL of these records. */

/**
 * The lock is a separate statement, because a query that waited for the lock would see the rows from before the wait. Rooms
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

/**
 * The aggregate returns a row even if the room has no dates. The number of the lock is below zero, because locks of other
 * kinds have numbers above zero.
 */
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

/** Tries to take the same lock without waiting. */
export const LOCK_FREE_ROOM_ON_WORKER = new PreparedStatement(
  'lock_free_room_on_worker',
  ofRoomOnWorker('pg_try_advisory_xact_lock'),
);

/**
 * Tries to take the locks of several rooms, which costs a cluster less than one statement for each. Rooms without a
 * record on the dates have no row, and are not locked.
 */
export const LOCK_FREE_ROOMS_ON_WORKERS = new PreparedStatement(
  'lock_free_rooms_on_workers',
  `SELECT room_id AS id, pg_try_advisory_xact_lock(-room_id) AS "isLocked"
     FROM room_availability
    WHERE room_id = ANY ($1::bigint[]) AND date = ANY ($2::date[])
    GROUP BY room_id`,
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
         (extract(epoch FROM greatest(clock_timestamp(), clock.last_moment + interval '2 microseconds'))
           * 1000000)::bigint AS "nextMoment",
         coalesce(NOT clock.is_deleted, false) AS "isKnown",
         (SELECT json_agg(json_build_object('id', plan.id::text, 'roomId', plan.room_id::text,
                                            'derivedFromId', plan.derived_from_id::text, 'derivation', plan.derivation,
                                            'guard', plan.guard, 'hasHeldPrices', plan.has_held_prices)
                          ORDER BY plan.id)
            FROM rate_plan AS plan
           WHERE plan.room_id = room.id
              OR plan.derived_from_id = ANY (ARRAY(SELECT own.id FROM rate_plan AS own WHERE own.room_id = room.id))
         ) AS plans,
         (SELECT list.id
            FROM plan_list AS list
           WHERE list.room_id = room.id
             AND list.rate_plan_ids = ARRAY(SELECT own.id FROM rate_plan AS own WHERE own.room_id = room.id
                                               ORDER BY own.id)) AS "planListId",
         EXISTS (SELECT 1 FROM failed_call AS failed
                  WHERE failed.room_id = room.id AND failed.failed_at >= $2::timestamptz) AS "hasFailedCalls",
         EXISTS (SELECT 1 FROM feed_incarnation
                  WHERE server_started_at = pg_postmaster_start_time()) AS "isKnownServer"
    FROM room
    LEFT JOIN room_clock AS clock ON clock.room_id = room.id
   WHERE room.id ${comparison}`,
);

export const FIND_ROOMS_OF_PLANS = new PreparedStatement(
  'find_rooms_of_plans',
  `SELECT DISTINCT room_id AS "roomId" FROM rate_plan WHERE id = ANY ($1::bigint[])`,
);

/** Also returns a list that another transaction has created since the rooms were loaded. */
export const ENSURE_PLAN_LIST = new PreparedStatement(
  'ensure_plan_list',
  `INSERT INTO plan_list AS list (room_id, rate_plan_ids) VALUES ($1, $2)
       ON CONFLICT (room_id, rate_plan_ids) DO UPDATE SET room_id = list.room_id
   RETURNING id`,
);

/**
 * The clock of a room is never set back. The subquery hides the number of rooms from the planner, which assumes ten.
 * With the real number, a plan for fewer rooms would seem cheaper, and PostgreSQL would plan the statement again for
 * every push.
 */
export const SET_CLOCKS = new PreparedStatement(
  'set_clocks',
  `UPDATE room_clock SET last_moment = $2::timestamptz WHERE room_id = ANY (ARRAY(SELECT unnest($1::bigint[])))`,
);

export const UPDATE_CAPACITY = new PreparedStatement(
  'update_capacity',
  `UPDATE room SET maximum_guests = $2, total_rooms = $3, adults = $4, children = $5 WHERE id = $1`,
);
