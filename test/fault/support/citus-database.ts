import { Client } from 'pg';
import { migrate } from '../../../src/platform/database/migrate';
import { nodesOf, runFile } from '../../support/citus';
import type { CitusCluster } from '../../support/citus-cluster';
import { startCitusCluster } from '../../support/citus-cluster';
import type { CitusNode } from '../../support/citus-node';
import { until } from '../../support/until';
import type { Queryable } from './ledger-check';

const MOVED_MS = 200_000;
const SETTLED_MS = 60_000;

/** A price that a worker has prepared, and not committed yet. */
interface PreparedPrice {
  /** Resolves when a transaction waits for it. */
  hasWaiting(): Promise<unknown>;
  commit(): Promise<unknown>;
}

/** A cluster with the durability of production and the tables of the service. */
export class CitusDatabase implements Queryable {
  private constructor(private readonly cluster: CitusCluster) {}

  static async start(): Promise<CitusDatabase> {
    const cluster = await startCitusCluster([]);
    await migrate(cluster.url);
    await runFile(cluster.url, 'deploy/citus.sql');
    return new CitusDatabase(cluster);
  }

  get url(): string {
    return this.cluster.url;
  }

  get coordinator(): CitusNode {
    return this.cluster.coordinator;
  }

  get workers(): CitusNode[] {
    return this.cluster.workers;
  }

  /** Runs a query on the coordinator. */
  query<T extends object>(sql: string, parameters?: unknown[]): Promise<T[]> {
    return queryAt(this.url, sql, parameters);
  }

  /** Adds a worker, and moves shards to it until every worker has its share. */
  async addWorker(): Promise<CitusNode> {
    const worker = await this.cluster.startWorker();
    await queryAt(worker.url, 'CREATE EXTENSION citus');
    await this.query(`SELECT citus_add_node('127.0.0.1', ${worker.port})`);
    await this.query(`SELECT citus_rebalance_start()`);
    await until(async () => {
      const [job] = await this.query<{ state: string }>('SELECT state FROM citus_rebalance_status()');
      if (job?.state === 'failed') throw new Error('The shards were not moved');
      return job?.state === 'finished';
    }, MOVED_MS);
    return worker;
  }

  /**
   * Moves all shards from a worker to the others, and removes the worker when Citus has dropped the moved tables. On a
   * removed worker, Citus could not drop them any more, and would never move these shards again.
   */
  async removeWorker({ port }: CitusNode): Promise<void> {
    await this.query(`SELECT citus_drain_node('127.0.0.1', ${port})`);
    await until(async () => {
      await this.query('CALL citus_cleanup_orphaned_resources()');
      return (await this.query('SELECT FROM pg_dist_cleanup')).length === 0;
    }, MOVED_MS);
    await this.query(`SELECT citus_remove_node('127.0.0.1', ${port})`);
  }

  /** The number of shards on a worker. */
  async shardsOn({ port }: CitusNode): Promise<number> {
    const [row] = await this.query<{ shards: number }>(
      `SELECT count(*)::int AS shards FROM citus_shards WHERE nodeport = ${port}`,
    );
    return row?.shards ?? 0;
  }

  /** Returns the port of the worker that stores the dates of a room. */
  async portOf(roomId: string): Promise<number> {
    return (await this.placementOf(roomId)).port;
  }

  /** Prepares another price of a room on its worker, like a coordinator that is about to commit. */
  async preparePrice(roomId: string, price: number): Promise<PreparedPrice> {
    const shard = await this.placementOf(roomId);
    const worker = this.workers.find(({ port }) => port === shard.port) ?? this.coordinator;
    await queryAt(
      worker.url,
      `BEGIN;
       SELECT pg_advisory_xact_lock(-${roomId}::bigint);
       UPDATE rate_room_availability_${shard.id} SET price = ${price} WHERE room_id = ${roomId};
       PREPARE TRANSACTION 'change'`,
    );
    const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
    return {
      hasWaiting: () => until(async () => (await queryAt(worker.url, waiting)).length > 0),
      commit: () => queryAt(worker.url, `COMMIT PREPARED 'change'`),
    };
  }

  /** Waits until no node has a prepared transaction. @returns the seconds that this took */
  async settle(): Promise<number> {
    const start = performance.now();
    await until(async () => (await this.countPrepared()) === 0, SETTLED_MS);
    return Math.round((performance.now() - start) / 100) / 10;
  }

  stop(): Promise<void> {
    return this.cluster.stop();
  }

  /** The shard of the prices of a room, and the port of its worker. */
  private async placementOf(roomId: string): Promise<{ id: string; port: number }> {
    const [shard] = await this.query<{ id: string; port: number }>(
      `SELECT shardid AS id, nodeport AS port FROM pg_dist_shard_placement
        WHERE shardid = get_shard_id_for_distribution_column('rate_room_availability', $1::bigint)`,
      [roomId],
    );
    if (!shard) throw new Error(`Room ${roomId} has no shard`);
    return shard;
  }

  private async countPrepared(): Promise<number> {
    let count = 0;
    for (const { href } of await nodesOf(this.url))
      count += (await queryAt(href, 'SELECT FROM pg_prepared_xacts')).length;
    return count;
  }
}

async function queryAt<T extends object>(
  connectionString: string,
  sql: string,
  parameters?: unknown[],
): Promise<T[]> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(sql, parameters)).rows;
  } finally {
    await client.end();
  }
}
