import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { TransactionQueryRunner } from './transaction-query-runner';

/**
 * A statement that every push sends. PostgreSQL parses and plans it once for each connection instead of once for each
 * push, which halves the database's work for a small push. Do not use it if the best plan depends on the parameter
 * values, as in a list with optional filters.
 */
export class PreparedStatement {
  /** All statements of the loaded code, for tests that must not miss one. */
  static readonly all: PreparedStatement[] = [];

  /**
   * The name in `pg_prepared_statements`. It changes with the text, because two versions of the service may share a
   * session.
   */
  readonly name: string;

  constructor(
    name: string,
    readonly text: string,
  ) {
    this.name = `${name}_${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
    PreparedStatement.all.push(this);
  }

  /** Runs the statement. It is prepared by name inside a transaction of TransactionRunner. @returns the rows */
  async run<Rows extends unknown[]>(manager: EntityManager, values: readonly unknown[]): Promise<Rows> {
    const runner = manager.queryRunner;
    if (!(runner instanceof TransactionQueryRunner)) return manager.query<Rows>(this.text, [...values]);
    return (await runner.queryPrepared<Rows>(this.name, this.text, values)).rows;
  }

  /** Runs a statement that returns no rows. @returns the number of changed rows */
  async count({ queryRunner: runner }: EntityManager, values: readonly unknown[]): Promise<number> {
    if (!(runner instanceof TransactionQueryRunner)) throw new Error('No transaction of TransactionRunner');
    return (await runner.queryPrepared<unknown[]>(this.name, this.text, values)).rowCount;
  }
}
