import { Injectable, Logger } from '@nestjs/common';
import { isNameError, isOutdatedPlan } from './retryable-error';

/**
 * Decides which connections use named prepared statements. All do, until one connection turns out not to keep its
 * session. A pooler in transaction mode that does not support prepared statements lends another session for each
 * transaction. In that session a name is unknown, or it already belongs to another statement.
 */
@Injectable()
export class PreparedStatementSupport {
  private readonly logger = new Logger(PreparedStatementSupport.name);
  private hasOwnSessions = true;
  private readonly withOutdatedPlans = new WeakSet<object>();

  isSupported(connection: object): boolean {
    return this.hasOwnSessions && !this.withOutdatedPlans.has(connection);
  }

  /**
   * Records why a statement failed. If a prepared statement was the cause, the transaction's next attempt avoids them.
   */
  recordError(connection: object, error: unknown): void {
    if (isOutdatedPlan(error)) this.withOutdatedPlans.add(connection);
    if (!isNameError(error) || !this.hasOwnSessions) return;
    this.hasOwnSessions = false;
    this.logger.warn(
      'A session has lost its prepared statements, probably because of a pooler. The service stops using them',
    );
  }
}
