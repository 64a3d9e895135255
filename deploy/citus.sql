-- Distributes the tables that grow with rooms × dates over the workers of a Citus cluster, by room. See docs/scaling.md:
-- what it buys, what it costs, and what of it has been tried.
--
-- Run it once, with psql on the coordinator, as the role that owns the tables, after the migrations and while no instance
-- of the service runs:
--   psql -v ON_ERROR_STOP=1 -f deploy/citus.sql "$DATABASE_URL"
-- It is no migration, because those must not depend on an extension. deploy/citus-undo.sql goes back.
-- Of an earlier version, room_availability, rate_room_availability and the journal were tried on a cluster; the other
-- tables, and this file as it is, on PostgreSQL alone.
-- On every node, once: ALTER SYSTEM SET citus.recover_2pc_interval = '2s', so that a worker that comes back has
-- what was decided without it after two seconds, not after a minute.

-- Foreign keys from a distributed table to a local one are not possible. The service deletes what hangs on a room or a
-- plan by statements of its own, and writes prices only of plans that it has read under the lock of their room.
ALTER TABLE room_availability DROP CONSTRAINT fk_room_availability_room;
ALTER TABLE rate_room_availability DROP CONSTRAINT fk_rate_room_availability_rate_plan;
ALTER TABLE rate_room_availability DROP CONSTRAINT fk_rate_room_availability_room_availability;
ALTER TABLE held_price DROP CONSTRAINT fk_held_price_rate_plan;

-- Distributed: what has a row for a room and a date. All rows of a room are on one worker.
-- The two tables of the present.
SELECT create_distributed_table('room_availability', 'room_id');
SELECT create_distributed_table('rate_room_availability', 'room_id', colocate_with => 'room_availability');
-- Prices that guards hold: few, but each beside the cell that it is compared with.
SELECT create_distributed_table('held_price', 'room_id', colocate_with => 'room_availability');
-- The past of both: it grows with every push that changes something, and may become larger than the present.
SELECT create_distributed_table('availability_state', 'room_id', colocate_with => 'room_availability');
SELECT create_distributed_table('price_state', 'room_id', colocate_with => 'room_availability');

-- Within a worker, this one is possible again.
ALTER TABLE rate_room_availability ADD CONSTRAINT fk_rate_room_availability_room_availability
  FOREIGN KEY (room_id, date) REFERENCES room_availability (room_id, date) ON DELETE CASCADE;

-- Local, on the coordinator, is all else:
-- room                a row a room, and the lock of every push: as a reference table its row locks became table locks
-- rate_plan           some rows a room, read by their own ids across rooms
-- room_timeline       a row a room, advanced by every push under the lock of the room
-- room_state, rate_plan_state   a row a change by people, read across rooms
-- price_layout        some rows a room, with a key of its own
-- journal_entry, undelivered_answer   read by time, token and position across rooms
-- feed_incarnation, history_boundary  some rows, or one
-- undo, undo_room     some rows an undo
-- notification, access_token, migration   not about dates
--
-- Citus has to know that a transaction writes the journal: else a worker commits before the journal does.
SELECT citus_add_local_table_to_metadata('journal_entry');
