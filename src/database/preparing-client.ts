import type { ClientConfig } from 'pg';
import { Client } from 'pg';
import { isPreparedStatementError } from './retryable-error';

/** The names of prepared statements, by their text. */
const names = new Map<string, string>();

/**
 * Marks a statement that every push sends. PostgreSQL reads and plans it once for each connection instead of once for
 * each push, which is half of what a small push costs it. Not for a statement whose plan should depend on what its
 * parameters are, as a list with optional filters.
 */
export function prepared(sql: string): string {
  if (!names.has(sql)) names.set(sql, `push_${names.size + 1}`);
  return sql;
}

/**
 * A connection that prepares the statements marked for it where it leads to one and the same session. A pooler in
 * transaction mode lends a connection another session for each transaction, where the name would be unknown. It shows
 * by the process that the connection was told it talks to: a pooler has to make that up, as it stands for many.
 */
export class PreparingClient extends Client {
  private isPreparing = false;

  constructor(config?: ClientConfig) {
    super(config);
    this.once('connect', () => void this.recognizeSession());
  }

  /** As pg's, which has more forms than could be repeated here: use it as a `Client`. */
  override query(...args: unknown[]): never {
    const [sql, values, ...callback] = args;
    const isMarked = this.isPreparing && callback.length === 0 && typeof sql === 'string';
    const name = isMarked ? names.get(sql) : undefined;
    if (!name) return super.query(...(args as [string])) as never;
    const answer = super.query({ name, text: sql as string, values: values as unknown[] });
    // Whatever the reason: the next try on this connection does without names.
    answer.catch((error: unknown) => {
      if (isPreparedStatementError(error as Error)) this.isPreparing = false;
    });
    return answer as never;
  }

  private async recognizeSession(): Promise<void> {
    // Told by the server when it was connected; the types do not know of it.
    const { processID } = this as unknown as { processID: number | null };
    try {
      const { rows } = await super.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      this.isPreparing = rows[0]?.pid === processID;
    } catch {
      // Lost already: whoever uses it will hear.
    }
  }
}
