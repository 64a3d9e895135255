import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { migrationViolations, violations } from '../support/distributed-statements';

describe('the check of statements on distributed tables', () => {
  it.each([
    `UPDATE room_availability SET total_rooms = coalesce(($2::integer[])[date - $3::date], total_rooms) WHERE room_id = $1`,
    `UPDATE rate_room_availability SET price = ($2::bigint[])[array_position($3::bigint[], rate_plan_id)] * 0.0001
      WHERE room_id = ANY($1::bigint[])`,
    `DELETE FROM "held_price" WHERE ("room_id" = $1 AND "rate_plan_id" = $2)`,
    `SELECT price FROM unnest($1::bigint[]) AS room (id) JOIN price_state AS state ON state.room_id = room.id`,
    `INSERT INTO availability_state (room_id, date) VALUES ($1, $2)`,
    `UPDATE notification SET due_at = clock_timestamp() WHERE id = (SELECT id FROM notification FOR UPDATE)`,
  ])('The check accepts %s', (statement) => {
    expect(violations(statement)).toEqual([]);
  });

  it.each([
    ['names no rooms', `SELECT price FROM rate_room_availability WHERE rate_plan_id = $1`],
    ['names no rooms', `DELETE FROM "room_availability" WHERE "date" < $1`],
    [
      'names no rooms',
      `SELECT price FROM rate_room_availability JOIN held_price USING (rate_plan_id)
        WHERE rate_room_availability.room_id = $1`,
    ],
    [
      'assigns a bare subscript, ($2::integer[])[date - $3::date + 1]',
      `UPDATE room_availability SET occupied_rooms = 0, total_rooms = ($2::integer[])[date - $3::date + 1]
        WHERE room_id = $1 RETURNING date`,
    ],
    [
      'calls clock_timestamp in SET',
      `INSERT INTO price_state (room_id, moment) VALUES ($1, $2)
           ON CONFLICT (room_id, date, moment) DO UPDATE SET moment = greatest(excluded.moment, clock_timestamp())`,
    ],
    ['locks rows', `SELECT date FROM room_availability WHERE room_id = $1 FOR NO KEY UPDATE`],
    [
      'has a recursion',
      `WITH RECURSIVE line AS (SELECT 1) SELECT price FROM price_state, line WHERE room_id = $1`,
    ],
    [
      'has a subquery for each of several rooms',
      `SELECT cells.price FROM unnest($1::bigint[]) AS room (id)
        CROSS JOIN LATERAL (SELECT price FROM rate_room_availability WHERE room_id = room.id LIMIT 1) AS cells`,
    ],
    [
      'has a subquery for each of several rooms',
      `SELECT plan.id, ARRAY(SELECT price FROM rate_room_availability AS cell WHERE cell.room_id = plan.room_id)
         FROM unnest($1::bigint[], $2::bigint[]) AS plan (room_id, id)`,
    ],
  ])('The check finds a statement that %s: %s', (what, statement) => {
    expect(violations(statement)).toContainEqual(expect.stringContaining(what));
  });
});

describe('migrations for a cluster', () => {
  const directory = join(__dirname, '../../src/platform/database/migrations');
  // The first one creates the tables, before deploy/citus.sql distributes them: it may do anything.
  const later = readdirSync(directory).filter(
    (name) => name.endsWith('.js') && name > '1780000000000-schema.js',
  );

  it('The migrations alter tables only as Citus can', async () => {
    for (const name of later) expect(migrationViolations(await statementsOf(name))).toEqual([]);
  });

  it('The check reads a migration from its file', async () => {
    expect(await statementsOf('1780000000000-schema.js')).toContainEqual(
      expect.stringMatching(/^CREATE TABLE room /),
    );
  });

  async function statementsOf(name: string): Promise<string[]> {
    const statements: string[] = [];
    const runner = {
      query: (sql: string) => {
        statements.push(sql);
        return Promise.resolve([]);
      },
    } as unknown as QueryRunner;
    const { default: migrations } = (await import(join(directory, name))) as {
      default: Record<string, new () => MigrationInterface>;
    };
    for (const Migration of Object.values(migrations)) await new Migration().up(runner);
    return statements;
  }

  it.each([
    ['sets the storage of a column', `ALTER TABLE price_state ALTER COLUMN prices SET STORAGE EXTERNAL`],
    [
      'adds a column with an unnamed check',
      `ALTER TABLE price_state ADD COLUMN kind text CHECK (kind <> '')`,
    ],
    [
      'sends other statements with an ALTER TABLE',
      `ALTER TABLE held_price ADD COLUMN a text, ADD COLUMN b text; ALTER TABLE room ADD COLUMN c text`,
    ],
  ])('The check finds a migration that %s', (what, statement) => {
    expect(migrationViolations([statement])).toEqual([expect.stringContaining(what)]);
  });
});
