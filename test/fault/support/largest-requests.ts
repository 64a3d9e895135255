import type { CalendarDate } from '../../../src/platform/dates/calendar-date';
import { addDays } from '../../../src/platform/dates/calendar-date';
import type { Answer, TestService } from '../../support/service';
import { untilFeedHasAllChanges } from '../../support/feed-page';
import { together } from '../../support/together';
import type { Recipe, RoomOfPlans } from './rooms-of-plans';
import { createRoom, createRooms, FROM } from './rooms-of-plans';
import type { StatementTimes } from './statement-times';

const PLANS = 80;
const FEW_PLANS = 11;
const daysFrom = (count: number, step = 1) =>
  Array.from({ length: count }, (_, n) => addDays(FROM as CalendarDate, n * step));
const DAYS = daysFrom(730);
const LAST = DAYS[DAYS.length - 1] ?? '';
/** Dates that are read one by one. With them, 32 pushes have nearly the 250 records that a batch takes. */
const SCATTERED = daysFrom(7, 100);
/** Consecutive dates. Ten rooms with these dates share a statement. */
const SHARED = daysFrom(100);
const NIGHTS = 90;
const CALLERS = 60;

type Change = Record<string, unknown>;

/** Sends the largest requests of each kind, so that every prepared statement runs. */
export class LargestRequests {
  constructor(
    private readonly service: TestService,
    /** Another instance on the same database, for everything that is not measured. */
    private readonly beside: TestService,
    private readonly times: StatementTimes,
  ) {}

  async sendAll(): Promise<void> {
    await this.repeatPushes();
    await this.repeatFirstPushes();
    await this.repeatBatches();
    await this.repeatMessages();
    await this.repeatHeldPrices();
    await this.repeatReads();
    await this.repeatStays();
    await this.repeatChanges();
    await this.repeatManyCallers();
  }

  /** Pushes for all dates of one room. */
  private async repeatPushes(): Promise<void> {
    const [room] = (await createRooms(this.beside, 1, { plans: PLANS, days: DAYS.length })) as [RoomOfPlans];
    const prices = (price: (day: number) => number) => this.pushPrices(room, DAYS, price);
    await this.times.repeat('prices', (n) => prices((day) => 100 + n + day / 4));
    const twoThirds = (price: number) => prices((day) => (day % 3 === 1 ? 1_000 : price));
    await twoThirds(1_999);
    await this.times.repeat('two thirds of the prices', (n) => twoThirds(2_000 + n));
    await this.times.repeat('rooms left', (n) => this.pushRoomsLeft(room, DAYS, 10 + n));
    await this.times.repeat('minimum stays', (n) => this.pushMinStay(room, DAYS, 2 + n));
    await this.times.repeat('numbers of a room', (n) =>
      done(this.service.editRoom({ id: room.id, qty: 10 + n, maxGuests: 2, maxAdults: 2, maxChildren: 0 })),
    );
    const addPlan = () =>
      this.beside.dataSource.query(`INSERT INTO rate_plan (room_id, name) VALUES ($1, 'Empty')`, [room.id]);
    await this.times.repeat(
      'prices after a new plan',
      (n) => this.pushPrices(room, SCATTERED, () => 4_000 + n),
      addPlan,
    );
    await this.times.repeat('prices beside a plan without prices', (n) =>
      prices((day) => 5_000 + n + day / 4),
    );
    await this.times.repeat('a closure', async (n) => {
      const { from, to } = { from: FROM, to: LAST };
      const closure = await this.service.admin('POST', '/closures', {
        roomId: room.id,
        from,
        to,
        reason: `${n}`,
      });
      expect(closure.status).toBe(201);
    });
  }

  /** Pushes for rooms that have no dates yet. */
  private async repeatFirstPushes(): Promise<void> {
    let room: RoomOfPlans;
    const create = (recipe: Recipe) => async () => {
      room = await createRoom(this.beside, recipe);
    };
    await this.times.repeat(
      'first prices',
      (n) => this.pushPrices(room, DAYS, () => 100 + n),
      create({ plans: PLANS }),
    );
    const [outside] = (await createRooms(this.beside, 1, { plans: 1, days: DAYS.length })) as [RoomOfPlans];
    await this.times.repeat(
      'first rooms left below a plan of another room',
      (n) => this.pushRoomsLeft(room, DAYS, 10 + n),
      create({ plans: FEW_PLANS, parent: outside.plans[0] }),
    );
    await this.times.repeat(
      'first push of a server',
      (n) => this.pushRoomsLeft(outside, DAYS, 10 + n),
      async () => {
        await this.beside.dataSource.query('DELETE FROM feed_incarnation');
      },
    );
  }

