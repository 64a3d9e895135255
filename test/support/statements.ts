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
