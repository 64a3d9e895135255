import fc from 'fast-check';
import { Past } from '../../support/past';
import { hotels, stays as randomStays } from '../../support/random-stays';
import { TestService } from '../../support/service';
import type { ReferenceHotel, ReferenceStay } from '../../support/stay-reference';
import { referenceReasons } from '../../support/stay-reference';
import type { Since, Stay } from '../../support/stays';
import { Stays } from '../../support/stays';

/** Three nights; the day on which every test runs is 2026-12-01. */
const NIGHTS = ['2026-12-24', '2026-12-25', '2026-12-26'];
const DATES = [...NIGHTS, '2026-12-27'];

describe('stays in the administration', () => {
  let service: TestService;
  let past: Past;
  let stays: Stays;
  let room: string;
  let plan: string;
  beforeAll(async () => {
    service = await TestService.start();
    past = new Past(service);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    stays = await Stays.create(service, DATES);
    ({ room, plan } = stays);
  });

  const sinceOf = async (headers: Headers): Promise<Since> => ({
    requestId: headers.get('x-request-id') ?? '',
    at: await past.momentOf(headers),
    token: 'test',
  });
  const set = (column: string, date: string, value: unknown) =>
    service.dataSource.query(
      `UPDATE rate_room_availability SET ${column} = $3 WHERE rate_plan_id = $1 AND date = $2`,
      [plan, date, value],
    );

  it('A stay can be booked for the sum of its nights', async () => {
    await service.records.occupy(room, '2026-12-25', 1);
    expect(await stays.stay()).toEqual({
      bookable: true,
      price: '300.30',
      currency: 'EUR',
      roomId: room,
      at: null,
      nights: NIGHTS.map((date) => ({ date, price: '100.10', roomsLeft: date === '2026-12-25' ? 1 : 2 })),
      reasons: [],
    });
  });

  it('A stay has a reason for each night without a record or a price', async () => {
    const later = await past.plan(room);
    const { headers } = await service.pushInventory(room, [{ date: '2026-12-25', inventoryNumber: 3 }]);
    const { bookable, price, nights, reasons } = await stays.stay({
      ratePlanId: later,
      departure: '2026-12-26',
    });
    expect([bookable, price, nights.map((night) => night.price)]).toEqual([false, null, [null, null]]);
    expect(reasons).toEqual([
      { code: 'noRecord', date: '2026-12-24', value: null, limit: null, since: null },
      { code: 'priceNotSet', date: '2026-12-25', value: null, limit: null, since: await sinceOf(headers) },
    ]);
  });

  it('The reason names the push that set 0 rooms left, and no call if the rooms were booked', async () => {
    const { headers } = await service.pushInventory(room, [{ date: '2026-12-24', inventoryNumber: 0 }]);
    await service.pushInventory(room, [{ date: '2026-12-24', inventoryNumber: 0 }]);
    await stays.restrict('Blackout', [{ date: '2026-12-24', blackoutStatus: true }]);
    await stays.restrict('Blackout', [{ date: '2026-12-24', blackoutStatus: false }]);
    await service.records.occupy(room, '2026-12-25', 2);
    expect((await stays.stay()).reasons).toEqual([
      { code: 'noRoomsLeft', date: '2026-12-24', value: 0, limit: 1, since: await sinceOf(headers) },
      { code: 'noRoomsLeft', date: '2026-12-25', value: 0, limit: 1, since: null },
    ]);
  });

  it('The reasons name the pushes that closed the room and set the minimum and maximum, not later pushes of the same values', async () => {
    const blackout = await stays.restrict('Blackout', [{ date: '2026-12-25', blackoutStatus: true }]);
    const minimum = await stays.restrict('MinStay', [{ date: '2026-12-24', minStay: 5 }]);
    const maximum = await stays.restrict('MaxStay', [{ date: '2026-12-24', maxStay: 2 }]);
    await service.pushInventory(room, [{ date: '2026-12-25', inventoryNumber: 7 }]);
    await stays.restrict('MinStay', [{ date: '2026-12-24', minStay: 5 }]);
    await stays.restrict('MaxStay', [{ date: '2026-12-25', maxStay: 1 }]);
    const common = { date: '2026-12-24', value: 3 };
    expect((await stays.stay()).reasons).toEqual([
      {
        code: 'roomClosed',
        date: '2026-12-25',
        value: null,
        limit: null,
        since: await sinceOf(blackout.headers),
      },
      { code: 'minStayArrival', ...common, limit: 5, since: await sinceOf(minimum.headers) },
      { code: 'maxStay', ...common, limit: 2, since: await sinceOf(maximum.headers) },
    ]);
  });

  it('The reason names a push that closed the room before the plan existed', async () => {
    const closed = await stays.restrict('Blackout', [{ date: '2026-12-24', blackoutStatus: true }]);
    const sold = await service.pushInventory(room, [{ date: '2026-12-25', inventoryNumber: 0 }]);
    const { reasons } = await stays.stay({ ratePlanId: await past.plan(room), departure: '2026-12-26' });
    const ofRoom = reasons.filter(({ code }) => code !== 'noRecord');
    expect(ofRoom.map(({ code, date, since }) => [code, date, since])).toEqual([
      ['roomClosed', '2026-12-24', await sinceOf(closed.headers)],
      ['noRoomsLeft', '2026-12-25', await sinceOf(sold.headers)],
    ]);
  });

  it('The reason names the push that last changed the value, even if an earlier push had set the same value', async () => {
    await stays.restrict('MinStay', [{ date: '2026-12-24', minStay: 5 }]);
    await stays.restrict('MinStay', [{ date: '2026-12-24', minStay: 9 }]);
    const { headers } = await stays.restrict('MinStay', [{ date: '2026-12-24', minStay: 5 }]);
    expect((await stays.stay()).reasons).toMatchObject([{ limit: 5, since: await sinceOf(headers) }]);
  });

  it.each([0, 1])('A minimum of %i does not forbid a stay', async (minStay) => {
    await stays.restrict(
      'MinStay',
      DATES.map((date) => ({ date, minStay })),
    );
    expect((await stays.stay()).bookable).toBe(true);
  });

  it('The reasons include restrictions of other channel managers, with their push', async () => {
    await set('stop_sell', '2026-12-25', true);
    await set('closed_to_arrival', '2026-12-24', true);
    await set('closed_to_departure', '2026-12-27', true);
    await set('min_stay_through', '2026-12-26', 4);
    const [entry] = await service.records.pushes();
    // Packed as by withRestriction: one bit for each flag, followed by the minimum.
    for (const [date, packed] of [
      ['2026-12-24', 2],
      ['2026-12-25', 1],
      ['2026-12-26', 4 * 2 ** 13],
      ['2026-12-27', 4],
    ])
      await service.dataSource.query(
        `INSERT INTO restriction_state (room_id, date, plan_list_id, moment, entry_id, restrictions)
         SELECT $1, $2, plan_list_id, moment + interval '1 second', $3, ARRAY[$4::bigint]
           FROM price_state WHERE room_id = $1 AND date = $2`,
        [room, date, entry?.id, packed],
      );
    const { reasons } = await stays.stay();
    expect(reasons.map(({ code, date, value, limit }) => [code, date, value, limit])).toEqual([
      ['stopSell', '2026-12-25', null, null],
      ['closedToArrival', '2026-12-24', null, null],
      ['closedToDeparture', '2026-12-27', null, null],
      ['minStayThrough', '2026-12-26', 3, 4],
    ]);
    expect(new Set(reasons.map(({ since }) => since?.requestId))).toEqual(new Set([entry?.id]));
  });

  it('Closures of the plan and the room forbid a stay, and those of another plan do not', async () => {
    const other = await past.plan(room);
    const close = async (ratePlanId: string | null, date: string) => {
      const closure = { roomId: room, ratePlanId, from: date, to: date, reason: 'Wrong price' };
      return (await service.admin<{ id: string; createdAt: string }>('POST', '/closures', closure)).body;
    };
    await close(other, '2026-12-24');
    const [ofPlan, ofRoom] = [await close(plan, '2026-12-25'), await close(null, '2026-12-25')];
    await close(plan, '2026-12-27');
    const common = { code: 'closedByPlatform', date: '2026-12-25', value: null, limit: null };
    expect((await stays.stay()).reasons).toEqual(
      [ofPlan, ofRoom].map(({ id, createdAt }) => ({
        ...common,
        since: { requestId: id, at: createdAt, token: 'test' },
      })),
    );
    for (const { id } of [ofPlan, ofRoom]) await service.admin('DELETE', `/closures/${id}`);
    expect((await stays.stay()).bookable).toBe(true);
  });

  it('More guests than the room takes are refused, and the reason names the edit', async () => {
    expect((await stays.stay({ adults: 9, children: 9 })).bookable).toBe(true);
    const { headers } = await service.editRoom({ id: room, maxGuests: 3, maxAdults: 2, maxChildren: 1 });
    await service.editRoom({ id: room, qty: 4, maxGuests: 3, maxAdults: 2, maxChildren: 1 });
    expect((await stays.stay({ adults: 2, children: 1 })).bookable).toBe(true);
    const since = await sinceOf(headers);
    expect((await stays.stay({ adults: 3, children: 2 })).reasons).toEqual([
      { code: 'tooManyGuests', date: null, value: 5, limit: 3, since },
      { code: 'tooManyAdults', date: null, value: 3, limit: 2, since },
      { code: 'tooManyChildren', date: null, value: 2, limit: 1, since },
    ]);
  });

  it('A stay outside of the update window has that reason', async () => {
    const codes = async (arrival: string, departure: string) =>
      (await stays.stay({ arrival, departure })).reasons.map(({ code, date }) => [code, date]);
    expect(await codes('2026-11-29', '2026-11-30')).toEqual([
      ['outsideWindow', '2026-11-29'],
      ['noRecord', '2026-11-29'],
    ]);
    expect(await codes('2028-12-01', '2028-12-02')).toEqual([
      ['outsideWindow', '2028-12-02'],
      ['noRecord', '2028-12-01'],
    ]);
  });

  it('A moment before the known past is a 404', async () => {
    const [row] = await service.dataSource.query<[{ at: string }]>(
      `SELECT to_char(known_since - interval '1 s', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at FROM room_clock WHERE room_id = $1`,
      [room],
    );
    expect((await stays.ask({ at: row.at })).body.detail).toContain('is known since');
  });

  it.each<[string, object, string]>([
    ['no night', { departure: '2026-12-24' }, '/departure'],
    ['a departure before the arrival', { departure: '2026-12-23' }, '/departure'],
    ['91 nights', { departure: '2027-03-25' }, '/departure'],
    ['a date that does not exist', { arrival: '2026-02-30' }, '/arrival'],
    ['no guests', { adults: 0 }, '/adults'],
    ['a number of guests below 0', { children: -1 }, '/children'],
    ['half a guest', { adults: 1.5 }, '/adults'],
    ['a plan that is no id', { ratePlanId: 'twelve' }, '/ratePlanId'],
    ['a moment without an offset', { at: '2026-12-01T12:00:00' }, '/at'],
  ])('A stay with %s is refused', async (_, query, pointer) => {
    const { status, body } = await stays.ask(query);
    expect(status).toBe(400);
    expect(body.errors.map((error) => error.pointer)).toEqual([pointer]);
  });

  it('A stay may last 90 nights', async () => {
    expect((await stays.stay({ departure: '2027-03-24' })).nights).toHaveLength(90);
  });

  it('A stay lists at most 5,000 reasons, however many closures overlap', async () => {
    await service.dataSource.query(
      `INSERT INTO closure (id, room_id, first_date, last_date, reason, created_at)
       SELECT gen_random_uuid(), $1, '2026-12-01', '2027-12-01', 'Many', clock_timestamp() FROM generate_series(1, 100)`,
      [room],
    );
    const { bookable, reasons } = await stays.stay({ departure: '2027-03-24' });
    expect([bookable, reasons.length]).toEqual([false, 5_000]);
  });

  it.each([
    ['A stay names the call that set a value even if other values have changed 249,999 times since', 249_999],
    [
      'A stay does not guess the call that set a value if other values have changed more often since',
      250_000,
    ],
  ])('%s', async (_, changes) => {
    const { headers } = await stays.restrict('MinStay', [{ date: '2026-12-24', minStay: 5 }]);
    const other = await past.plan(room);
    await service.dataSource.query(
      `INSERT INTO plan_list (room_id, rate_plan_ids) VALUES ($1, ARRAY[$2, $3]::bigint[]) ON CONFLICT DO NOTHING`,
      [room, plan, other],
    );
    await service.fill(
      `INSERT INTO restriction_state (room_id, date, plan_list_id, moment, entry_id, restrictions)
       SELECT $1, '2026-12-24', (SELECT max(id) FROM plan_list WHERE room_id = $1), state.moment + step * interval '1 ms',
              state.entry_id, ARRAY[state.restrictions[1], step]
         FROM restriction_state AS state, generate_series(1, $2) AS step WHERE room_id = $1`,
      [room, changes],
    );
    const since = changes === 249_999 ? await sinceOf(headers) : null;
    expect((await stays.stay()).reasons).toMatchObject([{ code: 'minStayArrival', limit: 5, since }]);
  });

  it('Stays on random calendars agree with the contract, now and at an earlier moment', async () => {
    const samples = fc.sample(fc.tuple(randomStays, hotels), { numRuns: 40, seed: 29 });
    for (const [wish, hotel] of samples) await assertAgreement(wish, hotel);
  });

  async function assertAgreement(wish: ReferenceStay, hotel: ReferenceHotel): Promise<void> {
    const roomId = await service.records.room();
    const ratePlanId = await service.records.ratePlan(roomId);
    for (const [date, day] of Object.entries(hotel.calendar)) {
      await service.dataSource.query(
        `INSERT INTO room_availability (room_id, date, total_rooms, occupied_rooms, closed) VALUES ($1, $2, $3, $4, $5)`,
        [roomId, date, day.totalRooms, day.occupiedRooms, day.closed ?? false],
      );
      if (!day.hasCell) continue;
      await service.dataSource.query(
        `INSERT INTO rate_room_availability
                (room_id, rate_plan_id, date, price, stop_sell, closed_to_arrival, closed_to_departure,
                 min_stay_arrival, min_stay_through, max_stay)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          roomId,
          ratePlanId,
          date,
          day.price,
          day.stopSell,
          day.closedToArrival,
          day.closedToDeparture,
          day.minStayArrival,
          day.minStayThrough,
          day.maxStay,
        ],
      );
    }
    for (const { from, to } of hotel.closures)
      await service.dataSource.query(
        `INSERT INTO closure (id, room_id, first_date, last_date, reason, created_at)
         VALUES (gen_random_uuid(), $1, $2, $3, 'Random', clock_timestamp())`,
        [roomId, from, to],
      );
    // The first call of a room records all present values, which begins the known past.
    const { maximumGuests: maxGuests, adults: maxAdults, children: maxChildren } = hotel;
    await service.editRoom({ id: roomId, maxGuests, maxAdults, maxChildren });
    const at = await past.now();
    expect(textsOf(await stays.stay({ ratePlanId, ...wish }))).toEqual(referenceReasons(wish, hotel));
    await service.dataSource.query(
      `UPDATE rate_room_availability SET price = 1, stop_sell = true, min_stay_arrival = NULL, max_stay = NULL
        WHERE room_id = $1`,
      [roomId],
    );
    const unbooked = Object.entries(hotel.calendar).map(([date, day]) => [
      date,
      { ...day, occupiedRooms: 0 },
    ]);
    const calendar = Object.fromEntries(unbooked) as ReferenceHotel['calendar'];
    // Moments of the past come from the machine's clock, and so does the window at such a moment.
    const yesterday = new Date(Date.parse(at) - 86_400_000).toISOString().slice(0, 10);
    const then = { ...hotel, calendar, window: [yesterday, '2099-12-31'] as [string, string] };
    expect(textsOf(await stays.stay({ ratePlanId, ...wish, at }))).toEqual(referenceReasons(wish, then));
  }

  function textsOf({ reasons }: Stay): string[] {
    return reasons.map(({ code, date, value, limit }) => [code, date, value, limit].join(' ')).sort();
  }
});
