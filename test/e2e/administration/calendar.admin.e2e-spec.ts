import type { DateRange } from '../../../src/platform/dates/date-range';
import { datesOf } from '../../../src/platform/dates/date-range';
import { TestService } from '../../support/service';

describe('the calendar in the administration', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());

  it('The calendar has availability and all prices by date, and leaves out missing days and cells', async () => {
    const room = await service.records.room();
    const base = await service.records.ratePlan(room);
    await service.pushInventory(room, [
      { date: '2026-12-01', inventoryNumber: 3 },
      { date: '2026-12-03', inventoryNumber: 0 },
    ]);
    await service.pushPrices(room, base, [{ date: '2026-12-01', price: '100.1' }]);
    await service.records.occupy(room, '2026-12-01', 1);
    const later = await service.records.ratePlan(room);
    await service.pushPrices(room, later, [
      { date: '2026-12-03', price: '0.1234' },
      { date: '2026-12-04', price: 1200 },
    ]);

    const answer = await service.admin('GET', `/rooms/${room}/calendar?from=2026-12-01&to=2026-12-31`);

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual({
      roomId: room,
      from: '2026-12-01',
      to: '2026-12-31',
      closures: [],
      days: [
        {
          date: '2026-12-01',
          totalRooms: 3,
          occupiedRooms: 1,
          closed: false,
          prices: [{ ratePlanId: base, price: '100.10' }],
        },
        {
          date: '2026-12-03',
          totalRooms: 0,
          occupiedRooms: 0,
          closed: false,
          prices: [
            { ratePlanId: base, price: null },
            { ratePlanId: later, price: '0.1234' },
          ],
        },
        {
          date: '2026-12-04',
          totalRooms: 0,
          occupiedRooms: 0,
          closed: false,
          prices: [{ ratePlanId: later, price: '1200.00' }],
        },
      ],
      nextCursor: null,
    });
  });

  it('The calendar of a room without records is empty', async () => {
    const room = await service.records.room();
    const { body } = await service.admin('GET', `/rooms/${room}/calendar?from=2026-12-01&to=2026-12-01`);
    expect(body).toMatchObject({ days: [] });
  });

  it('The calendar has at most 750 days', async () => {
    const room = await service.records.room();
    const calendar = (to: string) => service.admin('GET', `/rooms/${room}/calendar?from=2026-12-01&to=${to}`);
    expect((await calendar('2028-12-19')).status).toBe(200);
    expect(await calendar('2028-12-20')).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/to', message: 'must be within 750 days from 2026-12-01' }] },
    });
  });

  describe('a calendar above 4 MiB', () => {
    const RANGE = 'from=2026-12-01&to=2028-12-19';
    let room: string;
    beforeAll(async () => {
      room = await service.records.room();
      await service.dataSource.query(
        `INSERT INTO room_availability SELECT $1, date '2026-12-01' + n, 2147483647, 2147483647 FROM generate_series(0, 749) AS n`,
        [room],
      );
      await service.dataSource.query(
        `INSERT INTO rate_plan (id, room_id, name) SELECT 9223372036854770000 + n, $1, 'Plan' FROM generate_series(1, 200) AS n`,
        [room],
      );
      await service.fill(
        `INSERT INTO rate_room_availability
         SELECT $1, 9223372036854770000 + n, date, 1234567890.1234
           FROM room_availability CROSS JOIN generate_series(1, 200) AS n WHERE room_id = $1`,
        [room],
      );
      // The past of the room begins just before its first push.
      await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 2147483647 }]);
    });

    const pages = async (at: string) => {
      const found: { bytes: number; days: { date: string; prices: object[] }[] }[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const path: string = `/admin/rooms/${room}/calendar?${RANGE}${at}${cursor && `&cursor=${cursor}`}`;
        const { text } = await service.call(path);
        const body = JSON.parse(text) as { days: (typeof found)[0]['days']; nextCursor: string | null };
        found.push({ bytes: Buffer.byteLength(text), days: body.days });
        cursor = body.nextCursor;
      }
      return found;
    };

    it.each(['', '&at=2999-01-01T00:00:00Z'])(
      'The pages of a large calendar have each day once%s',
      async (at) => {
        const found = await pages(at);
        const days = found.flatMap((page) => page.days);
        expect(days.map(({ date }) => date)).toEqual(
          datesOf({ from: '2026-12-01', to: '2028-12-19' } as DateRange),
        );
        expect(new Set(days.map(({ prices }) => prices.length))).toEqual(new Set([200]));
        for (const { bytes } of found) expect(bytes).toBeLessThanOrEqual(4 * 1024 * 1024);
        expect(found.length).toBe(3);
      },
    );

    it('The pages of a large calendar end with the last day', async () => {
      const { body } = await service.admin(
        'GET',
        `/rooms/${room}/calendar?from=2026-12-01&to=2028-12-19&cursor=9999-12-31`,
      );
      expect(body).toEqual({
        roomId: room,
        from: '2026-12-01',
        to: '2028-12-19',
        closures: [],
        days: [],
        nextCursor: null,
      });
    });
  });

  it.each(['', '?from=2026-12-01', '?from=2026-12-01&to=2026-02-30', '?from=2026-12-02&to=2026-12-01'])(
    'The calendar of a room refuses the query %p',
    async (query) => {
      const room = await service.records.room();
      expect((await service.admin('GET', `/rooms/${room}/calendar${query}`)).status).toBe(400);
    },
  );

  it('The calendar of a room that does not exist is a 404', async () => {
    const answer = await service.admin('GET', '/rooms/987654/calendar?from=2026-12-01&to=2026-12-01');
    expect(answer).toMatchObject({ status: 404, body: { detail: 'There is no room 987654' } });
  });
});
