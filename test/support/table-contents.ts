import type { DataSource } from 'typeorm';

const LEFT_OUT: Record<string, string> = {
  journal_entry: `WHERE outcome = 'applied'`,
  notification: 'WHERE false',
};

/**
 * Returns checksums of all tables. They leave out what a refused call may leave behind: its entry in the journal, an
 * e-mail about it, and the last use of its token. They also leave out the notices of entries, which the relay removes at
 * any time.
 */
export async function tableContents(dataSource: DataSource): Promise<Record<string, string>> {
  const tables = await dataSource.query<{ name: string }[]>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
  );
  const checksums = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(coalesce(string_agg(row, ',' ORDER BY row), '')) AS checksum
         FROM (SELECT (to_jsonb(t) - 'last_used_at' - 'notice')::text AS row FROM "${name}" t ${LEFT_OUT[name] ?? ''}) AS rows`,
  );
  const rows = await dataSource.query<{ name: string; checksum: string }[]>(checksums.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, checksum }) => [name, checksum]));
}
