import type { Writable } from 'node:stream';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { AfterQueryEvent, BeforeQueryEvent } from 'typeorm/subscriber/event/QueryEvent';
import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner';
import type { Distribution } from './distribution';
import type { PreparedStatementSupport } from './prepared-statement-support';
import { FORMS_OF_VALUES } from './forms-of-values';
import { isNameError } from './retryable-error';
import { beganAt } from './sessions';

const SET_FORMS = Object.entries(FORMS_OF_VALUES)
  .map(([name, value]) => `SET LOCAL ${name} = '${value}'`)
  .join('; ');

/**
 * Without statistics, JIT compiles for seconds, and no statement of the service benefits from it. The timeouts prevent
 * a half-open connection or a stuck statement from keeping a room locked. `SET LOCAL` ends with the transaction,
 * because a pooler may pass the session on. Every limit is shorter than the silence after which the connection is
 * closed (see timeoutSocket), so that the server has already ended the abandoned work. The forms of values do not depend
 * on the settings of the database and the role.
 */
const settings = (statementTimeout: string) => `
  SET LOCAL jit = off;
  SET LOCAL statement_timeout = '${statementTimeout}';
  SET LOCAL idle_in_transaction_session_timeout = '10s';
  ${SET_FORMS}`;

/** PostgreSQL 17 has a time limit for whole transactions. Here, each statement and each wait has a limit of its own. */
const WITHOUT_TRANSACTION_TIMEOUT = '; SET LOCAL transaction_timeout = 0';
const HAS_TRANSACTION_TIMEOUT = 17;

/** With plain `BEGIN`, the server decides whether the transaction may write: it may be a standby. */
const BEGINNINGS = {
  change: 'BEGIN',
  push: 'BEGIN',
  read: 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY',
} as const;
export type Purpose = keyof typeof BEGINNINGS;

/** Reads have a shorter time limit: people can repeat a request, and it must not block the pushes. */
const SETTINGS: Record<Purpose, string> = {
  change: settings('12s'),
  push: settings('12s'),
  read: settings('5s'),
};

/** The code of a statement that PostgreSQL skips because an earlier one in its transaction has failed. */
const SKIPPED = '25P02';

/** The method of TypeORM's query runner that gives a connection back: with a reason, the pool closes the connection. */
interface Ending {
  releasePostgresConnection: (reason?: Error) => Promise<void>;
}

/** The answer to a prepared statement. */
interface PreparedResult<Rows> {
  rows: Rows;
  /** The number of rows that were read or changed. */
  rowCount: number;
}

/**
 * Runs one transaction. It extends TypeORM's query runner, so that `save()` and `transaction()` inside it neither begin
 * nor commit another one. BEGIN needs no round trip of its own.
 */
export class TransactionQueryRunner extends PostgresQueryRunner {
  /** The error of the first statement that failed. The server skips the statements behind it. */
  private failure: QueryFailedError | undefined;

  constructor(
    dataSource: DataSource,
    private readonly preparedStatements: PreparedStatementSupport,
    private readonly distribution: Distribution,
    private readonly purpose: Purpose,
    private readonly lockTimeoutMs: number,
  ) {
    super(dataSource.driver as PostgresDriver, 'master');
    this.manager = dataSource.createEntityManager(this);
  }

  /**
   * Begins the transaction with its settings in one message. The runner must be connected. The next statements are
   * sent with BEGIN, before its answer. BEGIN fails only if its connection fails, and then they fail too.
   */
  async begin(): Promise<void> {
    // An earlier, rolled-back transaction leaves no data behind.
    this.data = {};
    this.failure = undefined;
    this.isTransactionActive = true;
    this.transactionDepth = 1;
    const lockTimeout = `SET LOCAL lock_timeout = ${Math.ceil(this.lockTimeoutMs)}`;
    const ofPush = this.purpose === 'push' ? this.distribution.settingsOfPush : '';
    await this.send({
      text: `${BEGINNINGS[this.purpose]}; ${lockTimeout};${ofPush}${SETTINGS[this.purpose]}${this.limitOfTransaction}`,
    });
  }

