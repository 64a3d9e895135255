import { TestService } from '../../support/service';

const ROOMS = 30;
const PLANS = 11;
const ROUNDS = 5;
/** The minimum: reads may use one of the two connections. */
const SETTINGS = { DATABASE_POOL_SIZE: '2' };

// From the sixth call on, PostgreSQL may plan a prepared statement once for all values of its parameters.
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

  it.each([
    ['of one room on 750 days', () => `/rooms/${long}/calendar?from=2026-12-01&to=2028-12-19`],
    [
      'of 30 rooms on 62 days',
      () => `/calendar?propertyName=Hotel%2062&from=2026-12-01&to=2027-01-31&limit=50`,
    ],
  ])('The tenth call for calendars %s takes as long as the second', async (_, path) => {
    for (const at of ['', '&at=2030-01-01T00:00:00Z']) {
      const rounds: number[][] = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await timeTenCalls(service, path() + at));
      // The fastest time of each call counts, because other work on the machine only makes calls slower.
      const fastest = (call: number) => Math.min(...rounds.map((times) => times[call] ?? 0));
      expect(fastest(9)).toBeLessThanOrEqual(1.5 * fastest(1));
    }
  });
});

/** Times ten calls in sequence over one new connection. */
async function timeTenCalls(beside: TestService, path: string): Promise<number[]> {
  const service = await TestService.start({ settings: SETTINGS, beside });
  const times: number[] = [];
  try {
    for (let call = 0; call < 10; call++) {
      const start = performance.now();
      const { status } = await service.admin('GET', path);
      times.push(performance.now() - start);
      expect(status).toBe(200);
    }
  } finally {
    await service.stop();
  }
  return times;
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
  await service.dataSource.query(
    `INSERT INTO rate_room_availability
     SELECT room_id, plan.id, date, 100.10
       FROM room_availability JOIN rate_plan AS plan USING (room_id) WHERE room_id = ANY($1::bigint[])`,
    [ids],
  );
  for (const id of ids) await service.pushInventory(id, [{ date: '2026-12-01', inventoryNumber: 4 }]);
  return ids;
}
