import { readFile } from 'node:fs/promises';
import { Client } from 'pg';

/**
 * What deploy/citus.sql calls, on a PostgreSQL without Citus: each refuses what Citus refuses of a table, and leaves the
 * table as it is.
 */
const STAND_INS = `
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

/** Gives a database the tables and constraints that deploy/citus.sql makes, on one PostgreSQL without Citus. */
export async function layOutAsOnCitus(url: string): Promise<void> {
  await runSql(url, STAND_INS);
  await runFile(url, 'deploy/citus.sql');
}

/** Runs a file as psql does: each of its statements in a transaction of its own. */
export async function runFile(url: string, file: string): Promise<void> {
  const sql = (await readFile(file, 'utf8')).replaceAll(/--.*$/gm, '');
  const statements = sql.split(';').filter((statement) => statement.trim() !== '');
  await runSql(url, ...statements);
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

/** Makes a database on every node of a cluster, and joins them. The tables are still to be made and distributed. */
export async function createOnCluster(cluster: string, name: string): Promise<void> {
  const nodes = await nodesOf(cluster);
  for (const node of nodes) {
    await runSql(node.href, `CREATE DATABASE ${name}`);
    await runSql(databaseAt(node, name), 'CREATE EXTENSION citus');
  }
  const [coordinator, ...workers] = nodes as [URL, ...URL[]];
  const at = ({ hostname, port }: URL) => `'${hostname}', ${port || 5432}`;
  await runSql(
    databaseAt(coordinator, name),
    `SELECT citus_set_coordinator_host(${at(coordinator)})`,
    ...workers.map((worker) => `SELECT citus_add_node(${at(worker)})`),
  );
}

export async function dropOnCluster(cluster: string, name: string): Promise<void> {
  for (const node of await nodesOf(cluster))
    await runSql(node.href, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

function databaseAt(server: URL, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** @returns the rows of the last statement */
async function runSql<Row extends object>(connectionString: string, ...statements: string[]): Promise<Row[]> {
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
