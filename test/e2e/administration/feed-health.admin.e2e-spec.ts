import type { FeedHealth, PushesByHour } from '../../../src/administration/feed-health/feed-health.dto';
import { receivedAt } from '../../../src/push/journal/request-id';
import { Past } from '../../support/past';
import { TestService } from '../../support/service';
import { costOf, statementOf } from '../../support/statements';

describe('the health of the feed in the administration', () => {
  let service: TestService;
  let past: Past;
  let day: string;
  beforeEach(async () => {
    // Tokens, journal entries and pushes use the machine's clock, and so does this test.
    const now = new Date();
    day = now.toISOString().slice(0, 10);
    service = await TestService.start({ now });
    past = new Past(service);
  });
  afterEach(() => service.stop());

  const health = async (query = '') => (await service.admin<FeedHealth>('GET', `/feedHealth${query}`)).body;
  /** Inserts a push that came the given interval ago. */
  const insertPush = async (
    roomId: string,
    interval: string,
    outcome = 'applied',
    problem: string | null = null,
  ) => {
    const [row] = await service.dataSource.query<[{ id: string }]>(
      `INSERT INTO journal_entry (id, received_at, applied_at, operation, room_id, outcome, problem, held)
       SELECT (substr(key, 1, 8) || '-' || substr(key, 9, 4) || '-7000-8000-' || substr(md5(random()::text), 1, 12))::uuid,
              at, at, 'updateCalendarPrices', $1, $3, $4, CASE WHEN $4 = 'held' THEN 1 ELSE 0 END
         FROM (SELECT at, lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') AS key
                 FROM (SELECT clock_timestamp() - $2::interval AS at) AS moment) AS entry
       RETURNING id`,
      [roomId, interval, outcome, problem],
    );
    return row.id;
  };

  it('The pushes of the last 24 hours are counted by hour and outcome, for all rooms or for a property', async () => {
    const [mill, other] = [
      await past.create('/rooms', { name: 'Double', propertyName: 'Old Mill' }),
      await past.room(),
    ];
    await insertPush(mill, '0 s');
    await insertPush(mill, '0 s', 'refused', 'wrong');
    const earlier = await insertPush(mill, '3 h');
    await insertPush(mill, '25 h');
    await insertPush(other, '0 s', 'emptyList', 'empty');
    const hours = async (query = '') =>
      (await service.admin<PushesByHour>('GET', `/feedHealth/pushes${query}`)).body.hours;
    const sums = (found: PushesByHour['hours']) =>
      (['applied', 'emptyList', 'roomMissing', 'ratePlanMissing', 'refused', 'failed'] as const).map(
        (outcome) => found.reduce((sum, hour) => sum + hour[outcome], 0),
      );
    const all = await hours();
    expect(all).toHaveLength(24);
    expect(sums(all)).toEqual([2, 1, 0, 0, 1, 0]);
    expect(sums(await hours('?propertyName=Old%20Mill'))).toEqual([2, 0, 0, 0, 1, 0]);
    expect(sums(await hours('?withoutProperty=true'))).toEqual([0, 1, 0, 0, 0, 0]);
    const start = Math.floor(receivedAt(earlier).getTime() / 3_600_000) * 3_600_000;
    expect(all.find(({ at }) => Date.parse(at) === start)?.applied).toBe(1);
    expect(Date.parse(all[23]?.at ?? '') - Date.parse(all[0]?.at ?? '')).toBe(23 * 3_600_000);
  });

  it('The feed health lists rooms by the time since their last push, the longest first, and their missing prices', async () => {
    const [never, old, recent] = [await past.room(), await past.room(), await past.room()];
    const plan = await past.plan(recent);
    await past.plan(old);
    const oldId = await insertPush(old, '8 days');
    await insertPush(recent, '2 days');
    const { headers } = await service.pushPrices(recent, plan, [{ date: day, price: 100 }]);
    const body = await health();
    expect(body.rooms).toEqual({
      total: 3,
      withinHour: 1,
      withinDay: 0,
      withinWeek: 0,
      earlier: 1,
      never: 1,
    });
    expect(body.items).toEqual([
      { roomId: never, name: 'Double', propertyName: null, lastPush: null, missingPrices: 0 },
      {
        roomId: old,
        name: 'Double',
        propertyName: null,
        lastPush: { requestId: oldId, at: expect.any(String) as string, outcome: 'applied' },
        missingPrices: 30,
      },
      {
        roomId: recent,
        name: 'Double',
        propertyName: null,
        lastPush: {
          requestId: headers.get('x-request-id'),
          at: await past.momentOf(headers),
          outcome: 'applied',
        },
        missingPrices: 29,
      },
    ]);
    expect(body.nextCursor).toBeNull();
  });

  it('The feed health has pages of rooms', async () => {
    const rooms = [await past.room(), await past.room(), await past.room(), await past.room()];
    await insertPush(rooms[0]!, '1 hour');
    await insertPush(rooms[1]!, '2 hours');
    const seen: string[][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: FeedHealth = await health(`?limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(page.items.map(({ roomId }) => roomId));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([rooms[2], rooms[3], rooms[1], rooms[0]].map((room) => [room]));
  });

  it('The feed health counts pushes without effect by outcome and reason, and pushes with held prices', async () => {
    const room = await past.room();
    const place = (index: number, got: string) => `[${index}].price must be a number; got ${got}\nmore`;
    await insertPush(room, '1 hour', 'refused', place(3, '"x"'));
    const newest = await insertPush(room, '10 minutes', 'refused', place(4, '"y"'));
    const other = await insertPush(room, '3 days', 'refused', 'The body is not valid JSON');
    await insertPush(room, '8 days', 'refused', 'The body is not valid JSON');
    await insertPush(room, '3 days', 'emptyList');
    await insertPush(room, '1 hour', 'applied', 'held');
    const { problems, held } = await health();
    expect(problems).toEqual([
      { outcome: 'emptyList', lastDay: 0, lastWeek: 1, reasons: [] },
      {
        outcome: 'refused',
        lastDay: 2,
        lastWeek: 3,
        reasons: [
          { reason: '[…].price must be a number', count: 2, requestId: newest },
          { reason: 'The body is not valid JSON', count: 1, requestId: other },
        ],
      },
    ]);
    expect(held).toEqual({ lastDay: 1, lastWeek: 1 });
  });

  it('The cost of counting failed pushes does not grow with the refused pushes', async () => {
    await service.dataSource.query(
      `INSERT INTO journal_entry (id, received_at, applied_at, operation, outcome)
       SELECT (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint - n), 12, '0') || '70008000000000000000')::uuid,
              now(), now(), 'updateCalendarPrices', 'refused'
         FROM generate_series(1, 20000) AS n`,
    );
    await service.dataSource.query(`ANALYZE journal_entry`);
    const { query, values } = await statementOf(service.dataSource, 'kind.outcome', () => health());
    const outcomes = values.findIndex((value) => Array.isArray(value));
    expect((await costOf(service.dataSource, query, values.with(outcomes, ['failed']))).blocks).toBeLessThan(
      50,
    );
  });

  it('The feed health of a property counts only calls for its rooms', async () => {
    const [own, other, without] = [
      await service.records.room('Hotel Bar'),
      await service.records.room('Pension Linde'),
      await service.records.room(null),
    ];
    for (const room of [own, other, other, without, without, without]) {
      await insertPush(room, '1 hour', 'refused', 'The body is not valid JSON');
      await insertPush(room, '1 hour', 'applied', 'held');
    }
    const countsOf = async (query: string) => {
      const { problems, held } = await health(query);
      return [problems.map(({ lastDay }) => lastDay), held.lastDay];
    };
    expect(await countsOf('?propertyName=Hotel%20Bar')).toEqual([[1], 1]);
    expect(await countsOf('?withoutProperty=true')).toEqual([[3], 3]);
    expect(await countsOf('?propertyName=Nowhere')).toEqual([[], 0]);
    expect(await countsOf('')).toEqual([[6], 6]);
  });

  it('The feed health refuses a foreign cursor', async () => {
    for (const cursor of ['1', 'x:1', ':', ':0', ':9999999999999999999', "':1; DROP TABLE room"])
      expect(await service.admin('GET', `/feedHealth?cursor=${encodeURIComponent(cursor)}`)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/cursor' }] },
      });
  });
});
