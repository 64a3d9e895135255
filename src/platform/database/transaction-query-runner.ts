import type { Writable } from 'node:stream';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { DataSource, EntityManager, EntitySubscriberInterface } from 'typeorm';
import type { BeforeQueryEvent } from 'typeorm/subscriber/event/QueryEvent';
import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner';
import type { PreparedStatementSupport } from './prepared-statement-support';

/**
 * JIT compiles for seconds where statistics are missing, and no statement of the service gains from it. Neither a half-open connection nor a stuck statement may keep a room locked. `SET LOCAL` ends with the transaction:
 * poolers may lend the session on. Every limit is below the silence after which the connection is given up (see
 * timeoutSocket), so that the server has ended what nobody waits for any more.
 */
const limits = (statementTimeout: string) => `
  SET LOCAL jit = off;
  SET LOCAL statement_timeout = '${statementTimeout}';
  SET LOCAL idle_in_transaction_session_timeout = '10s'`;

/** `BEGIN` leaves it to the server, which may be a standby, whether a transaction may write. */
export type Begin = 'BEGIN' | 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY';

/** People ask again, and what they ask for must not keep the pushes from the database. */
const LIMITS: Record<Begin, string> = {
  BEGIN: limits('12s'),
  'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY': limits('5s'),
};

/** What a prepared statement was answered with. */
interface PreparedResult<Rows> {
  rows: Rows;
  /** How many rows it has read or changed. */
  rowCount: number;
}

/**
 * Runs one transaction as TypeORM's own runner does, which therefore knows of it: `save()` and `transaction()` inside
 * neither begin nor commit another one. It begins without a round trip of its own.
 */
export class TransactionQueryRunner extends PostgresQueryRunner {
  constructor(
    dataSource: DataSource,
    private readonly preparedStatements: PreparedStatementSupport,
    private readonly beginning: Begin,
    private readonly lockTimeoutMs: number,
  ) {
    super(dataSource.driver as PostgresDriver, 'master');
    this.manager = dataSource.createEntityManager(this);
  }

  /**
   * Begins and limits the transaction in one message. The runner has to be connected. What is sent next travels with it,
   * before its answer: BEGIN fails only with its connection, and then both do.
   */
  async begin(): Promise<void> {
    // Nothing stays of what was rolled back.
    this.data = {};
    this.isTransactionActive = true;
    this.transactionDepth = 1;
    const lockTimeout = `SET LOCAL lock_timeout = ${Math.ceil(this.lockTimeoutMs)}`;
    await this.send({ text: `${this.beginning}; ${lockTimeout};${LIMITS[this.beginning]}` });
  }

  /**
   * Commits behind statements that have all been sent and may not have been answered: where one of them fails, the
   * database rolls back instead.
   * @throws the error of the first statement that has failed
   */
  async commitBehind(sent: Promise<unknown>): Promise<void> {
    const committed = this.send({ text: 'COMMIT' });
    await Promise.all([sent, committed]);
    this.isTransactionActive = false;
    this.transactionDepth = 0;
  }

  /** Rolls back all of the transaction, also from inside a savepoint. */
  async rollbackAll(): Promise<void> {
    this.transactionDepth = 1;
    await this.rollbackTransaction();
  }

  /**
   * Sends a statement at once, which is prepared under a name on its first use where the connection supports that.
   * Statements are run in the order in which they are sent.
   * @throws QueryFailedError with PostgreSQL's code
   */
  async queryPrepared<Rows>(name: string, text: string, values: unknown[]): Promise<PreparedResult<Rows>> {
    const isNamed = this.preparedStatements.isSupported(this.client);
    const { rows, rowCount } = await this.send(isNamed ? { name, text, values } : { text, values });
    return { rows: rows as Rows, rowCount: rowCount ?? 0 };
  }

  private async send(query: QueryConfig): Promise<QueryResult> {
    if (this.isReleased) throw new QueryRunnerAlreadyReleasedError();
    const { client } = this;
    for (const subscriber of this.dataSource.subscribers) this.notify(subscriber, query);
    sendTogether(client);
    try {
      return await client.query(query);
    } catch (error) {
      this.preparedStatements.recordError(client, error);
      throw new QueryFailedError(query.text, query.values, error as Error);
    }
  }

  /** At once: TypeORM's broadcaster would put the statement off. */
  private notify(subscriber: EntitySubscriberInterface, { text, values }: QueryConfig): void {
    void subscriber.beforeQuery?.({
      dataSource: this.dataSource,
      queryRunner: this,
      manager: this.manager,
      query: text,
      parameters: values,
    } as unknown as BeforeQueryEvent);
  }

  private get client(): PoolClient {
    return this.databaseConnection as PoolClient;
  }
}

/** Keeps what is sent to a connection in this turn of the event loop, and writes it with one system call. */
function sendTogether(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Commits the transaction of a manager behind statements that have been sent, as `commitBehind`. */
export async function commit({ queryRunner }: EntityManager, sent: Promise<unknown>): Promise<void> {
  if (!(queryRunner instanceof TransactionQueryRunner))
    throw new Error('No transaction of TransactionRunner');
  await queryRunner.commitBehind(sent);
}
