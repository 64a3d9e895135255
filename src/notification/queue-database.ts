import type PgBoss from 'pg-boss';
import type { DataSource, EntityManager } from 'typeorm';

/** Lets pg-boss work over the application's connections, so that it needs no pool of its own. */
export class QueueDatabase implements PgBoss.Db {
  constructor(private readonly dataSource: DataSource) {}

  async executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const { records } = await runner.query(text, values, true);
      return { rows: records };
    } catch (error) {
      // pg-boss sends "BEGIN; …; COMMIT" as one text. When its middle fails, the transaction stays open, and
      // would go back to the pool like that.
      await runner.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }
}

/** Lets pg-boss write inside a transaction that is under way; for statements that return rows only. */
export function inTransaction(manager: EntityManager): PgBoss.Db {
  return {
    executeSql: async (text: string, values: unknown[]) => {
      const rows: unknown[] = await manager.query(text, values);
      return { rows };
    },
  };
}
