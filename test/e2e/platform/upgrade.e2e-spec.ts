import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../../../src/platform/database/database.options';
import { createDatabase } from '../../support/database';
import { TestService } from '../../support/service';

const OLD_MIGRATIONS = '../../../src/platform/database/migrations/1780000{0,1,2,3}00000-*.js';
const PUSHED = '019aa5f2-0c6b-7d3e-9f0a-4b8f5d2c1e77';
const REFUSED = '019aa5f2-1c6b-7d3e-9f0a-4b8f5d2c1e77';

describe('a database of the version before the journal was renamed', () => {
  let service: TestService;
  beforeAll(async () => {
    const database = await createDatabase({ migrated: false });
    const old = new DataSource({
      ...databaseOptions(database.url, 1),
      migrations: [join(__dirname, OLD_MIGRATIONS)],
    });
    await old.initialize();
    await old.runMigrations({ transaction: 'each' });
    await old.query(`INSERT INTO room (id, name, property_name) VALUES (1, 'Double', 'Hotel Bar')`);
    await old.query(`INSERT INTO rate_plan (id, room_id, name) VALUES (12, 1, 'Flexible')`);
    await old.query(`INSERT INTO room_availability VALUES (1, '2026-12-01', 3, 0)`);
    await old.query(`INSERT INTO rate_room_availability VALUES (1, 12, '2026-12-01', 100.10)`);
    await old.query(
      `INSERT INTO push (id, received_at, applied_at, operation, room_id, rate_plan_id, token, outcome, received, applied,
                         skipped, dates, numbers, verdicts)
       VALUES ($1, '2026-11-21T12:00:00.107Z', '2026-11-21T12:00:00.110Z', 'updateCalendarPrices', 1, 12, 'allbookers',
               'applied', 2, 1, 1, '{2026-12-01,2020-01-01}', '{100.10,1.00}', 'as')`,
      [PUSHED],
    );
    await old.query(
      `INSERT INTO push (id, received_at, applied_at, operation, room_id, token, outcome, problem, body)
       VALUES ($1, '2026-11-21T12:00:04.203Z', '2026-11-21T12:00:04.203Z', 'updateCalendarInventory', 1, 'allbookers',
               'refused', 'The body must be an array', '{}')`,
      [REFUSED],
    );
    await old.destroy();
    service = await TestService.start({ database });
  });
  afterAll(() => service.stop());

  it('tells its journal as before', async () => {
    const { body } = await service.admin<{ items: { requestId: string }[] }>('GET', '/journal?roomId=1');
    expect(body.items.map(({ requestId }) => requestId)).toEqual([REFUSED, PUSHED]);
    expect((await service.admin('GET', `/journal/${PUSHED}`)).body).toMatchObject({
      operation: 'updateCalendarPrices',
      token: 'allbookers',
      outcome: 'applied',
      records: [
        { date: '2026-12-01', value: '100.10', verdict: 'applied' },
        { date: '2020-01-01', value: '1.00', verdict: 'skipped' },
      ],
    });
    expect((await service.admin('GET', `/journal/${REFUSED}`)).body).toMatchObject({
      problem: 'The body must be an array',
      body: '{}',
    });
  });

  it('keeps its calendar, and takes pushes', async () => {
    const push = [
      { date: '2026-12-01', price: 110 },
      { date: '2026-12-02', price: 120 },
    ];
    expect((await service.pushPrices('1', '12', push)).status).toBe(200);
    expect(await service.records.prices('12')).toEqual({
      '2026-12-01': '110.0000',
      '2026-12-02': '120.0000',
    });
    expect(await service.records.availability('1')).toEqual({ '2026-12-01': [3, 0], '2026-12-02': [0, 0] });
  });
});
