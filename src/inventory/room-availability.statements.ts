import { monthChecksums } from '../calendar/month-checksum';
import { ListedRoomsStatement } from '../platform/database/listed-rooms-statement';
import { PreparedStatement } from '../platform/database/prepared-statement';
import { RoomsStatement } from '../platform/database/rooms-statement';

/**
 * The SQL of rooms left and of their past. Each list is sent as one text, because the driver would quote every element.
 * Loaded values are in the format of `readNumbers`.
 */

/** `$1` and `$2` are pairs of a room and a date. */
export const LOAD_ROOMS_LEFT = new ListedRoomsStatement(
  'load_rooms_left',
  (
    isListed,
  ) => `SELECT stored.room_id AS "roomId", stored.date::text, stored.total_rooms AS "roomsLeft", stored.occupied_rooms AS occupied,
          stored.closed
     FROM unnest($1::bigint[], $2::date[]) AS day (room_id, date)
     JOIN room_availability AS stored ON stored.room_id = day.room_id AND stored.date = day.date ${isListed}`,
);

/** Days are counted from `$2`. */
export const LOAD_ROOMS_LEFT_OF_RANGE = new RoomsStatement(
  'load_rooms_left_of_range',
  (rooms) => `SELECT room_id AS "roomId", string_agg((date - $2::date)::text, ',') AS days,
          string_agg(total_rooms::text, ',') AS "roomsLeft", string_agg(occupied_rooms::text, ',') AS occupied,
          string_agg((date - $2::date)::text, ',') FILTER (WHERE closed) AS closed
     FROM room_availability
    WHERE room_id ${rooms} AND date BETWEEN $2::date AND $3::date
    GROUP BY room_id`,
);

export const UPDATE_ROOMS_LEFT = new ListedRoomsStatement(
  'update_rooms_left',
  (isListed) => `UPDATE room_availability AS stored
      SET total_rooms = new.rooms_left, closed = new.closed
     FROM unnest($1::bigint[], $2::date[], $3::integer[], $4::boolean[]) AS new (room_id, date, rooms_left, closed)
    WHERE stored.room_id = new.room_id AND stored.date = new.date ${isListed}`,
);

/** The value at the position of a date in the row of all days from `$2` on. */
const ON_DAY = '[date - $2::date + 1]';

/**
 * The same for hundreds of days of one room. Values are found by their position. -1 marks a day that keeps its values.
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
   SELECT room_id, date, rooms_left, 0, closed
     FROM unnest($1::bigint[], $2::date[], $3::integer[], $4::boolean[]) AS new (room_id, date, rooms_left, closed)`,
);

/**
 * A change has one moment and one journal entry for hundreds of dates. `$6` and `$7` therefore have one element for each
 * change, and `change` is its number from 1.
 */
export const INSERT_AVAILABILITY_STATES = new PreparedStatement(
  'insert_availability_states',
  `INSERT INTO availability_state (room_id, date, total_rooms, closed, moment, entry_id)
   SELECT room_id, date, rooms_left, closed, ($6::timestamptz[])[change], ($7::uuid[])[change]
     FROM unnest($1::bigint[], $2::date[], $3::integer[], $4::integer[], $5::boolean[])
            AS new (room_id, date, change, rooms_left, closed)`,
);

/**
 * The same for all days of a range of one room, with the present values as the states. On Citus, this INSERT runs on the
 * worker, because it reads the same shard. With `unnest`, the coordinator would send each row.
 */
export const INSERT_AVAILABILITY_STATES_OF_RANGE = new PreparedStatement(
  'insert_availability_states_of_range',
  `INSERT INTO availability_state (room_id, date, total_rooms, closed, moment, entry_id)
   SELECT room_id, date, total_rooms, closed, $4::timestamptz, $5::uuid
     FROM room_availability
    WHERE room_id = $1 AND date BETWEEN $2::date AND $3::date`,
);

/** The same for all dates of a room. */
export const INSERT_AVAILABILITY_STATES_OF_ROOM = `
  INSERT INTO availability_state (room_id, date, total_rooms, closed, moment, entry_id)
  SELECT room_id, date, total_rooms, closed, $2::timestamptz, $3::uuid FROM room_availability WHERE room_id = $1
  RETURNING 1`;

export const CHECKSUMS_OF_ROOMS_LEFT = monthChecksums(
  'room_availability',
  'NULL::bigint',
  'total_rooms::text',
);
