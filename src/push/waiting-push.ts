import type { EntityManager } from 'typeorm';
import type { CallResult } from './journal/journaled-call';
import type { Push } from './push';

/** A push that waits to be done, and how it is done. */
export interface WaitingPush {
  readonly push: Push;
  /** How many it is for. */
  readonly dates: number;
  /** Whether it may share a transaction with others. */
  isSharable: boolean;
  /** Ends its wait for a connection. */
  withdraw?: () => void;
  /** What came of it in the transaction of another push; undefined where it is to be done again, alone. */
  shared?: Promise<CallResult | undefined>;
  /**
   * @param attempt more than 1 where an earlier one may have been committed
   * @param onWorkDone is called when it has nothing left but its journal entry to be written
   */
  readonly carryOut: (
    manager: EntityManager,
    attempt: number,
    onWorkDone?: () => void,
  ) => Promise<CallResult>;
}
