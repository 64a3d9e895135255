import type { Client } from 'pg';
import { prepared, PreparingClient } from '../../src/database/preparing-client';
import type { TestDatabase } from '../support/database';
import { createDatabase } from '../support/database';
import { TestService } from '../support/service';

type Prepared = { statement: string };
const PREPARED = `SELECT statement FROM pg_prepared_statements`;

describe('the statements of a push', () => {
  let service: TestService;
  let room: string;
  let plan: string;
  beforeAll(async () => (service = await TestService.start({ settings: { DATABASE_POOL_SIZE: '2' } })));
  afterAll(() => service.stop());
  beforeEach(async () => {
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
    await service.records.ratePlan(room, plan);
  });

  const push = async (price: number) => {
    const answer = await service.pushPrices(room, plan, [{ date: '2026-12-01', price }]);
    expect([answer.status, answer.text]).toEqual([200, 'Price is successfully updated']);
  };
  const onBothConnections = async (sql: string) => {
    const connections = [service.dataSource.createQueryRunner(), service.dataSource.createQueryRunner()];
    await Promise.all(connections.map((connection) => connection.connect()));
    const answers = await Promise.all(
      connections.map((connection) => connection.query(sql) as Promise<Prepared[]>),
    );
    await Promise.all(connections.map((connection) => connection.release()));
    return answers.map((rows) => rows.map(({ statement }) => statement));
  };

  it('are prepared once for each connection, however many pushes there are', async () => {
    for (let price = 1; price <= 5; price++) await push(price);
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 5 }]);
    const statements = await onBothConnections(PREPARED);
    expect(statements.flat()).toContainEqual(expect.stringContaining('UPDATE rate_room_availability'));
    for (const ofOne of statements) expect(ofOne).toEqual([...new Set(ofOne)]);
  });

  it('are sent without names where the session has forgotten them, and the push is applied', async () => {
    await push(100);
    await onBothConnections('DEALLOCATE ALL');
    await push(200);
    expect(await service.records.prices(plan)).toEqual({ '2026-12-01': '200.0000' });
  });
});

describe('a connection that prepares statements', () => {
  const FIRST = prepared('SELECT $1::integer AS number');
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => (database = await createDatabase()));
  afterAll(() => database.drop());
  beforeEach(async () => {
    client = new PreparingClient({ connectionString: database.url });
    await client.connect();
  });
  afterEach(() => client.end());

  const names = async () => (await client.query<Prepared>(PREPARED)).rows.map(({ statement }) => statement);

  it('prepares what is marked, and nothing else', async () => {
    await client.query(FIRST, [1]);
    await client.query('SELECT $1::text AS text', ['x']);
    await client.query(FIRST, [2]);
    expect(await names()).toEqual([FIRST]);
  });

  it('does without names after a column has become one of another type', async () => {
    await client.query(`CREATE TEMPORARY TABLE measure (size integer)`);
    const sizes = prepared(`SELECT size FROM measure WHERE $1::boolean`);
    await client.query(sizes, [true]);
    await client.query(`ALTER TABLE measure ALTER size TYPE text; INSERT INTO measure VALUES ('9')`);
    await expect(client.query(sizes, [true])).rejects.toThrow('cached plan must not change result type');
    expect((await client.query(sizes, [true])).rows).toEqual([{ size: '9' }]);
  });
});
