import { Client } from 'pg';
import { migrate } from '../../src/platform/database/migrate';
import { PostgresProcess } from './support/postgres-process';
import { ServiceProcess } from '../support/service-process';

const MAX_BYTES = 4 * 1024 * 1024;

/** The largest records that the service keeps, in numbers that fill the largest page. */
const FILL = [
  `INSERT INTO journal_entry (id, received_at, applied_at, operation, room_id, outcome, received, dates, numbers,
                              verdicts, problem, body)
   SELECT (lpad(to_hex(1796000000000 + n), 12, '0') || '70008000000000000000')::uuid, now(), now(),
          'updateCalendarPrices', 1, 'refused', 5000, array_fill(date '2026-12-24', '{5000}'),
          array_fill(1234567.8901, '{5000}'), repeat('a', 5000), repeat('p', 10000),
          convert_to(repeat('b', 65536), 'UTF8')
     FROM generate_series(1, 201) AS n`,
  `INSERT INTO room (id, name) SELECT n, repeat('r', 200) FROM generate_series(1, 201) AS n`,
  `INSERT INTO rate_plan (id, room_id, name) SELECT n * 1000, n, 'Base' FROM generate_series(1, 201) AS n`,
  `INSERT INTO rate_plan (id, room_id, name, derived_from_id, derivation)
   SELECT n * 1000 + m, n, repeat('n', 200), n * 1000,
          jsonb_build_object('steps', (SELECT jsonb_agg('{"percent": "-12.3456789012345"}'::jsonb)
                                         FROM generate_series(1, 10)),
                             'rounding', '{"mode": "halfUp", "increment": "0.01"}'::jsonb,
                             'minimum', '1234567.8901', 'maximum', '1234567.8901')
     FROM generate_series(1, 201) AS n, generate_series(1, 199) AS m`,
  `INSERT INTO notification (topic, trigger, occurrences, first_at, last_at, request_ids, due_at, next_attempt_at,
                             property_name, detail, state, last_error)
   SELECT 'refused ' || n, 'refused', 1, now(), now(), array_fill(gen_random_uuid(), '{20}'), now(), now(),
          repeat('ü', 200), repeat('ü', 1000), 'failed', repeat('ü', 1000)
     FROM generate_series(1, 201) AS n`,
];

describe('the service with a heap of 512 MiB', () => {
  let postgres: PostgresProcess;
  let service: ServiceProcess;
  beforeAll(async () => {
    postgres = await PostgresProcess.start();
    await migrate(postgres.url);
    const client = new Client(postgres.url);
    await client.connect();
    for (const sql of FILL) await client.query(sql);
    await client.end();
    service = await ServiceProcess.start({ DATABASE_URL: postgres.url }, ['--max-old-space-size=512']);
  });
  afterAll(async () => {
    await service.terminate();
    await postgres.stop();
  });

  it.each(['/admin/journal', '/admin/rooms', '/admin/notifications'])(
    'The service survives eight simultaneous calls for the largest page of %s, and answers each with at most 4 MiB',
    async (path) => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const answer = await service.call(`${path}?limit=200`);
          return { status: answer.status, size: (await answer.arrayBuffer()).byteLength };
        }),
      );
      for (const { status, size } of answers) {
        expect(status).toBe(200);
        expect(size).toBeLessThanOrEqual(MAX_BYTES);
      }
      expect((await service.call('/health/ready')).status).toBe(200);
    },
  );
});
