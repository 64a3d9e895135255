import type { EntityManager } from 'typeorm';
import type { PreparedStatement } from './prepared-statement';

/** A statement that is to be sent, with its values. */
export interface Write {
  statement: PreparedStatement;
  values: unknown[];
}

/** Sends statements together. Each is run when the one before has ended; ends when all have. */
export async function send(manager: EntityManager, writes: readonly Write[]): Promise<void> {
  await Promise.all(writes.map(({ statement, values }) => statement.run(manager, values)));
}