  /** Pushes for 32 rooms in one transaction. */
  private async repeatBatches(): Promise<void> {
    const rooms = await createRooms(this.beside, 32, { plans: 40, days: DAYS.length, property: 'Batch' });
    const batch = (
      name: string,
      push: (room: RoomOfPlans, n: number) => Promise<void>,
      ofRooms: readonly RoomOfPlans[] = rooms,
    ) =>
      this.times.repeat(name, async (n) => {
        await together(
          this.service,
          ofRooms.map((room) => () => push(room, n)),
        );
      });
    await batch('prices of 32 rooms', (room, n) => this.pushPrices(room, SCATTERED, () => 100 + n));
    await batch('rooms left of 32 rooms', (room, n) => this.pushRoomsLeft(room, SCATTERED, 10 + n));
    await batch('minimum stays of 32 rooms', (room, n) => this.pushMinStay(room, SCATTERED, 2 + n));
    const half = daysFrom(125);
    await batch(
      'rooms left of two rooms',
      (room, n) => this.pushRoomsLeft(room, half, 50 + n),
      rooms.slice(0, 2),
    );
    await this.times.repeat('a rule of eight rooms', async (n) => {
      const ratePlanIds = rooms.slice(0, 8).map(({ plans }) => plans[39]);
      const derivation = { steps: [{ percent: String(-1 - (n % 50)) }] };
      const answer = await this.service.admin('PATCH', '/ratePlans', { ratePlanIds, derivation });
      expect(answer).toMatchObject({ status: 200 });
    });
  }

  private async repeatMessages(): Promise<void> {
    const sizes = { plans: 40, days: SHARED.length };
    const one = await createRooms(this.beside, 1, { plans: PLANS, days: DAYS.length, property: 'One' });
    const several = await createRooms(this.beside, 10, { ...sizes, property: 'Several' });
    const price = (n: number): Change => ({
      rates: [{ rate: `${100 + n}.00`, currency: 'EUR', fraction_size: 2, occupancy: 2 }],
    });
    const rules = (n: number): Change => ({
      min_stay_arrival: 2 + n,
      max_stay: 100 + n,
      stop_sell: n % 2 === 0,
    });
    const message = (
      name: string,
      rooms: readonly RoomOfPlans[],
      to: string | undefined,
      values: (n: number) => Change,
      type = 'restriction_changes',
      token = this.service.token,
    ) =>
      this.times.repeat(name, (n) =>
        this.sendMessage(
          rooms.length === 1 ? 'One' : 'Several',
          rooms.map(({ id, plans }) => ({
            type,
            attributes: {
              room_type_id: id,
              rate_plan_id: plans[0],
              date_from: FROM,
              date_to: to,
              ...values(n),
            },
          })),
          this.service,
          token,
        ),
      );
    const end = SHARED[SHARED.length - 1];
    await message('prices and restrictions of a room', one, LAST, (n) => ({ ...price(n), ...rules(n) }));
    await message('prices and restrictions of ten rooms', several, end, (n) => ({
      ...price(n),
      ...rules(n),
    }));
    await message('prices of ten rooms', several, end, (n) => price(200 + n));
    await message('restrictions of ten rooms', several, end, (n) => rules(50 + n));
    const ofHotel = await this.service.createToken('hotel', ['push'], { propertyNames: ['Several'] });
    await message(
      'prices of ten rooms, with the token of their hotel',
      several,
      end,
      (n) => price(300 + n),
      'restriction_changes',
      ofHotel,
    );
    await message(
      'rooms left of ten rooms',
      several,
      end,
      (n) => ({ availability: n }),
      'availability_changes',
    );
    let property = '';
    let rooms: RoomOfPlans[] = [];
    await this.times.repeat(
      'first prices and restrictions of ten rooms',
      (n) =>
        this.sendMessage(
          property,
          rooms.map(({ id, plans }) => ({
            type: 'restriction_changes',
            attributes: {
              room_type_id: id,
              rate_plan_id: plans[0],
              date_from: FROM,
              date_to: end,
              ...price(n),
              ...rules(n),
            },
          })),
        ),
      async (n) => {
        property = `First${n}`;
        rooms = [];
        while (rooms.length < 10) rooms.push(await createRoom(this.beside, { plans: FEW_PLANS, property }));
      },
    );
  }

