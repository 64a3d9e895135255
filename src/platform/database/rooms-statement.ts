import type { EntityManager } from 'typeorm';
import type { RoomId } from './id';
import { PreparedStatement } from './prepared-statement';

/**
 * A prepared statement about one room or several: `text` receives the comparison for their ids, with the parameter
 * `$1`.
 *
 * One room has its own statement, because PostgreSQL keeps a generic plan only if a plan for the specific values would
 * not be cheaper. It estimates ten ids for any array. For an array of one id, it would plan the statement again for
 * each push.
 */
export class RoomsStatement {
  private readonly ofOne: PreparedStatement;
  private readonly ofSeveral: PreparedStatement;

  constructor(name: string, text: (comparison: string) => string) {
    this.ofOne = new PreparedStatement(name, text('= $1::bigint'));
    this.ofSeveral = new PreparedStatement(name, text('= ANY($1::bigint[])'));
  }

  /** @param values the parameters from `$2` on. @returns the rows */
  run<Rows extends unknown[]>(
    manager: EntityManager,
    roomIds: RoomId[],
    ...values: unknown[]
  ): Promise<Rows> {
    return roomIds.length === 1
      ? this.ofOne.run(manager, [roomIds[0], ...values])
      : this.ofSeveral.run(manager, [roomIds, ...values]);
  }
}
