import type { EntityManager } from 'typeorm';
import { distinctText } from './list-text';
import { PreparedStatement } from './prepared-statement';
import { TransactionQueryRunner } from './transaction-query-runner';

/**
 * A prepared statement whose `$1` and `$2` are lists: the rooms and the dates of its rows. On Citus, it also compares its rows
 * with these lists. Without the comparison of rooms, Citus would send it to all shards. The workers plan it for its values, and
 * would read all dates of the rooms without the comparison of dates. A single server needs neither comparison.
 */
export class ListedRoomsStatement extends PreparedStatement {
  private readonly onCitus: PreparedStatement;

  /** @param text receives the conditions for `stored.room_id` and `stored.date`, to be added to the others */
  constructor(name: string, text: (isListed: string) => string) {
    super(name, text(''));
    const count = Math.max(...Array.from(this.text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
    const [rooms, dates] = [`$${count + 1}::bigint[]`, `$${count + 2}::date[]`];
    const isListed = `AND stored.room_id = ANY (${rooms}) AND stored.date = ANY (${dates})`;
    this.onCitus = new PreparedStatement(name, text(isListed));
  }

  /** @param values the first two are lists as texts */
  override run<Rows extends unknown[]>(manager: EntityManager, values: readonly unknown[]): Promise<Rows> {
    const runner = manager.queryRunner;
    const isOnCitus = runner instanceof TransactionQueryRunner && runner.isOnCitus;
    if (!isOnCitus) return super.run(manager, values);
    // Repetitions would make the planner expect more rows.
    const [rooms, dates] = values as [string, string];
    return this.onCitus.run(manager, [...values, distinctText(rooms), distinctText(dates)]);
  }
}