  private async repeatHeldPrices(): Promise<void> {
    const [room] = (await createRooms(this.beside, 1, { plans: 1, days: DAYS.length })) as [RoomOfPlans];
    const ratePlanId = room.plans[0];
    await this.beside.admin('PATCH', `/ratePlans/${ratePlanId}`, { guard: { maximum: '900.00' } });
    const hold = (n: number) => this.pushPrices(room, DAYS, () => 1_000 + n);
    await this.times.repeat('held prices', async (n) => {
      await hold(n);
      const decision = { ratePlanId, from: FROM, to: LAST };
      const answer = await this.service.admin('POST', '/heldPrices/discard', decision);
      expect(answer).toMatchObject({ status: 200, body: { records: DAYS.length } });
    });
    await hold(0);
    await this.times.repeat('a list of held prices', () => this.read('/heldPrices?limit=200'));
  }

  private async repeatReads(): Promise<void> {
    const [room] = (await createRooms(this.beside, 1, { plans: 40, days: DAYS.length })) as [RoomOfPlans];
    await this.pushMinStay(room, DAYS, 3, this.beside);
    const many = await createRooms(this.beside, 50, { plans: 11, days: 62, property: 'Many' });
    await this.beside.dataSource.query(
      `INSERT INTO closure (id, room_id, first_date, last_date, reason, created_at)
       SELECT gen_random_uuid(), room_id, $2::date, $2::date + 61, 'Works', now()
         FROM unnest($1::bigint[]) AS room_id, generate_series(1, 20)`,
      [[room, ...many].map(({ id }) => id), FROM],
    );
    await this.beside.dataSource.query('ANALYZE');
    const ofMany = `/calendar?propertyName=Many&from=${FROM}&to=${addDays(FROM as CalendarDate, 61)}&limit=50`;
    for (const [moment, at] of [
      ['present', ''],
      ['past', '&at=2999-01-01T00:00:00Z'],
    ] as const) {
      await this.times.repeat(`the ${moment} calendar of a room`, () =>
        this.read(`/rooms/${room.id}/calendar?from=${FROM}&to=${LAST}${at}`),
      );
      await this.times.repeat(`the ${moment} calendar of 50 rooms`, () => this.read(ofMany + at));
    }
  }

  /** Asks why a stay cannot be booked: each night has no rooms and no price, is closed and restricted, and has many changes. */
  private async repeatStays(): Promise<void> {
    const { beside } = this;
    const [room] = (await createRooms(beside, 1, { plans: 11, days: NIGHTS, property: 'Stay' })) as [
      RoomOfPlans,
    ];
    const nights = daysFrom(NIGHTS);
    await this.pushMinStay(room, nights, 9, beside);
    const blackout = nights.map((date) => ({ date, blackoutStatus: true }));
    await done(beside.post(`/updateCalendarBlackout?roomId=${room.id}`, blackout));
    await this.sendMessage(
      'Stay',
      [
        {
          type: 'restriction_changes',
          attributes: {
            room_type_id: room.id,
            rate_plan_id: room.plans[0],
            date_from: FROM,
            date_to: nights[NIGHTS - 1],
            stop_sell: true,
          },
        },
      ],
      beside,
    );
    await this.pushRoomsLeft(room, nights, 0, beside);
    await beside.dataSource.query(`UPDATE rate_room_availability SET price = NULL WHERE room_id = $1`, [
      room.id,
    ]);
    // The values have changed more often than an answer searches.
    for (const [table, columns] of [
      ['availability_state', 'total_rooms, closed'],
      ['price_state', 'plan_list_id, prices'],
      ['restriction_state', 'plan_list_id, restrictions'],
    ])
      await beside.dataSource.query(
        `INSERT INTO ${table} (room_id, date, moment, entry_id, ${columns})
         SELECT room_id, date, moment + n * interval '1 ms', entry_id, ${columns}
           FROM (SELECT DISTINCT ON (date) * FROM ${table} WHERE room_id = $1 ORDER BY date, moment DESC) AS newest,
                generate_series(1, 300) AS n ORDER BY n, date`,
        [room.id],
      );
    await beside.dataSource.query('ANALYZE');
    const stay = `ratePlanId=${room.plans[0]}&arrival=${FROM}&departure=${addDays(FROM as CalendarDate, NIGHTS)}&adults=2`;
    await this.times.repeat('a stay', () => this.read(`/stays?${stay}`));
  }

