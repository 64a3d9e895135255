import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Database } from './database';
import type { Room } from './rooms';

/**
 * The lower limit of small pushes: the lock, the same rows and the journal entry in one transaction. Each room has its
 * own connection.
 */
export interface SmallTransactions {
  /** Runs this many transactions on each connection. @returns the milliseconds that they took, without connecting */
  run(count: number): Promise<number>;
  /** The program that runs them, as words for the table. */
  by: string;
  close(): Promise<void>;
}

/** @param days the number of dates of each room; all their prices are changed */
export async function smallTransactions(
  database: Database,
  rooms: Room[],
  days: number,
): Promise<SmallTransactions> {
  const pgbench = await findPgbench();
  return pgbench ? byPgbench(pgbench, database, rooms, days) : byClients(database, rooms, days);
}

/** PostgreSQL's load generator, if the machine has it. The packages of the embedded PostgreSQL do not include it. */
async function findPgbench(): Promise<string | undefined> {
  const debian = '/usr/lib/postgresql';
  const versions = await readdir(debian).catch(() => []);
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  return folders.map((folder) => join(folder, 'pgbench')).find((program) => existsSync(program));
}

/** The statements in the language of pgbench: `:room` is a parameter. */
function statements(days: number): string[] {
  return [
    'BEGIN',
    'SELECT id FROM room WHERE id = :room FOR NO KEY UPDATE',
    'UPDATE rate_room_availability SET price = price + 0.01 WHERE room_id = :room',
    `INSERT INTO journal_entry (id, received_at, applied_at, operation, room_id, rate_plan_id, token, outcome, received, applied,
                       unchanged, skipped, duration_ms, dates, numbers, verdicts)
     VALUES (uuidv7(), clock_timestamp(), clock_timestamp(), 'updateCalendarPrices', :room, :room, 'bench', 'applied',
             ${days}, ${days}, 0, 0, 1, array_fill(current_date, ARRAY[${days}]),
             array_fill(100.25, ARRAY[${days}]), repeat('a', ${days}))`,
    'COMMIT',
  ];
}

function byPgbench(program: string, { url }: Database, rooms: Room[], days: number): SmallTransactions {
  const script = join(tmpdir(), `channel-manager-intake-${process.pid}-${rooms.length}.pgbench`);
  // The rooms were created by one statement, so their ids are consecutive.
  const lines = [
    `\\set room ${rooms[0]?.id} + :client_id`,
    ...statements(days).map((sql) => `${oneLine(sql)};`),
  ];
  const { hostname, port, username, password, pathname } = new URL(url);
  const env = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password };
  return {
    by: 'by pgbench',
    run: async (count) => {
      await writeFile(script, lines.join('\n'));
      const options = [
        '-n',
        '-M',
        'prepared',
        '-c',
        `${rooms.length}`,
        '-j',
        `${Math.min(rooms.length, 2)}`,
        '-t',
        `${count}`,
        '-f',
        script,
      ];
      const { stdout } = await promisify(execFile)(program, [...options, pathname.slice(1)], { env });
      const perSecond = Number(/^tps = ([\d.]+) \(without initial connection time\)/m.exec(stdout)?.[1]);
      return (rooms.length * count * 1000) / perSecond;
    },
    close: () => rm(script, { force: true }),
  };
}

/** Without pgbench, this process sends the same prepared statements. It has nothing else to do. */
async function byClients({ url }: Database, rooms: Room[], days: number): Promise<SmallTransactions> {
  const clients = rooms.map(() => new Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  const queries = statements(days).map((sql, n) => ({
    name: `bench_${n}`,
    text: sql.replaceAll(':room', '$1::bigint'),
    takesRoom: sql.includes(':room'),
  }));
  const repeat = async (client: Client, room: Room | undefined, count: number) => {
    for (let n = 0; n < count; n++) {
      for (const { name, text, takesRoom } of queries) {
        await client.query(takesRoom ? { name, text, values: [room?.id] } : text);
      }
    }
  };
  return {
    by: 'by clients in node, for want of pgbench',
    run: async (count) => {
      const start = performance.now();
      await Promise.all(clients.map((client, n) => repeat(client, rooms[n], count)));
      return performance.now() - start;
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.end()));
    },
  };
}

function oneLine(sql: string): string {
  return sql.replaceAll(/\s+/g, ' ');
}