  /**
   * Sends COMMIT after statements that may still be unanswered. If one of them fails, the database rolls back instead.
   * @throws the error of the first statement that failed
   */
  async commitBehind(sent: Promise<unknown>): Promise<void> {
    const committed = this.send({ text: 'COMMIT' });
    await Promise.all([sent, committed]);
    this.isTransactionActive = false;
    this.transactionDepth = 0;
  }

  /** Rolls back the transaction, or to the last savepoint. The next statements are no longer skipped. */
  override async rollbackTransaction(): Promise<void> {
    await super.rollbackTransaction();
    this.failure = undefined;
  }

  /** Rolls back the whole transaction, even from inside a savepoint. */
  async rollbackAll(): Promise<void> {
    this.transactionDepth = 1;
    await this.rollbackTransaction();
  }

  /**
   * Sends a statement immediately. If the connection supports it, the first use prepares the statement under a name.
   * The server runs statements in the order in which they are sent.
   * @throws QueryFailedError with PostgreSQL's code. A statement behind a failed one throws the error of the failed
   *   one, because only that error says whether a retry helps.
   */
  async queryPrepared<Rows>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<PreparedResult<Rows>> {
    const isNamed = this.preparedStatements.isSupported(this.client);
    const query = { text, values: values as unknown[] };
    const { rows, rowCount } = await this.send(isNamed ? { name, ...query } : query);
    return { rows: rows as Rows, rowCount: rowCount ?? 0 };
  }

  /** Whether the session began before a moment. */
  isOlderThan(moment: number): boolean {
    return beganAt(this.client) < moment;
  }

  /** Ends the session instead of giving it back to the pool. */
  async end(reason: Error): Promise<void> {
    // TypeORM calls this itself after an error of the connection, and has no public method for it.
    await (this as unknown as Ending).releasePostgresConnection(reason);
  }

  private get limitOfTransaction(): string {
    const { version } = this.driver;
    return version && parseInt(version) >= HAS_TRANSACTION_TIMEOUT ? WITHOUT_TRANSACTION_TIMEOUT : '';
  }

  get isOnCitus(): boolean {
    return this.distribution.isOnCitus;
  }

  private async send(query: QueryConfig): Promise<QueryResult> {
    if (this.isReleased) throw new QueryRunnerAlreadyReleasedError();
    const { client } = this;
    this.notify('beforeQuery', query);
    sendTogether(client);
    try {
      const result = await client.query(query);
      this.notify('afterQuery', query);
      return result;
    } catch (error) {
      this.notify('afterQuery', query, error);
      const failure = new QueryFailedError(query.text, query.values, error as Error);
      if (this.isSkipped(error)) throw this.failure ?? failure;
      this.preparedStatements.recordError(client, error);
      throw (this.failure = failure);
    }
  }

  /**
   * Whether a statement failed only because an earlier one did. pg sends the text of a statement once: if PostgreSQL has
   * skipped it, the next statement of that name is unknown.
   */
  private isSkipped(error: unknown): boolean {
    return (
      (error as { code?: string }).code === SKIPPED || (this.failure !== undefined && isNameError(error))
    );
  }

  /** Calls the subscribers directly: TypeORM's broadcaster would delay the statement. */
  private notify(event: 'beforeQuery' | 'afterQuery', { text, values }: QueryConfig, error?: unknown): void {
    for (const subscriber of this.dataSource.subscribers) {
      void subscriber[event]?.({
        dataSource: this.dataSource,
        queryRunner: this,
        manager: this.manager,
        query: text,
        parameters: values,
        error,
      } as unknown as BeforeQueryEvent & AfterQueryEvent);
    }
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

/** Commits a manager's transaction after statements that were already sent, see `commitBehind`. */
export async function commit({ queryRunner }: EntityManager, sent: Promise<unknown>): Promise<void> {
  if (!(queryRunner instanceof TransactionQueryRunner))
    throw new Error('No transaction of TransactionRunner');
  await queryRunner.commitBehind(sent);
}
