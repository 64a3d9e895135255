-- The two roles of the service. The first start of docker-compose.yml's database creates them. On another PostgreSQL,
-- create the database channel_manager, and run this with psql as an administrator, with both passwords in the environment.
--
-- channel_manager_migration runs the migrations and owns only their tables.
-- channel_manager is the role of the running service: it reads and writes rows, and cannot create, alter or drop anything.
-- To use one role for both purposes, give channel_manager_migration to the service.
\getenv migration_password MIGRATION_PASSWORD
\getenv service_password SERVICE_PASSWORD
CREATE ROLE channel_manager_migration LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'migration_password';
CREATE ROLE channel_manager LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'service_password';
-- These rights are for this database only, because other programs may use the server.
REVOKE ALL ON DATABASE channel_manager FROM PUBLIC;
GRANT CONNECT ON DATABASE channel_manager TO channel_manager_migration, channel_manager;
\connect channel_manager
GRANT USAGE, CREATE ON SCHEMA public TO channel_manager_migration;
GRANT USAGE ON SCHEMA public TO channel_manager;
-- For everything that the migrations will create.
ALTER DEFAULT PRIVILEGES FOR ROLE channel_manager_migration IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO channel_manager;
ALTER DEFAULT PRIVILEGES FOR ROLE channel_manager_migration IN SCHEMA public
  GRANT USAGE ON SEQUENCES TO channel_manager;
