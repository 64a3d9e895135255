import type { EntityManager } from 'typeorm';
import type { AdvisoryLock } from '../database/advisory-lock';

/** How the records of a kind expire. */
export interface Retention {
  /** The name of the records in the log, for example `journal entries`. */
  noun: string;
  /** The lock of the transaction that deletes the records, so that only one instance at a time deletes them. */
  lock: AdvisoryLock;
  /** How long they are kept; as long as the journal if it is not given. */
  keptMs?: number;
}

/** The result of a batch of deletions. */
export interface DeletedBatch {
  count: number;
  isLast: boolean;
}

/** Records that the retention job deletes when they are old. The module that owns their table implements this. */
export interface ExpiringRecords {
  readonly retention: Retention;

  /** Deletes the oldest of the records that expired before a moment. */
  deleteBefore(manager: EntityManager, before: Date): Promise<DeletedBatch>;
}

/** The injection token of all records that expire. */
export const EXPIRING_RECORDS = Symbol('EXPIRING_RECORDS');
