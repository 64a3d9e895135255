-- The role of the service, made when the database of docker-compose.yml is first started. It may connect to its own
-- database, and make its tables there. It owns what it makes, and nothing else.
\getenv password SERVICE_PASSWORD
CREATE ROLE channel_manager LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'password';
REVOKE ALL ON DATABASE channel_manager, postgres, template1 FROM PUBLIC;
GRANT CONNECT ON DATABASE channel_manager TO channel_manager;
\connect channel_manager
GRANT USAGE, CREATE ON SCHEMA public TO channel_manager;
