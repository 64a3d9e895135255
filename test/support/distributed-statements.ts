import type { DataSource, EntitySubscriberInterface } from 'typeorm';
import { TransactionQueryRunner } from '../../src/platform/database/transaction-query-runner';

/** The tables that deploy/citus.sql distributes by room. */
const TABLE =
  '"?(?:room_availability|rate_room_availability|held_price|availability_state|price_state|restriction_state)"?(?![\\w.])';
const DISTRIBUTED = new RegExp(`(?<![\\w.])${TABLE}`);
/** Finds the tables that a statement reads. */
const READ = new RegExp(`(?:FROM|JOIN|USING|UPDATE) ${TABLE}`, 'g');
/** A room, or a list of rooms, as a parameter; or the room of another table of the statement. */
const ROOM_IS_GIVEN = /room_id"? (?:=|IN) ?(?:\$\d|\(\$\d|ANY ?\(\$\d)|unnest\(\$\d::bigint\[\]/g;
const ROOM_IS_JOINED = /room_id"? = (?:\w+\.room_id|room\.id)/g;

/** The functions that `SET` may call. PostgreSQL declares each of them immutable (`provolatile` in pg_proc). */
const IMMUTABLE = new Set([
  'array_position',
  'cardinality',
  'coalesce',
  'greatest',
  'nullif',
  'width_bucket',
]);

/**
 * A subquery for each of several rooms, joined (LATERAL) or used as a value. Citus plans it only if all rooms are on one
 * worker.
 */
const FOR_EACH_ROOM = new RegExp(
  `\\(SELECT (?:(?!\\(SELECT|WHERE).)*FROM ${TABLE}(?: AS \\w+)? WHERE (?:\\w+\\.)?room_id = \\w+\\.`,
);

/** Statements that a cluster sends to all of its workers. No push may send one. */
const OF_ALL_ROOMS = [
  /^DELETE FROM (price|availability|restriction)_state AS old/, // retention deletes by age
  /^SELECT moment::text FROM (price|availability|restriction)_state WHERE moment AT/,
  /^SELECT held\.room_id AS "roomId"/, // the list of held prices without a room
];

/**
 * Checks the statements on the distributed tables that a service sends in its transactions.
 * @returns `stop`, which returns the statements that a Citus cluster would refuse or send to every worker
 */
export function checkDistributedStatements(dataSource: DataSource): { stop(): string[] } {
  const statements = new Set<string>();
  const subscriber: EntitySubscriberInterface = {
    beforeQuery: ({ queryRunner, query }) => {
      // The queries of the test itself use another kind of query runner.
      if (queryRunner instanceof TransactionQueryRunner) statements.add(query);
    },
  };
  dataSource.subscribers.push(subscriber);
  return {
    stop: () => [...statements].flatMap(violations),
  };
}

/** The reasons for which a Citus cluster would refuse a statement, or send it to every worker. */
export function violations(statement: string): string[] {
  const text = statement.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim();
  if (!DISTRIBUTED.test(text)) return [];
  const found: string[] = [];
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const [given, read] = [count(ROOM_IS_GIVEN), count(READ)];
  const isGiven = read === 0 || (given > 0 && given + count(ROOM_IS_JOINED) >= read);
  if (!isGiven && !OF_ALL_ROOMS.some((of) => of.test(text))) found.push('names no rooms');
  if (FOR_EACH_ROOM.test(text)) found.push('has a subquery for each of several rooms');
  if (/\bWITH RECURSIVE\b/.test(text)) found.push('has a recursion beside a distributed table');
  if (/\bFOR (NO KEY )?(UPDATE|SHARE)\b/.test(text)) found.push('locks rows of a distributed table');
  for (const value of assignedValues(text)) {
    if (isSubscript(value)) found.push(`assigns a bare subscript, ${value}`);
    for (const [, name = ''] of value.matchAll(/\b([a-z_]+)\(/g))
      if (!IMMUTABLE.has(name)) found.push(`calls ${name} in SET, which may not be immutable`);
  }
  return found.map((what) => `${what}: ${text}`);
}

/** The expressions after `SET` in updates of distributed tables. */
function assignedValues(text: string): string[] {
  const updates = text.matchAll(/\b(?:UPDATE (\S+)(?: AS \w+)?|DO UPDATE) SET /g);
  return [...updates].flatMap(({ index, 0: start, 1: table }) => {
    if (table && !DISTRIBUTED.test(table)) return [];
    const values: string[] = [''];
    let depth = 0;
    for (const part of text.slice(index + start.length).split(/([()[\],]|\b(?:WHERE|FROM|RETURNING)\b)/)) {
      if (/^[([]$/.test(part)) depth++;
      if (/^[)\]]$/.test(part)) depth--;
      if (depth < 0 || (depth === 0 && /^(WHERE|FROM|RETURNING)$/.test(part))) break;
      if (depth === 0 && part === ',') values.push('');
      else values.push((values.pop() ?? '') + part);
    }
    return values.map((value) => value.slice(value.indexOf('=') + 1).trim());
  });
}

/** Whether the value is exactly `(array)[n]`. */
function isSubscript(value: string): boolean {
  let rest = value;
  for (let inner = ''; rest !== inner;) {
    inner = rest;
    rest = rest.replaceAll(/\([^()[\]]*\)|(?<=.)\[[^()[\]]*\]/g, '');
  }
  return value.endsWith(']') && /^[\w.$":]*$/.test(rest);
}

/** Statements about distributed tables that Citus refuses in a migration. */
export function migrationViolations(statements: string[]): string[] {
  return statements.flatMap((statement) => {
    const text = statement.replaceAll(/\s+/g, ' ').trim();
    if (!new RegExp(`ALTER TABLE ${TABLE} `).test(text)) return [];
    const found: string[] = [];
    if (/;./.test(text)) found.push('sends other statements with an ALTER TABLE');
    if (/ SET STORAGE /.test(text)) found.push('sets the storage of a column');
    if (/ ADD COLUMN (?:(?! CONSTRAINT ).)* CHECK /.test(text))
      found.push('adds a column with an unnamed check');
    return found.map((what) => `${what}: ${text}`);
  });
}
