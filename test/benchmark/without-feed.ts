import { TransactionQueryRunner } from '../../src/platform/database/transaction-query-runner';
import { ChangedRooms } from '../../src/push/journal/changed-rooms';

/**
 * Loaded into the service before it starts (`node --require`), takes the feed of changes out of a push: what it notes,
 * what its statements return for that, and what the journal's entry stores of it.
 */
ChangedRooms.prototype.notePrices = () => undefined;
ChangedRooms.prototype.noteInventory = () => undefined;
ChangedRooms.prototype.take = () => [];

const TEXTS: [RegExp, string][] = [
  [/,\s+\$26 IS NULL OR [\s\S]*?(?= AS "isKnownServer")/, ', true'],
  [/, changed_rooms, feed_position,\s+server_started_at\)/, ')'],
  [/, \$26::json, CASE[\s\S]*?(?=\s+WHERE \$19)/, ''],
  [/,\s+ARRAY\(SELECT DISTINCT rate_plan_id::text FROM changed\)[\s\S]*?(?=\s+FROM changed`?$)/, ''],
];
/** How many parameters the statement takes then. */
const PARAMETERS: [RegExp, number][] = [[/^INSERT INTO journal_entry/, 25]];

const without = new Map<string, string>();
const withFeed = Reflect.get(TransactionQueryRunner.prototype, 'queryPrepared');
TransactionQueryRunner.prototype.queryPrepared = function <Rows>(
  name: string,
  text: string,
  values: unknown[],
): Promise<Rows> {
  const shorter = without.get(text) ?? TEXTS.reduce((sql, [part, by]) => sql.replace(part, by), text);
  without.set(text, shorter);
  const count = PARAMETERS.find(([statement]) => statement.test(shorter))?.[1] ?? values.length;
  const ownName = shorter === text ? name : `${name}_without`;
  return withFeed.call(this, ownName, shorter, values.slice(0, count)) as Promise<Rows>;
};
