import type { MigrationInterface, QueryRunner } from 'typeorm';
import { normalName } from '../../text/name';

/** The columns with names. */
const COLUMNS: [table: string, column: string][] = [
  ['room', 'name'],
  ['room', 'property_name'],
  ['room_state', 'name'],
  ['room_state', 'property_name'],
  ['rate_plan', 'name'],
  ['rate_plan_state', 'name'],
  ['closure', 'created_by'],
  ['closure', 'opened_by'],
  ['undo', 'token'],
  ['undo', 'requested_by'],
  ['notification', 'property_name'],
  ['sandbox', 'name'],
  ['sandbox', 'property_name'],
];

/** Matches each text that is perhaps not in the normal form. `normalName` decides. */
const SUSPICIOUS = `'[^ -~]|^ | $|  '`;

/**
 * Brings the stored names into the form in which the service stores names now. It uses the function of the service, because
 * `normalize` of PostgreSQL needs a database in UTF-8. No column or index changes, so programs without this
 * migration work as before. A name of invisible characters alone stays as it is.
 */
export class V2NormalNames1790000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of COLUMNS) await normalizeColumn(runner, table, column);
    await normalizeTokens(runner);
    await normalizeProperties(runner);
  }

  /** The earlier names are not known, and no program needs them. */
  async down(): Promise<void> {
    return Promise.resolve();
  }
}

async function normalizeColumn(runner: QueryRunner, table: string, column: string): Promise<void> {
  const rows = (await runner.query(
    `SELECT DISTINCT ${column} AS name FROM ${table} WHERE ${column} ~ ${SUSPICIOUS}`,
  )) as { name: string }[];
  const changed = rows.map(({ name }) => name).filter((name) => normalized(name) !== name);
  if (changed.length === 0) return;
  await runner.query(
    `UPDATE ${table} SET ${column} = spelling.after
       FROM unnest($1::text[], $2::text[]) AS spelling (before, after)
      WHERE ${column} = spelling.before`,
    [changed, changed.map(normalized)],
  );
}

/** Changes the names of tokens, also in the journal, which is large: an index finds the entries of a token. */
async function normalizeTokens(runner: QueryRunner): Promise<void> {
  const rows = (await runner.query(`SELECT id, name FROM access_token WHERE name ~ ${SUSPICIOUS}`)) as {
    id: string;
    name: string;
  }[];
  const changed = rows.filter(({ name }) => normalized(name) !== name);
  if (changed.length === 0) return;
  const tokens = [changed.map(({ id }) => id), changed.map(({ name }) => normalized(name))];
  for (const statement of [
    `UPDATE journal_entry SET token = renamed.name
       FROM unnest($1::uuid[], $2::text[]) AS renamed (id, name) WHERE token_id = renamed.id`,
    `UPDATE access_token SET name = renamed.name
       FROM unnest($1::uuid[], $2::text[]) AS renamed (id, name) WHERE access_token.id = renamed.id`,
  ])
    await runner.query(statement, tokens);
}

/** Changes the properties to which tokens are limited. Two spellings of one name become one property. */
async function normalizeProperties(runner: QueryRunner): Promise<void> {
  const rows = (await runner.query(
    `SELECT id, property_names AS names FROM access_token
      WHERE EXISTS (SELECT FROM unnest(property_names) AS name WHERE name ~ ${SUSPICIOUS})`,
  )) as { id: string; names: string[] }[];
  for (const { id, names } of rows)
    await runner.query(`UPDATE access_token SET property_names = $2 WHERE id = $1`, [
      id,
      [...new Set(names.map(normalized))],
    ]);
}

function normalized(name: string): string {
  return normalName(name) || name;
}
