import { RetentionJob } from '../../../src/platform/jobs/retention.job';
import { Past } from '../../support/past';
import { TestService } from '../../support/service';

describe('the calendar at a moment', () => {
  let service: TestService;
  let past: Past;
  beforeAll(async () => {
    service = await TestService.start();
    past = new Past(service);
  });
  afterAll(() => service.stop());

  it('The past calendar has the rooms and prices of its moment, no occupied rooms, and the time when its past begins', async () => {
    const room = await past.room();
    const plan = await past.plan(room);
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 3 }]);
    const at = await past.push(room, plan, 100.1);
    await service.records.occupy(room, '2026-12-01', 1);
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 2 }]);
    await past.push(room, plan, 99);
    const { status, body } = await past.calendar(room, at);
    expect(status).toBe(200);
    expect(body).toEqual({
      roomId: room,
      from: '2026-12-01',
      to: '2026-12-01',
      knownSince: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string,
      closures: [],
      days: [
        {
          date: '2026-12-01',
          totalRooms: 3,
          occupiedRooms: null,
          closed: false,
          prices: [{ ratePlanId: plan, price: '100.10' }],
        },
      ],
      nextCursor: null,
    });
  });

  it('The calendar at the moment of a push has its price, and the calendar just before has the earlier price', async () => {
    const room = await past.room();
    const plan = await past.plan(room);
    const first = await past.push(room, plan, 1);
    const second = await past.push(room, plan, 2);
    expect(await past.prices(room, first)).toEqual({ [plan]: '1.00' });
    expect(await past.prices(room, second)).toEqual({ [plan]: '2.00' });
    expect(await past.prices(room, justBefore(second))).toEqual({ [plan]: '1.00' });
  });

  it('The past calendar has no price if a plan had no record, and null if the record had no price', async () => {
    const room = await past.room();
    const [unpriced, missing, plan] = [await past.plan(room), await past.plan(room), await past.plan(room)];
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 3 }]);
    await service.dataSource.query(`DELETE FROM rate_room_availability WHERE rate_plan_id = $1`, [missing]);
    const at = await past.push(room, plan, 1);
    await past.push(room, missing, 2);
    expect(await past.prices(room, at)).toEqual({ [unpriced]: null, [plan]: '1.00' });
  });

  it('The past calendar takes a moment with any offset and precision', async () => {
    const room = await past.room();
    const plan = await past.plan(room);
    const at = await past.push(room, plan, 1);
    const shifted = new Date(Date.parse(at) + 7_200_000).toISOString().slice(0, 19);
    expect(await past.prices(room, encodeURIComponent(`${shifted}.${at.slice(20, 26)}000+02:00`))).toEqual({
      [plan]: '1.00',
    });
    expect(await past.prices(room, '9999-12-31T23:59:59-23:00')).toEqual({ [plan]: '1.00' });
    expect(await past.calendar(room, 'yesterday')).toMatchObject({ status: 400 });
  });

  it.each([
    ['refuses', '0000-01-01T00:00:00+12:00', 400, '/at must be an ISO 8601 date-time with Z or an offset'],
    ['refuses', '0000-01-01T00:00:00-12:00', 400, '/at must be an ISO 8601 date-time with Z or an offset'],
    ['refuses', '0001-01-01T00:00:00+12:00', 400, '/at must be an ISO 8601 date-time with Z or an offset'],
    ['knows nothing of', '0100-01-01T00:00:00+12:00', 404, 'is known since 20'],
  ])('The past calendar %s %s', async (_, at, status, detail) => {
    const answer = await past.calendar(await past.room(), encodeURIComponent(at));
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toContain(detail);
  });

  it('The past calendar stays right if the clock of the database was set back', async () => {
    const room = await past.room();
    const plan = await past.plan(room);
    await past.push(room, plan, 1);
    // Simulates a clock that has been two seconds ahead until now.
    await service.dataSource.query(
      `UPDATE room_clock SET last_moment = clock_timestamp() + interval '2 s' WHERE room_id = $1`,
      [room],
    );
    const moments: string[] = [];
    for (const price of [2, 3, 4]) moments.push(await past.push(room, plan, price));
    expect([...moments].sort()).toEqual(moments);
    expect(await Promise.all(moments.map((at) => past.prices(room, at)))).toEqual(
      ['2.00', '3.00', '4.00'].map((price) => ({ [plan]: price })),
    );
    expect((await past.story(plan)).body.history.map(({ at }) => at).slice(0, 3)).toEqual(
      moments.toReversed(),
    );
  });

  it('The past calendar does not have plans that were created later', async () => {
    const room = await past.room();
    const plan = await past.plan(room);
    const at = await past.push(room, plan, 100);
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 3 }]);
    const later = await past.plan(room, { derivation: { from: plan, steps: [{ percent: '-10' }] } });
    expect(await past.prices(room, at)).toEqual({ [plan]: '100.00' });
    expect(await past.prices(room, await past.now())).toEqual({ [plan]: '100.00', [later]: '90.00' });
  });

  it('The past calendar has a plan until its deletion, without prices of a former plan with its id', async () => {
    const room = await past.room();
    const [plan, other] = [await past.plan(room), await past.plan(room)];
    await past.push(room, other, 50);
    const at = await past.push(room, plan, 100);
    await past.delete(`/ratePlans/${plan}`, 'Plan');
    const deleted = await past.now();
    await past.plan(room, { id: plan });
    const again = await past.now();
    const back = await past.push(room, plan, 7);
    expect(await past.prices(room, at)).toEqual({ [plan]: '100.00', [other]: '50.00' });
    expect(await past.prices(room, deleted)).toEqual({ [other]: '50.00' });
    expect(await past.prices(room, again)).toEqual({ [other]: '50.00' });
    expect(await past.prices(room, back)).toEqual({ [plan]: '7.00', [other]: '50.00' });
  });

  it('The past calendar does not have prices of a plan from the time when its id was in another room', async () => {
    const [room, other] = [await past.room(), await past.room()];
    const plan = await past.plan(room);
    const before = await past.push(room, plan, 100);
    await past.delete(`/ratePlans/${plan}`, 'Plan');
    await past.plan(other, { id: plan });
    const after = await past.push(other, plan, 200);
    expect(await past.prices(room, before)).toEqual({ [plan]: '100.00' });
    expect(await past.prices(room, after)).toEqual({});
    expect(await past.prices(other, before)).toEqual({});
    expect(await past.prices(other, after)).toEqual({ [plan]: '200.00' });
  });

  it('The past calendar has a deleted room, nothing while no room existed, and does not mix two rooms with one id', async () => {
    const room = await past.room();
    const plan = await past.plan(room);
    const at = await past.push(room, plan, 100);
    expect(await past.delete(`/rooms/${room}`, 'Double')).toMatchObject({ status: 204 });
    const deleted = await past.now();
    expect(await past.prices(room, at)).toEqual({ [plan]: '100.00' });
    expect(await past.calendar(room, deleted)).toMatchObject({
      status: 404,
      body: { detail: `There was no room ${room} at ${deleted}` },
    });
    await past.room(room);
    const again = await past.now();
    expect((await past.calendar(room, again)).body.days).toEqual([]);
    expect(await past.prices(room, at)).toEqual({ [plan]: '100.00' });
    expect(await past.calendar(room, deleted)).toMatchObject({ status: 404 });
  });

  it('The past calendar of an unknown room is a 404', async () => {
    expect(await past.calendar('987654', '2026-12-01T00:00:00Z')).toMatchObject({
      status: 404,
      body: { detail: 'There is no room 987654' },
    });
  });

  it('The past calendar before the known past is a 404 that says when that begins', async () => {
    const room = await past.room();
    const { body } = await past.calendar(room, await past.now());
    expect(await past.calendar(room, justBefore(body.knownSince ?? ''))).toMatchObject({
      status: 404,
      body: { detail: `The past of room ${room} is known since ${body.knownSince}` },
    });
  });

  describe('the past of a room that came to the table by SQL', () => {
    const insert = async () => {
      const room = await service.records.room();
      const plan = await service.records.ratePlan(room);
      await service.dataSource.query(`INSERT INTO room_availability VALUES ($1, '2026-12-01', 5, 0)`, [room]);
      await service.dataSource.query(`INSERT INTO rate_room_availability VALUES ($1, $2, '2026-12-01', 80)`, [
        room,
        plan,
      ]);
      return { room, plan };
    };

    it('The past of a room that SQL inserted begins just before its first push', async () => {
      const { room, plan } = await insert();
      expect(await past.calendar(room, await past.now())).toMatchObject({
        status: 404,
        body: { detail: `The past of room ${room} is not known yet` },
      });
      expect(await past.story(plan)).toMatchObject({ status: 404 });
      const at = await past.push(room, plan, 100);
      const { body } = await past.calendar(room, at);
      expect(body.days).toMatchObject([{ totalRooms: 5, prices: [{ price: '100.00' }] }]);
      expect(await past.prices(room, body.knownSince ?? '')).toEqual({ [plan]: '80.00' });
      expect((await past.story(plan)).body.history.map(({ price }) => price)).toEqual(['100.00']);
    });

    it('The past of a room that SQL inserted begins again after a room with its id was deleted', async () => {
      const room = await past.room();
      const plan = await past.plan(room);
      await past.push(room, plan, 100);
      await past.delete(`/rooms/${room}`, 'Double');
      await service.dataSource.query(`INSERT INTO room (id, name) VALUES ($1, 'Double')`, [room]);
      await service.dataSource.query(`INSERT INTO rate_plan (id, room_id, name) VALUES ($1, $2, 'Plan')`, [
        plan,
        room,
      ]);
      const at = await past.push(room, plan, 3, '2026-12-02');
      expect((await past.calendar(room, at)).body.days).toEqual([]);
      expect(await past.prices(room, at, '2026-12-02')).toEqual({ [plan]: '3.00' });
    });
  });

  describe('a past that retention has cut off', () => {
    it('A moment that retention has cut off is a 404 that says when the past begins, and newer calendars stay complete', async () => {
      const room = await past.room();
      const plan = await past.plan(room);
      const at = await past.push(room, plan, 1);
      for (const price of [2, 3]) await past.push(room, plan, price);
      await past.push(room, plan, 10, '2026-12-02');
      await age(`801 days`);
      const recent = await past.push(room, plan, 4);
      const old = await past.calendar(room, shifted(at));
      expect(old.status).toBe(200);

      await service.app.get(RetentionJob).wake();
      const kept = await service.dataSource.query<{ price: string }[]>(
        `SELECT prices[1] AS price FROM price_state WHERE room_id = $1 ORDER BY date, moment`,
        [room],
      );
      expect(kept.map(({ price }) => price)).toEqual(['30000', '40000', '100000']);

      const cut = await past.calendar(room, shifted(at));
      expect(cut).toMatchObject({ status: 404 });
      expect(cut.body.detail).toMatch(/^The past of room \d+ is known since \d{4}-/);
      expect(await past.prices(room, justBefore(recent))).toEqual({ [plan]: '3.00' });
      expect(await past.prices(room, recent)).toEqual({ [plan]: '4.00' });
      expect(await past.prices(room, recent, '2026-12-02')).toEqual({ [plan]: '10.00' });
      const { body } = await past.story(plan);
      expect(body.history.map(({ price }) => price)).toEqual(['4.00']);
      expect(body.knownSince > shifted(at)).toBe(true);
    });

    /** Moves everything done so far into the past by an interval. */
    async function age(interval: string): Promise<void> {
      for (const [table, columns] of [
        ['price_state', ['moment']],
        ['availability_state', ['moment']],
        ['room_state', ['moment', 'began']],
        ['rate_plan_state', ['moment', 'began']],
        ['room_clock', ['known_since', 'last_moment']],
        ['journal_entry', ['applied_at']],
      ] as const) {
        // Citus applies this setting only if the session does not change it.
        const set = columns
          .map(
            (column) =>
              `${column} = (${column} AT TIME ZONE 'UTC' - interval '${interval}') AT TIME ZONE 'UTC'`,
          )
          .join();
        await service.dataSource.query(`UPDATE ${table} SET ${set}`);
      }
    }

    function shifted(at: string): string {
      return `${new Date(Date.parse(at) - 801 * 86_400_000).toISOString().slice(0, 19)}${at.slice(19)}`;
    }
  });
});

/** The last microsecond before a moment. */
function justBefore(at: string): string {
  const microseconds = BigInt(Date.parse(at)) * 1000n + BigInt(at.slice(23, 26)) - 1n;
  const text = new Date(Number(microseconds / 1000n)).toISOString();
  return `${text.slice(0, 23)}${String(microseconds % 1000n).padStart(3, '0')}Z`;
}
