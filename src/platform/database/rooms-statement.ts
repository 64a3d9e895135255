import type { EntityManager } from 'typeorm';
import type { RoomId } from './id';
import { PreparedStatement } from './prepared-statement';

/**
 * A prepared statement about one room or several: `text` gets what their ids are compared with, over `$1`.
 *
 * Of one room it is another statement, because PostgreSQL keeps a plan only where one for these very values would not
 * be cheaper. It takes any array for ten ids: for an array of one, it would plan the statement anew for each push.
 */
export class RoomsStatement {
  private readonly ofOne: PreparedStatement;
  private readonly ofSeveral: PreparedStatement;

  constructor(name: string, text: (comparison: string) => string) {
    this.ofOne = new PreparedStatement(name, text('= $1::bigint'));
    this.ofSeveral = new PreparedStatement(name, text('= ANY($1::bigint[])'));
  }

  /** @param values from `$2` on. @returns the rows */
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
