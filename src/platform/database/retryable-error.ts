import { isNativeError } from 'node:util/types';

/**
 * Error codes of PostgreSQL after which the same transaction may succeed a moment later, on the same session or on another
 * one. Errors that end their session need no code here: see LostSessionError.
 * @see docs/decisions/0071-what-follows-an-error-of-the-database.md
 */
const RETRYABLE_CODES = new Set([
  '40001', // serialization_failure
  '40003', // statement_completion_unknown
  '40P01', // deadlock_detected
  '55P03', // lock_not_available: lock_timeout
  '57014', // query_canceled: statement_timeout, including that of a server that was frozen in between
]);

/** The server, or the session, is read-only: it has become a standby, or its settings were changed. */
const READ_ONLY_CODE = '25006';

/** Error classes: 08 connection_exception, 53 insufficient_resources, 57P operator_intervention. */
const RETRYABLE_CLASSES = /^(?:08[0-9A-Z]|53[0-9A-Z]|57P)[0-9A-Z]{2}$/;

const POOL_IS_BUSY = 'timeout exceeded when trying to connect';

/** Errors about a server that end the session with this server: 08 connection_exception, 57P operator_intervention. */
const ENDS_SESSION = /^(?:08|57P)/;

/**
 * If Citus loses a worker during COMMIT, it reports an internal_error with a message of libpq. The worker may have committed.
 */
const INTERNAL_ERROR = 'XX000';
/** If Citus loses a worker during an INSERT, it reports this error, because it sends the rows to its workers as COPY. */
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
/** The code of this error, feature_not_supported, is too general, and its message is translated. */
const PLAN_IS_OUTDATED = { code: '0A000', routine: 'RevalidateCachedQuery' };

/** The primary key of the journal. A conflict means that an earlier run of the push was committed after all. */
const PUSH_KEY = 'pk_journal_entry';

/**
 * The session with the database is over, or none could begin. The server may name any reason, also one that would be final
 * if the session had stayed: an unknown role, a database that is being restored, a time limit of the server.
 */
export class LostSessionError extends Error {
  /** connection_failure */
  readonly code = '08006';

  /** @param hadEnded whether the session had ended before the transaction, so that no statement of the transaction has run */
  constructor(
    cause: Error,
    readonly hadEnded = false,
  ) {
    super(cause.message, { cause });
  }
}

/**
 * The coordinator of a Citus cluster has lost a worker. The session with the coordinator stays, and rooms on other workers
 * are not affected.
 */
export class LostWorkerError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** The database answers, but takes no writes. */
export class ReadOnlyDatabaseError extends Error {
  readonly code = READ_ONLY_CODE;
  override readonly message =
    'The database is read-only: it is a standby, or default_transaction_read_only is on';
}

/**
 * Whether the database was unreachable or overloaded, or rolled the transaction back because of another one. The check is
 * `isNativeError`, because inside a vm context Node's own errors are not instances of that context's `Error`.
 */
export function isRetryable(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  if (isLostWorker(error) || isPreparedStatementError(error)) return true;
  const { code, constraint } = error as Error & { code?: unknown; constraint?: unknown };
  if (error.message.includes(POOL_IS_BUSY)) return true;
  if (typeof code !== 'string') return false;
  if (RETRYABLE_CODES.has(code) || RETRYABLE_CLASSES.test(code) || code === READ_ONLY_CODE) return true;
  return code === '23505' && constraint === PUSH_KEY;
}

/** Whether a worker of a Citus cluster is away. */
export function isLostWorker(error: unknown): boolean {
  return error instanceof LostWorkerError;
}

/** Whether Citus reports a lost worker with an error. The session with the coordinator must not have ended. */
export function isAboutLostWorker({ code = '', message }: Error & { code?: string }): boolean {
  if (code === IO_ERROR) return message.includes(LOST_COPY_MESSAGE);
  if (code === INTERNAL_ERROR) return LOST_WORKER_MESSAGES.some((each) => message.includes(each));
  return ENDS_SESSION.test(code);
}

/** Whether the session had ended before the transaction. This says nothing about the database: a new session may work at once. */
export function hadSessionEnded(error: unknown): boolean {
  return error instanceof LostSessionError && error.hadEnded;
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
  if (!isNativeError(error)) return false;
  const { code, routine } = error as Error & { code?: unknown; routine?: unknown };
  return code === PLAN_IS_OUTDATED.code && routine === PLAN_IS_OUTDATED.routine;
}

/** Whether another transaction has held a lock for longer than this one may wait. */
export function isLockTimeout(error: unknown): error is Error {
  return isNativeError(error) && 'code' in error && error.code === '55P03';
}

/** Whether the database refused a write because it is read-only. */
export function isReadOnly(error: unknown): boolean {
  return isNativeError(error) && 'code' in error && error.code === READ_ONLY_CODE;
}

/** Whether the database has refused a connection because there are too many. */
export function isTooManyConnections(error: unknown): boolean {
  return isNativeError(error) && 'code' in error && error.code === '53300';
}

/** Error codes of a reachable but busy database: transactions conflict, or statements take too long. */
const BUSY_CODES = {
  '40001': 'serializationFailure',
  '40P01': 'deadlock',
  '55P03': 'lockTimeout',
  '57014': 'statementTimeout',
  '23505': 'committedBefore',
  '53300': 'tooManyConnections',
} as const;

export const RETRY_REASONS = [
  ...Object.values(BUSY_CODES),
  'connectionTimeout',
  'preparedStatement',
  'workerLost',
  'outage',
] as const;
export type RetryReason = (typeof RETRY_REASONS)[number];

/** The reason for another attempt after a retryable error. */
export function retryReason(error: unknown): RetryReason {
  if (isPreparedStatementError(error)) return 'preparedStatement';
  if (isLostWorker(error)) return 'workerLost';
  const { code = '', message } = error as Error & { code?: string };
  if (message.includes(POOL_IS_BUSY)) return 'connectionTimeout';
  return (BUSY_CODES as Partial<Record<string, RetryReason>>)[code] ?? 'outage';
}

/** Whether the database was unreachable or the connection was lost: a retryable error that is not caused by load. */
export function isOutage(error: unknown): error is Error {
  return isRetryable(error) && retryReason(error) === 'outage';
}
