import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { joinNodes } from './citus';
import type { Site } from './citus-node';
import { CITUS_BIN, CitusNode } from './citus-node';

const run = promisify(execFile);

/** A coordinator and two workers, started for the tests. */
export interface CitusCluster {
  /** The URL of a database on the coordinator that knows the workers. */
  url: string;
  coordinator: CitusNode;
  workers: CitusNode[];
  /** Starts another worker, which the coordinator does not know yet. */
  startWorker(): Promise<CitusNode>;
  /** Starts a PostgreSQL without Citus, with the same settings. */
  startSingle(): Promise<CitusNode>;
  stop(): Promise<void>;
}

/** Why no cluster can be started here; undefined if one can. */
export async function whyNoCluster(): Promise<string | undefined> {
  const hasCitus = await run(join(CITUS_BIN, 'pg_config'), ['--pkglibdir'])
    .then(
      ({ stdout }) => stat(join(stdout.trim(), 'citus.so')),
      () => undefined,
    )
    .catch(() => undefined);
  return hasCitus ? undefined : `${CITUS_BIN} has no PostgreSQL with Citus (CITUS_BIN names another folder)`;
}

/** Few shards, because each test file creates its own. Test data need not survive a power cut. */
const OF_TESTS = [
  'citus.shard_count = 4',
  'fsync = off',
  'synchronous_commit = off',
  'full_page_writes = off',
];
const OF_CITUS = [
  `shared_preload_libraries = 'citus'`,
  `citus.recover_2pc_interval = '2s'`,
  'max_prepared_transactions = 600',
  'wal_level = logical',
];

/** Nothing may depend on the settings of a worker, which differ from those that the service sets on the coordinator. */
const OF_WORKER = [
  ...OF_CITUS,
  `datestyle = 'German, DMY'`,
  `intervalstyle = 'sql_standard'`,
  `timezone = 'America/New_York'`,
  'extra_float_digits = 0',
  `bytea_output = 'escape'`,
];

/** @param settings lines of postgresql.conf for all servers. With none, the defaults hold, as in production. */
export async function startCitusCluster(settings = OF_TESTS): Promise<CitusCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'channel-manager-intake-citus-'));
  await chmod(folder, 0o755);
  const user = await serverUser();
  if (user) await chown(folder, user.uid, user.gid);
  const site: Site = { folder, user, settings: ['max_connections = 300', ...settings] };
  const nodes: CitusNode[] = [];
  const start = async (name: string, ofNode: string[]) => {
    const node = await CitusNode.start(site, name, ofNode);
    nodes.push(node);
    return node;
  };
  const stop = async () => {
    for (const node of nodes) await node.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const coordinator = await start('coordinator', OF_CITUS);
    const workers = [await start('worker1', OF_WORKER), await start('worker2', OF_WORKER)];
    await joinNodes(
      'postgres',
      new URL(coordinator.url),
      workers.map(({ url }) => new URL(url)),
    );
    return {
      url: coordinator.url,
      coordinator,
      workers,
      startWorker: () => start(`worker${nodes.length}`, OF_WORKER),
      startSingle: () => start('single', []),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** PostgreSQL refuses to run as root. */
async function serverUser(): Promise<Site['user']> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(['-u', '-g'].map((which) => run('id', [which, 'postgres'])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}
