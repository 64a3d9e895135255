import { ChannexCaller, rates, restriction } from '../../support/channex';
import { holdRoom, isWaitingForALock } from '../../support/locks';
import { Past } from '../../support/past';
import { TestService } from '../../support/service';
import { DATE, Undoing } from '../../support/undo';
import { until } from '../../support/until';

describe('an undo of pushes', () => {
  let service: TestService;
  let past: Past;
  let undoing: Undoing;
  beforeEach(async () => {
    service = await TestService.start();
    past = new Past(service);
    undoing = new Undoing(service);
  });
  afterEach(() => service.stop());

  /** Creates rooms with one plan each, a price of 100 and 5 rooms left. */
  const newRooms = async (count: number) => {
    const rooms: { room: string; plan: string }[] = [];
    for (let n = 0; n < count; n++) {
      const room = await past.room();
      const plan = await past.plan(room);
      await undoing.prices(room, plan, 100);
      await undoing.rooms(room, 5);
      rooms.push({ room, plan });
    }
    return rooms;
  };
  const asAnother = async (name: string) => {
    const token = await service.createToken(name, ['push']);
    return {
      prices: (room: string, plan: string, price: number) =>
        service.post(`/updateCalendarPrices?roomId=${room}&ratePlanId=${plan}`, [{ date: DATE, price }], {
          headers: { authorization: `Bearer ${token}` },
        }),
    };
  };

  it('The undo takes back everything that came with a token since a moment, room by room', async () => {
    const rooms = await newRooms(3);
    const from = await past.now();
    const other = await asAnother('allbookers');
    for (const { room, plan } of rooms) {
      await other.prices(room, plan, 2);
      await other.prices(room, plan, 1);
    }
    await undoing.rooms(rooms[0]?.room ?? '', 4);
    const { body } = await undoing.undoAll({ token: 'allbookers', from });
    expect(body).toMatchObject({ rooms: 3, roomsDone: 3, restored: 3, changedSince: 0, state: 'done' });
    expect(body.requestIds).toHaveLength(3);
    expect(body.requestIds[0]).toBe(body.undoId);
    expect(body.records).toEqual(
      rooms.map(({ room, plan }) => ({
        roomId: room,
        ratePlanId: plan,
        date: DATE,
        from: '1.00',
        to: '100.00',
        verdict: 'restored',
      })),
    );
    for (const { plan } of rooms) expect(await service.records.prices(plan)).toEqual({ [DATE]: '100.0000' });
    expect(await service.records.availability(rooms[0]?.room ?? '')).toEqual({ [DATE]: [4, 0] });
    const { body: entry } = await service.admin('GET', `/journal/${body.requestIds[2]}`);
    expect(entry).toMatchObject({ operation: 'undo', roomId: rooms[2]?.room, applied: 1 });
    expect(entry['undoes']).toHaveLength(2);
  });

  it('The undo with a token id leaves another token of the same name alone', async () => {
    const [one, two] = await newRooms(2);
    if (!one || !two) throw new Error('There are no rooms');
    const from = await past.now();
    await (await asAnother('allbookers')).prices(one.room, one.plan, 1);
    await (await asAnother('allbookers')).prices(two.room, two.plan, 1);
    const { body: journal } = await service.admin<{ items: { tokenId: string }[] }>(
      'GET',
      `/journal?roomId=${two.room}&limit=1`,
    );
    const tokenId = journal.items[0]?.tokenId;
    expect((await undoing.undoAll({ token: 'allbookers', from, dryRun: true })).body.rooms).toBe(2);
    const { body } = await undoing.undoAll({ tokenId, from });
    expect(body.records.map(({ roomId }) => roomId)).toEqual([two.room]);
    expect((await undoing.undoAll({ tokenId: 'allbookers', from, dryRun: true })).status).toBe(400);
  });

  it('The undo can be limited to a room or plan, and to pushes before an end', async () => {
    const [one, two] = await newRooms(2);
    if (!one || !two) throw new Error('There are no rooms');
    const second = await past.plan(one.room);
    const from = await past.now();
    for (const { room, plan } of [one, two]) await undoing.prices(room, plan, 1);
    await undoing.prices(one.room, second, 1);
    await undoing.rooms(one.room, 1);
    const count = async (filter: object) => (await undoing.undoAll({ from, dryRun: true, ...filter })).body;
    expect(await count({})).toMatchObject({ rooms: 2, restored: 4 });
    expect(await count({ roomId: one.room })).toMatchObject({ rooms: 1, restored: 3 });
    expect(await count({ ratePlanId: second })).toMatchObject({ rooms: 1, restored: 1 });
    expect(await count({ roomId: two.room, ratePlanId: second })).toMatchObject({ rooms: 0, restored: 0 });
    const to = new Date(Date.now() + 1).toISOString();
    await until(() => new Date().toISOString() > to);
    await service.pushInventory(two.room, [{ date: DATE, inventoryNumber: 0 }]);
    expect(await count({ roomId: two.room, to })).toMatchObject({ restored: 1 });
  });

  it('The undo of a message in one room keeps prices that derive from plans in another room, down the chain', async () => {
    const channex = new ChannexCaller(service, await service.createToken('channex', ['push']));
    const hotel = await channex.hotel();
    const other = await channex.hotel(hotel.code);
    const following = await service.records.ratePlan(hotel.room, other.base, { steps: [{ percent: '-10' }] });
    const below = await service.records.ratePlan(hotel.room, following, { steps: [{ amount: '-1' }] });
    const send = (price: string) =>
      channex.send(
        hotel.code,
        [hotel, other].map((each) => restriction(each, DATE, DATE, rates(price))),
      );
    await send('100.00');
    const from = await past.now();
    await send('50.00');
    const { body } = await undoing.undoAll({ roomId: hotel.room, from });
    expect(body).toMatchObject({ restored: 1, state: 'done' });
    const priceOf = async (plan: string) => (await service.records.prices(plan))[DATE];
    expect(await priceOf(hotel.base)).toBe('100.0000');
    expect(await priceOf(other.base)).toBe('50.0000');
    expect(await priceOf(following)).toBe('45.0000');
    expect(await priceOf(below)).toBe('44.0000');
  });

  it('The undo finds the earlier value of a cell, whatever was pushed in between', async () => {
    const [{ room, plan } = { room: '', plan: '' }] = await newRooms(1);
    const other = await asAnother('allbookers');
    const from = await past.now();
    const prices = async () => (await service.records.prices(plan))[DATE];
    await other.prices(room, plan, 1);
    await undoing.prices(room, plan, 60);
    await other.prices(room, plan, 2);
    await other.prices(room, plan, 3);
    expect((await undoing.undoAll({ token: 'allbookers', from })).body).toMatchObject({ restored: 1 });
    expect(await prices()).toBe('60.0000');
    expect((await undoing.undoAll({ token: 'allbookers', from })).body).toMatchObject({
      restored: 0,
      changedSince: 1,
    });
    await other.prices(room, plan, 4);
    await undoing.prices(room, plan, 70);
    expect((await undoing.undoAll({ token: 'allbookers', from })).body).toMatchObject({
      restored: 0,
      changedSince: 1,
    });
    expect(await prices()).toBe('70.0000');
  });

  it('The undo of a preview leaves pushes that have come since, also to the same cells', async () => {
    const [shown, other] = await newRooms(2);
    if (!shown || !other) throw new Error('There are no rooms');
    const from = await past.now();
    await undoing.prices(shown.room, shown.plan, { [DATE]: 1, '2026-12-02': 2 });
    const { body: preview } = await undoing.undoAll({ from, dryRun: true });
    expect(preview).toMatchObject({ rooms: 1, restored: 2 });
    await undoing.prices(shown.room, shown.plan, { '2026-12-02': 3, '2026-12-03': 4 });
    await undoing.prices(other.room, other.plan, 5);
    const { body } = await undoing.undoAll({ from, preview: preview.undoId });
    expect(body).toMatchObject({ rooms: 1, restored: 1, changedSince: 1 });
    expect(await service.records.prices(shown.plan)).toEqual({
      [DATE]: '100.0000',
      '2026-12-02': '3.0000',
      '2026-12-03': '4.0000',
    });
    expect(await service.records.prices(other.plan)).toEqual({ [DATE]: '5.0000' });
  });

  it('The undo of a preview leaves a push that arrived before the preview and took effect after it', async () => {
    const [{ room, plan } = { room: '', plan: '' }] = await newRooms(1);
    const from = await past.now();
    await undoing.prices(room, plan, 1);
    const held = await holdRoom(service, room);
    const waiting = undoing.prices(room, plan, { '2026-12-02': 2 });
    await isWaitingForALock(service);
    const { body: preview } = await undoing.undoAll({ from, dryRun: true });
    await held.release();
    await waiting;
    expect(preview.records.map(({ date }) => date)).toEqual([DATE]);
    const { body } = await undoing.undoAll({ from, preview: preview.undoId });
    expect(body.records.map(({ date }) => date)).toEqual([DATE]);
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '100.0000', '2026-12-02': '2.0000' });
    // Without the preview, the same undo takes back both.
    expect((await undoing.undoAll({ from })).body).toMatchObject({ restored: 1, changedSince: 1 });
  });

  it('The undo refuses a preview that is no dry run', async () => {
    const [{ room, plan } = { room: '', plan: '' }] = await newRooms(1);
    const from = await past.now();
    await undoing.prices(room, plan, 1);
    const { undoId } = (await undoing.undoAll({ from })).body;
    for (const preview of [undoId, '019aa5f2-0c6b-7d3e-9f0a-4b8f5d2c1e77']) {
      const { status, body } = await service.admin('POST', '/journal/undo', { from, preview });
      expect([status, body]).toMatchObject([400, { errors: [{ pointer: '/preview' }] }]);
    }
  });

  it('The undo concerns pushes only, not undos of that time', async () => {
    const [{ room, plan } = { room: '', plan: '' }] = await newRooms(1);
    const from = await past.now();
    await undoing.undo(await undoing.prices(room, plan, 1));
    expect((await undoing.undoAll({ from })).body).toMatchObject({ restored: 0, changedSince: 1 });
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '100.0000' });
  });

  it('The undo of a large room has parts with an entry each, and lists at most 5,000 cells', async () => {
    const room = await past.room();
    const plans = await Promise.all(Array.from({ length: 11 }, () => past.plan(room)));
    const days = Array.from({ length: 730 }, (_, day) =>
      new Date(Date.parse(DATE) + day * 86_400_000).toISOString().slice(0, 10),
    );
    const prices = (price: number) => Object.fromEntries(days.map((day) => [day, price]));
    for (const plan of plans) await undoing.prices(room, plan, prices(100));
    const from = await past.now();
    for (const plan of plans) await undoing.prices(room, plan, prices(1));
    const { body } = await undoing.undoAll({ from });
    expect(body).toMatchObject({ rooms: 1, restored: 8030, changedSince: 0, state: 'done' });
    expect(body.records).toHaveLength(5_000);
    expect(body.requestIds).toHaveLength(2);
    const [stored] = await service.dataSource.query<[{ wrong: string }]>(
      `SELECT count(*) FILTER (WHERE price <> 100) AS wrong FROM rate_room_availability`,
    );
    expect(stored.wrong).toBe('0');
    const [entries] = await service.dataSource.query<[{ largest: number }]>(
      `SELECT max(received) AS largest FROM journal_entry WHERE operation = 'undo'`,
    );
    expect(entries.largest).toBeLessThanOrEqual(5_000);
    expect((await undoing.undoAll({ from })).body).toMatchObject({ restored: 0, changedSince: 8030 });
  });

  it('The undo reports a pushed plan that is now in another room and derives from a plan of its old room', async () => {
    const [{ room, plan }, elsewhere] = [(await newRooms(1))[0] ?? { room: '', plan: '' }, await past.room()];
    const moved = await past.plan(room);
    const from = await past.now();
    await undoing.prices(room, moved, 1);
    await undoing.prices(room, plan, 1);
    await past.delete(`/ratePlans/${moved}`, 'Plan');
    await past.plan(elsewhere, { id: moved, derivation: { from: plan, steps: [{ percent: '50' }] } });
    const { body } = await undoing.undoAll({ from });
    expect(body).toMatchObject({ restored: 1, changedSince: 1, derived: 1 });
    expect(body.records.map(({ ratePlanId, verdict }) => [ratePlanId, verdict])).toEqual([
      [plan, 'restored'],
      [moved, 'changedSince'],
    ]);
    expect(await service.records.prices(moved)).toEqual({ [DATE]: '150.0000' });
  });

  it('The undo refuses invalid times and unknown fields', async () => {
    expect(await undoing.undoAll({})).toMatchObject({ status: 400 });
    expect(await undoing.undoAll({ from: 'yesterday' })).toMatchObject({ status: 400 });
    expect(await undoing.undoAll({ from: '2026-12-02', to: '2026-12-01' })).toMatchObject({ status: 400 });
    expect(await undoing.undoAll({ from: '2026-12-01', dryRun: 'no' })).toMatchObject({ status: 400 });
    expect(await undoing.undoAll({ from: '2026-12-01', room: '1' })).toMatchObject({ status: 400 });
  });
});
