import type { EntityManager } from 'typeorm';
import type { PreparedStatement } from './prepared-statement';

/** A statement to send, with its values. */
export interface Write {
  statement: PreparedStatement;
  values: unknown[];
}

export function write(statement: PreparedStatement, values: unknown[]): Write {
  return { statement, values };
}

/** Sends all statements together. The server runs them one after the other. Resolves when all of them have ended. */
export async function send(manager: EntityManager, writes: readonly Write[]): Promise<void> {
  await Promise.all(writes.map(({ statement, values }) => statement.run(manager, values)));
}
