import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner';
import type { PreparedStatementSupport } from './prepared-statement-support';

/**
 * Neither a half-open connection nor a stuck statement may keep a room locked. `SET LOCAL` ends with the transaction:
 * poolers may lend the session on. Every limit is below the silence after which the connection is given up (see
 * timeoutSocket), so that the server has ended what nobody waits for any more.
 */
const limits = (statementTimeout: string) => `
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
   * Begins and limits the transaction in one message. The runner has to be connected. What is sent next may travel with
   * it, before its answer: BEGIN fails only with its connection, and then both do.
   */
  async begin(): Promise<void> {
    // Of what was rolled back, nothing stays.
    this.data = {};
    this.isTransactionActive = true;
    this.transactionDepth = 1;
    const lockTimeout = `SET LOCAL lock_timeout = ${Math.ceil(this.lockTimeoutMs)}`;
    await this.query(`${this.beginning}; ${lockTimeout};${LIMITS[this.beginning]}`);
  }

  /** Rolls back all of the transaction, also from inside a savepoint. */
  async rollbackAll(): Promise<void> {
    this.transactionDepth = 1;
    await this.rollbackTransaction();
  }

  /** A runner for one of several pieces of work in this transaction, over the same connection. */
  share(): TransactionQueryRunner {
    return new SharedQueryRunner(this, this.dataSource, this.preparedStatements);
  }

  /**
   * Runs a statement that is prepared under a name on its first use, where the connection supports that. It takes the
   * same steps as `query`, so that statements which are sent together are run in the order in which they were sent.
   * @throws QueryFailedError with PostgreSQL's code
   */
  async queryPrepared<Rows>(name: string, text: string, values: unknown[]): Promise<PreparedResult<Rows>> {
    if (this.isReleased) throw new QueryRunnerAlreadyReleasedError();
    const client = (await this.connect()) as PoolClient;
    const { logger } = this.dataSource;
    logger.logQuery(text, values, this);
    await this.broadcaster.broadcast('BeforeQuery', text, values);
    const start = Date.now();
    const query = this.preparedStatements.isSupported(client) ? { name, text, values } : { text, values };
    try {
      const { rows, rowCount } = await client.query(query);
      await this.broadcaster.broadcast('AfterQuery', text, values, true, Date.now() - start, rows, undefined);
      return { rows: rows as Rows, rowCount: rowCount ?? 0 };
    } catch (error) {
      this.preparedStatements.recordError(client, error);
      await this.broadcaster.broadcast('AfterQuery', text, values, false, undefined, undefined, error);
      logger.logQueryError(error as Error, text, values, this);
      throw new QueryFailedError(text, values, error as Error);
    }
  }
}

/** Runs statements of one of several pieces of work in a transaction, which it can neither begin nor end. */
class SharedQueryRunner extends TransactionQueryRunner {
  constructor(
    private readonly owner: TransactionQueryRunner,
    dataSource: DataSource,
    preparedStatements: PreparedStatementSupport,
  ) {
    super(dataSource, preparedStatements, 'BEGIN', 0);
    this.isTransactionActive = true;
  }

  override connect(): Promise<PoolClient> {
    return this.owner.connect() as Promise<PoolClient>;
  }

  override startTransaction(): Promise<void> {
    return Promise.reject(new SharedTransactionError());
  }

  override commitTransaction(): Promise<void> {
    return Promise.reject(new SharedTransactionError());
  }

  override rollbackTransaction(): Promise<void> {
    return Promise.reject(new SharedTransactionError());
  }
}

/** What shares a transaction with others needs one of its own. */
export class SharedTransactionError extends Error {
  override readonly message = 'The transaction is shared';
}