  private async repeatChanges(): Promise<void> {
    const { beside } = this;
    const [root] = (await createRooms(beside, 1, { plans: 1, days: 7 })) as [RoomOfPlans];
    await createRooms(beside, 100, { plans: 1, parent: root.plans[0] });
    for (let n = 0; n < 5; n++) await this.pushPrices(root, daysFrom(7), () => 200 + n, beside);
    await untilFeedHasAllChanges(beside);
    await this.times.repeat('changes of many rooms', async () => {
      const { status, text } = await this.service.call('/changes?limit=1000');
      expect(status).toBe(200);
      expect((JSON.parse(text) as { items: unknown[] }).items.length).toBeGreaterThan(500);
    });
  }

  /** Calls that are looked up together. */
  private async repeatManyCallers(): Promise<void> {
    const { service, beside } = this;
    const callers = Array.from({ length: CALLERS }, (_, n) => n);
    const tokens: string[] = [];
    for (const n of callers) tokens.push(await beside.createToken(`caller ${n}`, ['admin']));
    await this.times.repeat('calls of many tokens', async () => {
      const read = (token: string) =>
        service.call('/admin/accessTokens/current', { headers: { authorization: `Bearer ${token}` } });
      await Promise.all(tokens.map((token) => done(read(token))));
    });
    const token = await beside.createToken('limited', ['push'], { propertyNames: ['Other'] });
    const [{ id }] = await beside.dataSource.query<[{ id: string }]>('SELECT max(id) AS id FROM room');
    await this.times.repeat('pushes of a token of another property', async () => {
      const push = (n: number) =>
        service.post(`/updateCalendarInventory?roomId=${Number(id) - n}`, [], {
          headers: { authorization: `Bearer ${token}` },
        });
      for (const { status } of await Promise.all(callers.map(push))) expect(status).toBe(403);
    });
  }

  private pushPrices(
    { id, plans }: RoomOfPlans,
    dates: CalendarDate[],
    price: (day: number) => number,
    service = this.service,
  ): Promise<void> {
    const body = dates.map((date, day) => ({ date, price: price(day) }));
    return done(service.pushPrices(id, plans[0], body));
  }

  private pushRoomsLeft({ id }: RoomOfPlans, dates: CalendarDate[], rooms: number, service = this.service) {
    const body = dates.map((date) => ({ date, inventoryNumber: rooms }));
    return done(service.pushInventory(id, body));
  }

  private pushMinStay(
    { id, plans }: RoomOfPlans,
    dates: CalendarDate[],
    nights: number,
    service = this.service,
  ) {
    const body = dates.map((date) => ({ date, minStay: nights }));
    return done(service.post(`/updateCalendarMinStay?roomId=${id}&ratePlanId=${plans[0]}`, body));
  }

  private async sendMessage(
    hotel: string,
    changes: Change[],
    service = this.service,
    token = service.token,
  ): Promise<void> {
    const attributes = { request_id: crypto.randomUUID(), hotel_code: hotel, changes };
    const body = { data: [{ type: 'changes_notification', attributes }] };
    const headers = { authorization: '', 'api-key': token };
    const { text } = await service.post('/channex/changes/', body, { headers });
    expect(text).toMatch(/^\{"success":true,/);
  }

  private read(path: string): Promise<void> {
    return done(this.service.call(`/admin${path}`));
  }
}

async function done(answer: Promise<Answer>): Promise<void> {
  const { status, text } = await answer;
  expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' });
}
