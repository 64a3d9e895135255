import type { EntityManager } from 'typeorm';
import { PreparedStatement } from './prepared-statement';
import { TransactionQueryRunner } from './transaction-query-runner';

/**
 * A prepared statement whose `$1` is the list of the rooms of its rows. Citus finds the workers of these rooms only by a
 * comparison with a list, and otherwise sends the statement to all shards. One server needs no such comparison.
 */
export class ListedRoomsStatement extends PreparedStatement {
  private readonly onCitus: PreparedStatement;

  /** @param text receives the condition for `stored.room_id`, to be added to the others */
  constructor(name: string, text: (isListed: string) => string) {
    super(name, text(''));
    this.onCitus = new PreparedStatement(name, text('AND stored.room_id = ANY ($1::bigint[])'));
  }

  override run<Rows extends unknown[]>(manager: EntityManager, values: unknown[]): Promise<Rows> {
    const runner = manager.queryRunner;
    const isOnCitus = runner instanceof TransactionQueryRunner && runner.isOnCitus;
    return isOnCitus ? this.onCitus.run(manager, values) : super.run(manager, values);
  }
}
