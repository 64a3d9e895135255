import type { RatePlanId } from '../../platform/database/id';
import type { Changes } from './journaled-call';

/** A change of a room or of one of its rate plans, from the journal. */
export interface PastChange {
  requestId: string;
  /** When it took effect, in microseconds. */
  at: string;
  /** The name of a token; null if the call needed none. */
  token: string | null;
  operation: string;
  ratePlanId: RatePlanId | null;
  changes: Changes;
}

/**
 * Finds the changes that a caller has not seen, by taking back one change after the other from the present record.
 * @param newestFirst the changes of the record
 * @param before returns the record before a change; undefined if it did not exist
 * @param isSeen whether the caller has seen a record
 * @returns the changes, oldest first; empty if they do not lead to a record that the caller has seen
 */
export function changesSince<Record>(
  present: Record,
  newestFirst: readonly PastChange[],
  before: (record: Record, change: PastChange) => Record | undefined,
  isSeen: (record: Record) => boolean,
): PastChange[] {
  let record: Record | undefined = present;
  for (const [index, change] of newestFirst.entries()) {
    record = before(record, change);
    if (record === undefined) return [];
    if (isSeen(record)) return newestFirst.slice(0, index + 1).toReversed();
  }
  return [];
}

/** Returns the old values of those changed fields that a record has. */
export function oldValues<T extends object>(record: T, changes: Changes): T {
  const old = Object.entries(changes).filter(([field]) => field in record);
  return { ...record, ...Object.fromEntries(old.map(([field, { from }]) => [field, from])) };
}
