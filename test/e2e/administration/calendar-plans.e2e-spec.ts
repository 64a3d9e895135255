import { escapeLiteral } from 'pg';
import { TransactionQueryRunner } from '../../../src/platform/database/transaction-query-runner';
import { itUnlessOnCitus } from '../../support/it-unless-on-citus';
import { TestService } from '../../support/service';

const ROOMS = 30;
const PLANS = 11;
/** The number of additional rows that a small statement may read. */
const FEW_ROWS = 100;
/** From the sixth execution on a connection, PostgreSQL may plan a prepared statement once for all values of its parameters. */
const MODES = ['force_custom_plan', 'force_generic_plan'] as const;

type Parameter = string | number | Buffer | null | undefined;

/** A node of `EXPLAIN (ANALYZE, FORMAT JSON)`. */
interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

describe('repeated reads of calendars over one connection', () => {
  let service: TestService;
  let long: string;
  beforeAll(async () => {
    service = await TestService.start();
    // This comes before the first push of each room, so that all records are in the first state of its past.
    await fill(service, ROOMS, 62);
    [long] = (await fill(service, 1, 750)) as [string];
    await service.dataSource.query('ANALYZE');
  });
  afterAll(() => service.stop());

  const paths: [string, () => string][] = [
    ['of one room on 750 days', () => `/rooms/${long}/calendar?from=2026-12-01&to=2028-12-19`],
    [
      'of 30 rooms on 62 days',
      () => `/calendar?propertyName=Hotel%2062&from=2026-12-01&to=2027-01-31&limit=50`,
    ],
  ];
  for (const [calendars, path] of paths)
    itUnlessOnCitus('its JSON of a plan is not valid')(
      `A generic query plan handles no more rows than a plan for the values, for calendars ${calendars}`,
      async () => {
        for (const at of ['', '&at=2999-01-01T00:00:00Z']) {
          const prepared = jest.spyOn(TransactionQueryRunner.prototype, 'queryPrepared');
          const { status } = await service.admin('GET', path() + at);
          const statements = prepared.mock.calls.map(([, text, values]) => ({
            text,
            values: values as Parameter[],
          }));
          prepared.mockRestore();
          expect(status).toBe(200);
          expect(statements.length).toBeGreaterThan(2);
          for (const statement of statements) {
            const [custom = NaN, generic = NaN] = await countRows(service, statement);
            expect({ ...statement, generic, isMore: generic > 1.5 * custom + FEW_ROWS }).toMatchObject({
              isMore: false,
            });
          }
        }
      },
    );
});

/** Counts the rows that the nodes of the plan of a statement handle: with a plan for the values, and for all values. */
async function countRows(
  service: TestService,
  { text, values }: { text: string; values: (Parameter | Parameter[])[] },
): Promise<number[]> {
  const connection = service.dataSource.createQueryRunner();
  const counts: number[] = [];
  for (const mode of MODES) {
    await connection.query(`SET plan_cache_mode = ${mode}`);
    await connection.query(`PREPARE explained AS ${text}`);
    const parameters = values.length > 0 ? `(${values.map(literalOf).join()})` : '';
    const [row] = (await connection.query(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE explained${parameters}`,
    )) as [{ 'QUERY PLAN': [{ Plan: PlanNode }] }];
    counts.push(rowsOf(row['QUERY PLAN'][0].Plan));
    await connection.query('DEALLOCATE explained');
  }
  await connection.query('RESET plan_cache_mode');
  await connection.release();
  return counts;
}

function rowsOf(node: PlanNode): number {
  const rows =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), rows * node['Actual Loops']);
}

function literalOf(value: Parameter | Parameter[]): string {
  if (value === null || value === undefined) return 'NULL';
  const text = Array.isArray(value)
    ? `{${value.map((item) => JSON.stringify(textOf(item))).join()}}`
    : textOf(value);
  return escapeLiteral(text);
}

function textOf(value: Parameter): string {
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value);
}

/** Creates rooms with prices of all plans and a known past. @returns their ids */
async function fill(service: TestService, rooms: number, days: number): Promise<string[]> {
  const made = await service.dataSource.query<{ id: string }[]>(
    `INSERT INTO room (name, property_name) SELECT 'Double', 'Hotel ' || $2 FROM generate_series(1, $1) RETURNING id`,
    [rooms, days],
  );
  const ids = made.map(({ id }) => id);
  await service.dataSource.query(
    `INSERT INTO rate_plan (room_id, name)
     SELECT room_id, 'Plan' FROM unnest($1::bigint[]) AS room_id, generate_series(1, $2)`,
    [ids, PLANS],
  );
  await service.dataSource.query(
    `INSERT INTO room_availability
     SELECT room_id, date '2026-12-01' + day, 5, 0 FROM unnest($1::bigint[]) AS room_id, generate_series(0, $2 - 1) AS day`,
    [ids, days],
  );
  await service.fill(
    `INSERT INTO rate_room_availability
     SELECT room_id, plan.id, date, 100.10
       FROM room_availability JOIN rate_plan AS plan USING (room_id) WHERE room_id = ANY($1::bigint[])`,
    [ids],
  );
  for (const id of ids) await service.pushInventory(id, [{ date: '2026-12-01', inventoryNumber: 4 }]);
  return ids;
}
