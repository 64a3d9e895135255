import { Client } from 'pg';
import { itUnlessOnCitus } from '../../support/it-unless-on-citus';
import { TestService } from '../../support/service';

const DATE = '2026-12-24';

/** Settings that a database's administrator may choose, and in which a client would misread or miswrite values. */
const SETTINGS = {
  datestyle: 'German',
  intervalstyle: 'iso_8601',
  timezone: 'Pacific/Chatham',
  extra_float_digits: '-15',
  bytea_output: 'escape',
  array_nulls: 'off',
  standard_conforming_strings: 'off',
  idle_session_timeout: '200ms',
};

describe('a database with settings of its own', () => {
  let service: TestService;
  let room: string;
  let plan: string;
  beforeAll(async () => {
    service = await TestService.start();
    // These statements come before the end of the sessions, because they are not repeated.
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
    const client = new Client(service.databaseUrl);
    await client.connect();
    for (const [setting, value] of Object.entries(SETTINGS))
      await client.query(`ALTER DATABASE ${client.database} SET ${setting} TO '${value}'`);
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`,
    );
    await client.end();
  });
  afterAll(() => service.stop());

  itUnlessOnCitus('there, the role has settings of its own')(
    'A new session of the database has the unusual settings',
    async () => {
      const client = new Client(service.databaseUrl);
      await client.connect();
      const { rows } = await client.query<{ name: string; setting: string }>(
        `SELECT name, current_setting(name) AS setting FROM pg_settings WHERE lower(name) = ANY($1)`,
        [Object.keys(SETTINGS)],
      );
      await client.end();
      const settings = Object.fromEntries(rows.map(({ name, setting }) => [name.toLowerCase(), setting]));
      expect(settings).toEqual({ ...SETTINGS, datestyle: expect.stringContaining('German') });
    },
  );

  it('Pushes, held prices, the journal and the calendar work with unusual settings of the database', async () => {
    await service.admin('PATCH', `/ratePlans/${plan}`, { guard: { minimum: '50.00' } });
    const prices = [
      { date: DATE, price: 100.1 },
      { date: '2026-12-25', price: 1 },
    ];
    const { headers, status } = await service.pushPrices(room, plan, prices);
    expect(status).toBe(200);
    expect((await service.pushInventory(room, [{ date: DATE, inventoryNumber: 3 }])).status).toBe(200);
    const requestId = headers.get('x-request-id');
    const { body: entry } = await service.admin('GET', `/journal/${requestId}`);
    expect(entry).toMatchObject({
      outcome: 'applied',
      records: [
        { date: DATE, value: '100.10', verdict: 'applied' },
        { date: '2026-12-25', value: '1.00', verdict: 'held' },
      ],
    });
    const { body: held } = await service.admin<{ items: object[] }>('GET', `/heldPrices?ratePlanId=${plan}`);
    expect(held.items).toMatchObject([{ date: '2026-12-25', held: '1.00', requestId }]);
    const { body: calendar } = await service.admin('GET', `/rooms/${room}/calendar?from=${DATE}&to=${DATE}`);
    expect(calendar).toMatchObject({
      days: [{ date: DATE, totalRooms: 3, prices: [{ ratePlanId: plan, price: '100.10' }] }],
    });
    const { status: undone } = await service.admin('POST', `/journal/${requestId}/undo`, { dryRun: false });
    expect(undone).toBeLessThan(300);
  });
});
