import type { DataSource, EntitySubscriberInterface, QueryRunner } from 'typeorm';

/** Statements of background jobs: the relay of notices, mails, the last use of tokens, and interrupted undos. */
const BACKGROUND = /notice IS NOT NULL|notification|SET "last_used_at"|FROM undo\b/;
const TRANSACTION_CONTROL = /^\s*(BEGIN|START TRANSACTION|SET LOCAL|COMMIT|ROLLBACK)/;

/** Watches the statements of a data source. @returns a function that ends the watch */
export function watchStatements(dataSource: DataSource, subscriber: EntitySubscriberInterface): () => void {
  dataSource.subscribers.push(subscriber);
  return () => {
    const index = dataSource.subscribers.indexOf(subscriber);
    if (index >= 0) dataSource.subscribers.splice(index, 1);
  };
}

/** Returns the last statement with these words that a data source sends during some work, with its values. */
export async function statementOf(
  dataSource: DataSource,
  words: string,
  work: () => Promise<unknown>,
): Promise<{ query: string; values: unknown[] }> {
  let found: { query: string; values: unknown[] } | undefined;
  const unwatch = watchStatements(dataSource, {
    beforeQuery: ({ query, parameters = [] }) => {
      if (query.includes(words)) found = { query, values: parameters as unknown[] };
    },
  });
  await work();
  unwatch();
  if (!found) throw new Error(`No statement had the words ${words}`);
  return found;
}

/** Runs a statement. @returns the rows of its result, and the blocks of tables and indexes that it used */
export async function costOf(
  dataSource: DataSource,
  query: string,
  values: unknown[],
): Promise<{ rows: number; blocks: number }> {
  const [row] = await dataSource.query<[Record<string, unknown>]>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${query}`,
    values,
  );
  const [{ Plan: plan }] = row['QUERY PLAN'] as [{ Plan: Record<string, number> }];
  const blocks = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  return { rows: plan['Actual Rows'] ?? 0, blocks };
}

/**
 * Counts the statements that a data source sends, until it is stopped. Transactions of background jobs do not count, nor
 * do partial transactions at the beginning and at the end.
 */
export function countStatements(dataSource: DataSource): { stop(): string[] } {
  const statements: { runner: QueryRunner; query: string }[] = [];
  const unwatch = watchStatements(dataSource, {
    beforeQuery: ({ queryRunner, query }) => {
      statements.push({ runner: queryRunner, query });
    },
  });
  const runnersOf = (is: (query: string) => boolean) =>
    new Set(statements.filter(({ query }) => is(query)).map(({ runner }) => runner));
  return {
    stop: () => {
      unwatch();
      const background = runnersOf((query) => BACKGROUND.test(query));
      const working = runnersOf((query) => !TRANSACTION_CONTROL.test(query));
      return statements
        .filter(({ runner }) => working.has(runner) && !background.has(runner))
        .map(({ query }) => query);
    },
  };
}
