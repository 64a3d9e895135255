import type { DataSource, EntitySubscriberInterface } from 'typeorm';

/** Counts the statements that a data source sends, until it is told to stop. Those of background jobs do not count. */
export function countStatements(dataSource: DataSource): { stop(): string[] } {
  const statements: string[] = [];
  const subscriber: EntitySubscriberInterface = {
    beforeQuery: ({ query }) => {
      if (!query.includes('notification') && !query.includes('last_used_at')) statements.push(query);
    },
  };
  dataSource.subscribers.push(subscriber);
  return {
    stop: () => {
      dataSource.subscribers.splice(dataSource.subscribers.indexOf(subscriber), 1);
      return statements;
    },
  };
}
