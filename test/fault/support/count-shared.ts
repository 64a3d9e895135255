import type { PostgresProcess } from './postgres-process';

/** Counts the entries that share a transaction with another entry, in the journal of some rooms. */
export async function countShared(postgres: PostgresProcess, roomIds: string[]): Promise<number> {
  const [row] = await postgres.query<{ shared: number }>(
    `SELECT coalesce(sum(entries), 0)::integer AS shared
       FROM (SELECT count(*) AS entries FROM journal_entry WHERE room_id = ANY($1)
              GROUP BY xmin::text HAVING count(*) > 1) AS transaction`,
    [roomIds],
  );
  return row?.shared ?? 0;
}
