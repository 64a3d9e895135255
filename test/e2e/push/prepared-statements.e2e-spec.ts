import type { QueryRunner } from 'typeorm';
import { OutageDetector } from '../../../src/platform/database/outage-detector';
import { PreparedStatement } from '../../../src/platform/database/prepared-statement';
import { TransactionRunner } from '../../../src/platform/database/transaction-runner';
import { itUnlessOnCitus } from '../../support/it-unless-on-citus';
import { TestService } from '../../support/service';

type Prepared = { name: string };
const PREPARED = `SELECT name FROM pg_prepared_statements`;
const PROBE = new PreparedStatement('probe', `SELECT 1 AS one`);
const DIVISION_BY_ZERO = new PreparedStatement('division_by_zero', `SELECT 1 / 0`);

/** A plan for a list of one date always seems cheaper than a generic plan, which assumes ten. */
const PLANNED_EACH_TIME = /^(load|update)_(prices|rooms_left)_[0-9a-f]{8}$/;

describe('the statements of a push', () => {
  let service: TestService;
  let transactions: TransactionRunner;
  let room: string;
  let plan: string;
  beforeEach(async () => {
    service = await TestService.start({ settings: { DATABASE_POOL_SIZE: '2' } });
    transactions = service.app.get(TransactionRunner);
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
    await service.records.ratePlan(room, plan);
  });
  afterEach(() => service.stop());

  const push = async (price: number) => {
    const answer = await service.pushPrices(room, plan, [{ date: '2026-12-01', price }]);
    expect([answer.status, answer.text]).toEqual([200, 'Price is successfully updated']);
  };
  const onBothConnections = async <T>(run: (connection: QueryRunner) => Promise<T>) => {
    const connections = [service.dataSource.createQueryRunner(), service.dataSource.createQueryRunner()];
    await Promise.all(connections.map((connection) => connection.connect()));
    try {
      return await Promise.all(connections.map(run));
    } finally {
      await Promise.all(connections.map((connection) => connection.release()));
    }
  };
  const queryBoth = (sql: string) =>
    onBothConnections(async (connection) => {
      const rows = (await connection.query(sql)) as Prepared[] | undefined;
      return rows?.map(({ name }) => name) ?? [];
    });
  /** Runs a statement in two transactions, each of which waits until the other one also has a connection. */
  const runOnBoth = (statement: PreparedStatement) => {
    let arrived = 0;
    let meet = () => {};
    const both = new Promise<void>((resolve) => (meet = resolve));
    const run = () =>
      transactions.runOnce(async (manager) => {
        if (++arrived === 2) meet();
        await both;
        return statement.run(manager, []);
      });
    return Promise.all([run(), run()]);
  };
  /** PostgreSQL 15 has no `EXPLAIN (GENERIC_PLAN)`. @returns the lines of the plan */
  const genericPlan = async (statement = '') => {
    const connection = service.dataSource.createQueryRunner();
    await connection.query(`SET plan_cache_mode = force_generic_plan; PREPARE explained AS ${statement}`);
    const parameters = [...new Set(statement.match(/\$\d+/g))].map(() => 'NULL');
    const lines = (await connection.query(`EXPLAIN EXECUTE explained (${parameters.join()})`)) as {
      'QUERY PLAN': string;
    }[];
    await connection.release();
    return lines.map((line) => line['QUERY PLAN']);
  };
  const preparedNames = () => queryBoth(PREPARED);

  it('Statements are prepared once for each connection, under names that say what they do', async () => {
    for (let price = 1; price <= 5; price++) await push(price);
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 5 }]);
    const names = await preparedNames();
    for (const ofOne of names) expect(ofOne).toEqual([...new Set(ofOne)]);
    expect([...new Set(names.flat())].map((name) => name.replace(/_[0-9a-f]{8}$/, '')).sort()).toEqual([
      'add_incarnation',
      'find_valid_tokens',
      'insert_availability_states',
      'insert_price_states',
      'insert_prices',
      'insert_rooms_left',
      'load_prices',
      'load_rooms',
      'load_rooms_left',
      ...(process.env['CITUS_DATABASE_URL'] ? ['lock_free_room_on_worker'] : []),
      'lock_free_rooms',
      'record_calls',
      'set_clocks',
      'update_prices',
      'update_rooms_left',
    ]);
  });

  itUnlessOnCitus('it plans for the values, which choose the workers')(
    'Statements are planned at most five times on each connection, except those about lists of cells',
    async () => {
      // In small tables, a list costs no more than one element.
      await service.dataSource.query(
        `INSERT INTO room (id, name) SELECT 1000 + n, 'Double' FROM generate_series(1, 40) AS n;
       INSERT INTO rate_plan (id, room_id, name) SELECT 1000 + n, 1000 + n, 'Flexible' FROM generate_series(1, 40) AS n;
       INSERT INTO room_availability (room_id, date, total_rooms, occupied_rooms)
       SELECT 1000 + n, date '2026-12-01' + day, 1, 0 FROM generate_series(1, 40) AS n, generate_series(0, 499) AS day;
       INSERT INTO rate_room_availability (room_id, rate_plan_id, date, price)
       SELECT 1000 + n, 1000 + n, date '2026-12-01' + day, 1 FROM generate_series(1, 40) AS n, generate_series(0, 499) AS day;
       INSERT INTO rate_plan (id, room_id, name) VALUES (2000, 1002, 'Another');
       ANALYZE`,
      );
      for (let price = 1; price <= 20; price++) {
        await push(price);
        await service.pushPrices('1001', '1001', [{ date: '2026-12-01', price }]);
        const withGap = ['2026-12-01', '2026-12-03'].map((date) => ({ date, price }));
        await service.pushPrices('1002', '1002', withGap);
        for (const roomId of [room, '1001'])
          await service.pushInventory(roomId, [{ date: '2026-12-01', inventoryNumber: price }]);
      }
      const namesWhere = async (condition: string) =>
        (await queryBoth(`${PREPARED} WHERE ${condition}`))
          .flat()
          .filter((name) => !PLANNED_EACH_TIME.test(name));
      // The statements were prepared, and their plans were reused.
      const reused = (await namesWhere('generic_plans > 0')).map((name) => name.replace(/_[0-9a-f]{8}$/, ''));
      expect(reused).toEqual(expect.arrayContaining(['lock_free_rooms', 'record_calls', 'set_clocks']));
      expect(await namesWhere('custom_plans > 5')).toEqual([]);
    },
  );

  itUnlessOnCitus('it plans for the values, which choose the workers')(
    'A push finds cells by their keys, also in tables that were empty when it was planned',
    async () => {
      await push(1);
      await push(2);
      for (const inventoryNumber of [1, 2])
        await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber }]);
      const plans = new Map<string, string>();
      await onBothConnections(async (connection) => {
        const prepared = (await connection.query(
          `SELECT name, cardinality(parameter_types) AS parameters FROM pg_prepared_statements`,
        )) as (Prepared & { parameters: number })[];
        await connection.query(`SET plan_cache_mode = force_generic_plan`);
        for (const { name, parameters } of prepared.filter((each) => PLANNED_EACH_TIME.test(each.name))) {
          const values = Array.from({ length: parameters }, () => 'NULL').join();
          const lines = (await connection.query(`EXPLAIN EXECUTE ${name} (${values})`)) as object[];
          plans.set(name.replace(/_[0-9a-f]{8}$/, ''), JSON.stringify(lines));
        }
        await connection.query(`RESET plan_cache_mode`);
      });
      expect([...plans.keys()].sort()).toEqual([
        'load_prices',
        'load_rooms_left',
        'update_prices',
        'update_rooms_left',
      ]);
      for (const plan of plans.values()) expect(plan).not.toContain('Seq Scan');
    },
  );

  it('The statement that finds failed calls searches an index by room, however many calls have failed', async () => {
    for (let price = 1; price <= 5; price++) await push(price);
    await service.dataSource.query(
      `INSERT INTO failed_call (room_id, entry_id, failed_at)
       SELECT 1000000 + n, gen_random_uuid(), now() FROM generate_series(1, 10000) AS n;
       ANALYZE failed_call`,
    );
    const sql = `SELECT statement AS name FROM pg_prepared_statements WHERE statement LIKE '%failed_call%'`;
    const [statement] = (await queryBoth(sql)).flat();
    const lines = (await genericPlan(statement)).filter((line) => line.includes('failed_call'));
    expect(lines).toEqual([expect.stringContaining('Index Scan using pk_failed_call')]);
  });

  it('The statement that finds earlier messages searches an index by digest, also in a table without statistics', async () => {
    const finder = PreparedStatement.all.find(({ name }) => name.startsWith('find_messages_'));
    const lines = await genericPlan(finder?.text);
    const indexes = lines.flatMap((line) => /Index Scan using (\w+) on journal_entry/.exec(line)?.[1] ?? []);
    expect(indexes).not.toContain('ix_journal_entry_token_id_id');
    // A second use would read the whole index to find the id of the call.
    expect(indexes.filter((name) => name === 'ix_journal_entry_message')).toHaveLength(1);
  });

  it('Statements are sent without names once a session has forgotten them, and the push is applied', async () => {
    await runOnBoth(PROBE);
    await queryBoth('DEALLOCATE ALL');
    expect(await runOnBoth(PROBE)).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    await push(100);
    expect(await service.records.prices(plan)).toEqual({ '2026-12-01': '100.0000' });
    expect(await preparedNames()).toEqual([[], []]);
  });

  it('A statement keeps its name after the server skipped it behind a failed statement', async () => {
    const run = transactions.runOnce((manager) =>
      Promise.all([DIVISION_BY_ZERO.run(manager, []), PROBE.run(manager, []), PROBE.run(manager, [])]),
    );
    await expect(run).rejects.toMatchObject({ code: '22012' });
    await runOnBoth(PROBE);
    for (const names of await preparedNames()) expect(names).toContain(PROBE.name);
  });

  it('Statements are sent without names once a pooler lends a session in which a name is already taken', async () => {
    const wereThere = new Set((await preparedNames()).flat());
    await queryBoth(`PREPARE ${PROBE.name} AS SELECT 2 AS two`);
    expect(await runOnBoth(PROBE)).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    await push(100);
    expect(service.app.get(OutageDetector).isOutage()).toBe(false);
    const names = (await preparedNames()).flat();
    expect(names.filter((name) => !wereThere.has(name))).toEqual([PROBE.name, PROBE.name]);
  });

  it('Statements with other texts have other names, so that two versions can share a session', () => {
    const [one, other] = ['SELECT 1', 'SELECT 2'].map((sql) => new PreparedStatement('probe', sql).name);
    expect(one).not.toBe(other);
  });

  it('After a migration, statements are sent without names only on a connection with an outdated plan', async () => {
    const sizes = new PreparedStatement('sizes', `SELECT size FROM measure`);
    await service.dataSource.query(`CREATE TABLE measure (size integer)`);
    await transactions.run((manager) => sizes.run(manager, []));
    await service.dataSource.query(`ALTER TABLE measure ALTER size TYPE text`);
    await service.dataSource.query(`INSERT INTO measure VALUES ('9')`);
    expect(await runOnBoth(sizes)).toEqual([[{ size: '9' }], [{ size: '9' }]]);
    await runOnBoth(PROBE);
    const names = (await preparedNames()).flat();
    expect(names.filter((name) => name === PROBE.name)).toHaveLength(1);
  });
});
