import { Injectable, Logger } from '@nestjs/common';
import { isNameError, isOutdatedPlan } from './retryable-error';

/**
 * Says on which connections statements are prepared by name: on all, until one shows that it does not lead to one and
 * the same session. A pooler in transaction mode that does not know of prepared statements lends another session for
 * each transaction, where a name is unknown, or taken already.
 */
@Injectable()
export class PreparedStatementSupport {
  private readonly logger = new Logger(PreparedStatementSupport.name);
  private hasOwnSessions = true;
  private readonly withOutdatedPlans = new WeakSet<object>();

  isSupported(connection: object): boolean {
    return this.hasOwnSessions && !this.withOutdatedPlans.has(connection);
  }

  /** Takes note of what a statement failed for: the transaction's next attempt does without names where they are why. */
  recordError(connection: object, error: unknown): void {
    if (isOutdatedPlan(error)) this.withOutdatedPlans.add(connection);
    if (!isNameError(error) || !this.hasOwnSessions) return;
    this.hasOwnSessions = false;
    this.logger.warn('A session has lost its prepared statements, as behind a pooler: they are used no more');
  }
}
