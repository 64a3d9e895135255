import { isNativeError } from 'node:util/types';

/**
 * Error codes of PostgreSQL and the network after which the same transaction may succeed a moment later.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const RETRYABLE_CODES = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available: lock_timeout
  '57014', // query_canceled: statement_timeout, including that of a server that was frozen in between
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now: starting up, or shutting down
  '25006', // read_only_sql_transaction: the server has become a standby
  '25P03', // idle_in_transaction_session_timeout
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Error classes of connections and resources: 08 connection_exception, 53 insufficient_resources. */
const RETRYABLE_CLASSES = new Set(['08', '53']);

const POOL_IS_BUSY = 'timeout exceeded when trying to connect';
/** Errors of pg, its pool and TypeORM without codes. The last two follow a connection lost between statements. */
const RETRYABLE_MESSAGES = [
  'Connection terminated',
  POOL_IS_BUSY,
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Query runner already released',
  'query runner was already released',
];

/**
 * A distributed PostgreSQL (Citus) that loses a worker during COMMIT reports an internal_error with a message of libpq.
 * The worker may have committed.
 */
const INTERNAL_ERROR = 'XX000';
/** The same during an INSERT, which Citus sends to its workers as COPY. */
const IO_ERROR = '58030';
const LOST_COPY_MESSAGE = 'failed to COPY to shard';
const LOST_WORKER_MESSAGES = [
  'SSL SYSCALL error',
  'SSL connection has been closed unexpectedly',
  'invalid socket',
  'server closed the connection unexpectedly',
  'could not receive data from server',
  'could not send data to server',
  'no connection to the server',
  'failure on connection marked as essential',
];

/** invalid_sql_statement_name, duplicate_prepared_statement */
const NAME_CODES = new Set<unknown>(['26000', '42P05']);
/** The code of this error, feature_not_supported, is too general. */
const PLAN_IS_OUTDATED = 'cached plan must not change result type';

/** The primary key of the journal. A conflict means that an earlier run of the push was committed after all. */
const PUSH_KEY = 'pk_journal_entry';

/**
 * Whether the database was unreachable, overloaded, or rolled the transaction back because of another one. The check is
 * `isNativeError`, because inside a vm context Node's own errors are not instances of that context's `Error`.
 */
export function isRetryable(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  if (isPreparedStatementError(error)) return true;
  const { code, constraint } = error as Error & { code?: unknown; constraint?: unknown };
  if (typeof code === 'string') {
    if (RETRYABLE_CODES.has(code) || (code.length === 5 && RETRYABLE_CLASSES.has(code.slice(0, 2))))
      return true;
    if (code === '23505' && constraint === PUSH_KEY) return true;
    if (code === IO_ERROR && error.message.includes(LOST_COPY_MESSAGE)) return true;
    if (code === INTERNAL_ERROR)
      return LOST_WORKER_MESSAGES.some((message) => error.message.includes(message));
  }
  return RETRYABLE_MESSAGES.some((message) => error.message.includes(message));
}

/** Whether a statement failed because it was prepared: see PreparedStatementSupport. */
export function isPreparedStatementError(error: unknown): boolean {
  return isNameError(error) || isOutdatedPlan(error);
}

/** Whether a session does not know a prepared statement, or has another statement under its name. */
export function isNameError(error: unknown): boolean {
  return isNativeError(error) && 'code' in error && NAME_CODES.has(error.code);
}

/** Whether a table was changed after the statement was prepared. */
export function isOutdatedPlan(error: unknown): boolean {
  return isNativeError(error) && error.message.includes(PLAN_IS_OUTDATED);
}

/** Whether another transaction has held a lock for longer than this one may wait. */
export function isLockTimeout(error: unknown): error is Error {
  return isNativeError(error) && 'code' in error && error.code === '55P03';
}

/** Error codes of a reachable but busy database: transactions conflict, or statements take too long. */
const BUSY_CODES = {
  '40001': 'serializationFailure',
  '40P01': 'deadlock',
  '55P03': 'lockTimeout',
  '57014': 'statementTimeout',
  '23505': 'committedBefore',
} as const;

export const RETRY_REASONS = [
  ...Object.values(BUSY_CODES),
  'connectionTimeout',
  'preparedStatement',
  'outage',
] as const;
export type RetryReason = (typeof RETRY_REASONS)[number];

/** The reason for another attempt after a retryable error. */
export function retryReason(error: unknown): RetryReason {
  if (isPreparedStatementError(error)) return 'preparedStatement';
  const { code = '', message } = error as Error & { code?: string };
  if (message.includes(POOL_IS_BUSY)) return 'connectionTimeout';
  return (BUSY_CODES as Partial<Record<string, RetryReason>>)[code] ?? 'outage';
}

/** Whether the database was unreachable or the connection was lost: a retryable error that is not caused by load. */
export function isOutage(error: unknown): boolean {
  return isRetryable(error) && retryReason(error) === 'outage';
}
