-- Distributes the tables that grow with rooms × dates over the workers of a Citus cluster, by room. docs/scaling.md
-- describes its benefits, its costs, and the parts that were tried.
--
-- Run it once, with psql on the coordinator, after the migrations and while no instance of the service runs. Run it as the
-- role of the service, which owns the tables:
--   psql -v ON_ERROR_STOP=1 -f deploy/citus.sql "$DATABASE_URL"
-- It is not a migration, because migrations must not depend on an extension. deploy/citus-undo.sql reverts it.
-- It was tried with Citus 13.2.2 on PostgreSQL 15: npm run test:citus.
-- On every node, run once: ALTER SYSTEM SET citus.recover_2pc_interval = '2s'. A worker that returns then commits or rolls
-- back its prepared transactions after two seconds, instead of a minute.

-- A worker runs its part of a statement with its own settings. The service sets these for each transaction on the coordinator.
-- Citus passes them on to all workers, also to those that are added later. DBNAME is a variable of psql.
ALTER ROLE CURRENT_USER IN DATABASE :"DBNAME" SET jit = off;
ALTER ROLE CURRENT_USER IN DATABASE :"DBNAME" SET datestyle = 'ISO, YMD';
ALTER ROLE CURRENT_USER IN DATABASE :"DBNAME" SET intervalstyle = 'postgres';
ALTER ROLE CURRENT_USER IN DATABASE :"DBNAME" SET timezone = 'UTC';
ALTER ROLE CURRENT_USER IN DATABASE :"DBNAME" SET extra_float_digits = 1;
ALTER ROLE CURRENT_USER IN DATABASE :"DBNAME" SET bytea_output = 'hex';
ALTER ROLE CURRENT_USER IN DATABASE :"DBNAME" SET array_nulls = on;
ALTER ROLE CURRENT_USER IN DATABASE :"DBNAME" SET standard_conforming_strings = on;

-- Foreign keys from a distributed table to a local one are not possible. The service deletes the records of a room or a plan
-- with its own statements, and writes only prices of plans that it has read under the lock of their room.
ALTER TABLE room_availability DROP CONSTRAINT fk_room_availability_room;
ALTER TABLE rate_room_availability DROP CONSTRAINT fk_rate_room_availability_rate_plan;
ALTER TABLE rate_room_availability DROP CONSTRAINT fk_rate_room_availability_room_availability;
ALTER TABLE held_price DROP CONSTRAINT fk_held_price_rate_plan;

-- Distributed: tables with a row for a room and a date. All rows of a room are on one worker.
-- The two tables of the present.
SELECT create_distributed_table('room_availability', 'room_id');
SELECT create_distributed_table('rate_room_availability', 'room_id', colocate_with => 'room_availability');
-- Prices that guards hold: few, but each on the worker of its cell.
SELECT create_distributed_table('held_price', 'room_id', colocate_with => 'room_availability');
-- The past of these tables: it grows with every push that changes something, and may become larger than the present.
SELECT create_distributed_table('availability_state', 'room_id', colocate_with => 'room_availability');
SELECT create_distributed_table('price_state', 'room_id', colocate_with => 'room_availability');
SELECT create_distributed_table('restriction_state', 'room_id', colocate_with => 'room_availability');

-- Within a worker, this foreign key is possible again.
ALTER TABLE rate_room_availability ADD CONSTRAINT fk_rate_room_availability_room_availability
  FOREIGN KEY (room_id, date) REFERENCES room_availability (room_id, date) ON DELETE CASCADE;

-- All other tables are local, on the coordinator:
-- room                a row a room, and the lock of every push: in a reference table, row locks would become table locks
-- rate_plan           some rows a room, read by their own ids across rooms
-- room_clock          a row a room, advanced by every push under the lock of the room
-- room_state, rate_plan_state   a row a change by people, read across rooms
-- plan_list           some rows a room, with its own key
-- journal_entry, failed_call   read by time, token and position across rooms
-- feed_incarnation, history_boundary  some rows, or one
-- undo, undo_room     some rows an undo
-- closure             a row a closure by people
-- notification, access_token, sandbox, migration   not about dates
--
-- Citus must know that a transaction writes the journal. Otherwise a worker commits before the journal does. Citus notices
-- only changes of tables in its metadata, and plans all statements about these tables. The journal is therefore not in the
-- metadata. Instead, each new entry deletes from an empty table that is.
CREATE TABLE commits_together (nothing boolean);
SELECT citus_add_local_table_to_metadata('commits_together');
GRANT DELETE ON commits_together TO PUBLIC;
CREATE FUNCTION commit_together() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN DELETE FROM commits_together; RETURN NULL; END';
CREATE TRIGGER commit_together AFTER INSERT ON journal_entry EXECUTE FUNCTION commit_together();
