import { readFile } from 'node:fs/promises';
import { Client } from 'pg';

/**
 * Replacements for the functions of Citus that deploy/citus.sql calls. Each refuses the tables that Citus refuses, and
 * leaves all others unchanged.
 */
const STAND_INS = `
  CREATE VIEW pg_dist_partition AS SELECT 'room_availability'::regclass AS logicalrelid;
  CREATE FUNCTION run_command_on_workers(command text)
  RETURNS TABLE (nodename text, nodeport integer, success boolean, result text) LANGUAGE plpgsql AS $$
  BEGIN
    EXECUTE command INTO result;
    RETURN QUERY SELECT 'worker-1', 5432, true, result;
  END $$;
  CREATE FUNCTION create_distributed_table(name regclass, distribution_column text, colocate_with text = 'default')
  RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM FROM pg_constraint WHERE contype = 'f' AND (conrelid = name OR confrelid = name);
    IF FOUND THEN RAISE '% has a foreign key to or from a local table', name; END IF;
    PERFORM FROM pg_index
      WHERE indrelid = name AND indisunique
        AND (SELECT attnum FROM pg_attribute WHERE attrelid = name AND attname = distribution_column) <> ALL (indkey);
    IF FOUND THEN RAISE '% has a unique index without %', name, distribution_column; END IF;
  END $$;
  CREATE FUNCTION citus_add_local_table_to_metadata(name regclass) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM FROM pg_class WHERE oid = name AND relkind = 'r';
    IF NOT FOUND THEN RAISE '% is no table', name; END IF;
  END $$;
  CREATE FUNCTION undistribute_table(name regclass) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM FROM pg_constraint WHERE contype = 'f' AND (conrelid = name OR confrelid = name);
    IF FOUND THEN RAISE '% has a foreign key', name; END IF;
  END $$`;

/** Runs deploy/citus.sql. Without Citus, one PostgreSQL gets the same tables and constraints. */
export async function layOutAsOnCitus(url: string): Promise<void> {
  if (!process.env['CITUS_DATABASE_URL']) await runSql(url, STAND_INS);
  await runFile(url, 'deploy/citus.sql');
}

/** Gives the role of a URL the settings of deploy/citus.sql. */
export async function setForRole(url: string): Promise<void> {
  await runFile(url, 'deploy/citus.sql', /ALTER ROLE/);
}

/** Runs a file as psql does: each statement in its own transaction. @param only the statements to run; by default all */
export async function runFile(url: string, file: string, only = /\S/): Promise<void> {
  const database = new URL(url).pathname.slice(1);
  const sql = (await readFile(file, 'utf8'))
    .replaceAll(/--.*$/gm, '')
    .replaceAll(':"DBNAME"', `"${database}"`);
  await runSql(url, ...sql.split(/;$/m).filter((statement) => only.test(statement)));
}

/** The URLs of a cluster's database: on the coordinator first, then on each worker. */
export async function nodesOf(coordinator: string): Promise<URL[]> {
  const workers = await runSql<{ nodename: string; nodeport: number }>(
    coordinator,
    `SELECT nodename, nodeport FROM pg_dist_node WHERE groupid <> 0 AND isactive AND noderole = 'primary'`,
  );
  return [
    new URL(coordinator),
    ...workers.map(({ nodename, nodeport }) => {
      const url = new URL(coordinator);
      url.hostname = nodename;
      url.port = String(nodeport);
      return url;
    }),
  ];
}

/** Creates a database on every node of a cluster, and joins them. The tables must still be created and distributed. */
export async function createOnCluster(cluster: string, name: string): Promise<void> {
  const nodes = await nodesOf(cluster);
  for (const node of nodes) await runSql(node.href, `CREATE DATABASE ${name}`);
  const [coordinator, ...workers] = nodes as [URL, ...URL[]];
  await joinNodes(name, coordinator, workers);
}

/** Clones a database on every node. The metadata of Citus and the shards are tables of the clone like all others. */
export async function cloneOnCluster(cluster: string, template: string, name: string): Promise<void> {
  await onEachNode(cluster, (node) =>
    untilNotInUse(node, template, `CREATE DATABASE ${name} TEMPLATE ${template}`),
  );
  // A clone does not have the settings of its template.
  await setForRole(databaseAt(new URL(cluster), name));
}

/** Connects the databases with one name on a coordinator and its workers. */
export async function joinNodes(name: string, coordinator: URL, workers: URL[]): Promise<void> {
  for (const node of [coordinator, ...workers])
    await runSql(databaseAt(node, name), 'CREATE EXTENSION citus');
  const at = ({ hostname, port }: URL) => `'${hostname}', ${port || 5432}`;
  await runSql(
    databaseAt(coordinator, name),
    `SELECT citus_set_coordinator_host(${at(coordinator)})`,
    ...workers.map((worker) => `SELECT citus_add_node(${at(worker)})`),
  );
}

export async function dropOnCluster(cluster: string, name: string): Promise<void> {
  await onEachNode(cluster, (node) =>
    untilNotInUse(node, name, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  );
}

async function onEachNode(cluster: string, run: (node: URL) => Promise<void>): Promise<void> {
  const nodes = await nodesOf(cluster);
  await Promise.all(nodes.map(run));
}

const OBJECT_IN_USE = '55006';
/** In each attempt, PostgreSQL waits 5 s for other sessions to end. */
const MAX_ATTEMPTS = 5;

/**
 * Runs a statement that needs a database without sessions. The background processes of Citus would connect again, so the
 * database accepts no more connections. They may also end late, because they wait for other nodes.
 */
async function untilNotInUse(node: URL, database: string, statement: string, attempt = 1): Promise<void> {
  try {
    await runSql(
      node.href,
      `UPDATE pg_database SET datallowconn = false WHERE datname = '${database}' AND datallowconn`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
      statement,
    );
  } catch (error) {
    if ((error as { code?: string }).code !== OBJECT_IN_USE || attempt === MAX_ATTEMPTS) throw error;
    await untilNotInUse(node, database, statement, attempt + 1);
  }
}

function databaseAt(server: URL, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** @returns the rows of the last statement */
export async function runSql<Row extends object>(
  connectionString: string,
  ...statements: string[]
): Promise<Row[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}
