-- Reverts deploy/citus.sql: all tables are ordinary tables on the coordinator again, which needs the disk space for them.
-- Run it in the same way, while no instance of the service runs.
DROP TRIGGER commit_together ON journal_entry;
DROP FUNCTION commit_together;
DROP TABLE commits_together;
ALTER TABLE rate_room_availability DROP CONSTRAINT fk_rate_room_availability_room_availability;
SELECT undistribute_table('restriction_state');
SELECT undistribute_table('price_state');
SELECT undistribute_table('availability_state');
SELECT undistribute_table('held_price');
SELECT undistribute_table('rate_room_availability');
SELECT undistribute_table('room_availability');

ALTER TABLE room_availability ADD CONSTRAINT fk_room_availability_room
  FOREIGN KEY (room_id) REFERENCES room (id) ON DELETE CASCADE;
ALTER TABLE rate_room_availability ADD CONSTRAINT fk_rate_room_availability_room_availability
  FOREIGN KEY (room_id, date) REFERENCES room_availability (room_id, date) ON DELETE CASCADE;
ALTER TABLE rate_room_availability ADD CONSTRAINT fk_rate_room_availability_rate_plan
  FOREIGN KEY (room_id, rate_plan_id) REFERENCES rate_plan (room_id, id) ON DELETE CASCADE;
ALTER TABLE held_price ADD CONSTRAINT fk_held_price_rate_plan
  FOREIGN KEY (room_id, rate_plan_id) REFERENCES rate_plan (room_id, id) ON DELETE CASCADE;

-- If the role had settings of its own in this database before deploy/citus.sql, set them again afterwards.
ALTER ROLE CURRENT_USER IN DATABASE :"DBNAME" RESET jit;
ALTER ROLE CURRENT_USER IN DATABASE :"DBNAME" RESET datestyle;
ALTER ROLE CURRENT_USER IN DATABASE :"DBNAME" RESET intervalstyle;
ALTER ROLE CURRENT_USER IN DATABASE :"DBNAME" RESET timezone;
ALTER ROLE CURRENT_USER IN DATABASE :"DBNAME" RESET extra_float_digits;
ALTER ROLE CURRENT_USER IN DATABASE :"DBNAME" RESET bytea_output;
ALTER ROLE CURRENT_USER IN DATABASE :"DBNAME" RESET array_nulls;
ALTER ROLE CURRENT_USER IN DATABASE :"DBNAME" RESET standard_conforming_strings;
