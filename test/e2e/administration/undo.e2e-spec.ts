import { Past } from '../../support/past';
import { TestService } from '../../support/service';
import { DATE, Undoing } from '../../support/undo';

describe('an undo', () => {
  let service: TestService;
  let past: Past;
  let undoing: Undoing;
  beforeAll(async () => {
    service = await TestService.start();
    past = new Past(service);
    undoing = new Undoing(service);
  });
  afterAll(() => service.stop());

  const newPlan = async (): Promise<[room: string, plan: string]> => {
    const room = await past.room();
    return [room, await past.plan(room)];
  };
  const pricesOf = (plan: string) => service.records.prices(plan);

  describe('the undo of a push of prices', () => {
    it('The undo restores each price to its earlier value, and says so', async () => {
      const [room, plan] = await newPlan();
      await undoing.prices(room, plan, { '2026-12-24': 100.1, '2026-12-25': 110 });
      const wrong = await undoing.prices(room, plan, { '2026-12-24': 1, '2026-12-25': 2 });
      const { status, body, headers } = await undoing.undo(wrong);
      expect(status).toBe(200);
      const requestId = headers.get('x-request-id');
      const record = { roomId: room, ratePlanId: plan, verdict: 'restored' };
      expect(body).toEqual({
        undoId: requestId,
        state: 'done',
        dryRun: false,
        problem: null,
        rooms: 1,
        roomsDone: 1,
        restored: 2,
        changedSince: 0,
        unknown: 0,
        unchanged: 0,
        derived: 0,
        requestIds: [requestId],
        records: [
          { ...record, date: '2026-12-24', from: '1.00', to: '100.10' },
          { ...record, date: '2026-12-25', from: '2.00', to: '110.00' },
        ],
      });
      expect(await pricesOf(plan)).toEqual({ '2026-12-24': '100.1000', '2026-12-25': '110.0000' });
    });

    it('The undo leaves later changes, and prices that others have set in SQL', async () => {
      const [room, plan] = await newPlan();
      const dates = { '2026-12-01': 100, '2026-12-02': 100, '2026-12-03': 100 };
      await undoing.prices(room, plan, dates);
      const wrong = await undoing.prices(room, plan, { '2026-12-01': 1, '2026-12-02': 1, '2026-12-03': 1 });
      await undoing.prices(room, plan, { '2026-12-02': 120 });
      await service.dataSource.query(
        `UPDATE rate_room_availability SET price = 7 WHERE rate_plan_id = $1 AND date = '2026-12-03'`,
        [plan],
      );
      const { body } = await undoing.undo(wrong);
      expect(body).toMatchObject({ restored: 1, changedSince: 2, unknown: 0 });
      expect(body.records.map(({ date, from, to, verdict }) => [date, from, to, verdict])).toEqual([
        ['2026-12-01', '1.00', '100.00', 'restored'],
        ['2026-12-02', '120.00', '120.00', 'changedSince'],
        ['2026-12-03', '7.00', '7.00', 'changedSince'],
      ]);
      expect(Object.values(await pricesOf(plan))).toEqual(['100.0000', '120.0000', '7.0000']);
    });

    it('The undo leaves a price that later pushes have changed and then set again', async () => {
      const [room, plan] = await newPlan();
      await undoing.prices(room, plan, 100);
      const wrong = await undoing.prices(room, plan, 1);
      await undoing.prices(room, plan, 100);
      await undoing.prices(room, plan, 1);
      expect((await undoing.undo(wrong)).body).toMatchObject({
        restored: 0,
        changedSince: 1,
        requestIds: [],
      });
      expect(await pricesOf(plan)).toEqual({ [DATE]: '1.0000' });
    });

    it('The undo of the first price of a date leaves the price not set, and never 0', async () => {
      const [room, plan] = await newPlan();
      const { body } = await undoing.undo(await undoing.prices(room, plan, 1));
      expect(body.records).toMatchObject([{ from: '1.00', to: null, verdict: 'restored' }]);
      expect(await pricesOf(plan)).toEqual({ [DATE]: null });
    });

    it('The undo makes no entry for prices that the push did not change, and counts them as unchanged', async () => {
      const [room, plan] = await newPlan();
      await undoing.prices(room, plan, 100);
      const same = await undoing.prices(room, plan, 100);
      expect((await undoing.undo(same)).body).toMatchObject({
        restored: 0,
        unchanged: 1,
        requestIds: [],
        records: [],
      });
    });

    it('The undo has nothing to do for skipped records', async () => {
      const [room, plan] = await newPlan();
      const skipped = await undoing.prices(room, plan, { '2020-01-01': 1 });
      expect((await undoing.undo(skipped)).body).toMatchObject({ state: 'done', rooms: 0, restored: 0 });
    });

    it('The undo counts prices of a deleted or recreated plan or room as changed since', async () => {
      const [room, plan] = await newPlan();
      const other = await past.plan(room);
      await undoing.prices(room, plan, 100);
      const wrong = await undoing.prices(room, plan, 1);
      await past.delete(`/ratePlans/${plan}`, 'Plan');
      const deleted = { restored: 0, changedSince: 1, unknown: 0, requestIds: [] };
      expect((await undoing.undo(wrong)).body).toMatchObject(deleted);
      await past.plan(room, { id: plan });
      await service.pushInventory(room, [{ date: DATE, inventoryNumber: 1 }]);
      expect((await undoing.undo(wrong)).body).toMatchObject(deleted);
      expect(await pricesOf(plan)).toEqual({ [DATE]: null });
      const last = await undoing.prices(room, other, 1);
      await past.delete(`/rooms/${room}`, 'Double');
      expect((await undoing.undo(last)).body).toMatchObject(deleted);
      await past.room(room);
      expect((await undoing.undo(last)).body).toMatchObject(deleted);
    });

    it('The undo restores no price if the known past begins after the push', async () => {
      const [room, plan] = await newPlan();
      await undoing.prices(room, plan, { '2026-12-01': 100, '2026-12-02': 100 });
      const wrong = await undoing.prices(room, plan, { '2026-12-01': 1, '2026-12-02': 1 });
      await service.dataSource.query(`UPDATE room_clock SET known_since = last_moment WHERE room_id = $1`, [
        room,
      ]);
      await undoing.prices(room, plan, { '2026-12-02': 120 });
      const { body } = await undoing.undo(wrong);
      expect(body.records.map(({ verdict }) => verdict)).toEqual(['unknown', 'changedSince']);
      expect(body).toMatchObject({ restored: 0, changedSince: 1, unknown: 1 });
      expect(Object.values(await pricesOf(plan))).toEqual(['1.0000', '120.0000']);
    });
  });

  describe('the undo of a push of rooms left', () => {
    it('The undo restores the rooms left, and never occupied rooms', async () => {
      const [room] = await newPlan();
      await undoing.rooms(room, { '2026-12-01': 5, '2026-12-02': 5 });
      const wrong = await undoing.rooms(room, { '2026-12-01': 0, '2026-12-02': 0 });
      await service.records.occupy(room, '2026-12-01', 2);
      const { body } = await undoing.undo(wrong);
      expect(body).toMatchObject({ restored: 2, changedSince: 0 });
      expect(body.records).toMatchObject([
        { ratePlanId: null, date: '2026-12-01', from: 0, to: 5 },
        { ratePlanId: null, date: '2026-12-02', from: 0, to: 5 },
      ]);
      expect(await service.records.availability(room)).toEqual({
        '2026-12-01': [5, 2],
        '2026-12-02': [5, 0],
      });
    });

    it('The undo leaves 0 rooms and no price on a date that the push created', async () => {
      const [room, plan] = await newPlan();
      const derived = await past.plan(room, { derivation: { from: plan, steps: [{ percent: '-10' }] } });
      const wrong = await undoing.rooms(room, 4);
      const { body } = await undoing.undo(wrong);
      expect(body.records).toMatchObject([{ ratePlanId: null, from: 4, to: 0, verdict: 'restored' }]);
      expect(await service.records.availability(room)).toEqual({ [DATE]: [0, 0] });
      expect(await pricesOf(derived)).toEqual({ [DATE]: null });
    });

    it('The undo takes back derived prices that the push filled in', async () => {
      const [room, plan] = await newPlan();
      await undoing.prices(room, plan, 100);
      // A plan that SQL inserted has no prices yet.
      const derived = await service.records.ratePlan(room, plan, { steps: [{ percent: '-10' }] });
      const wrong = await undoing.rooms(room, 1);
      expect(await pricesOf(derived)).toEqual({ [DATE]: '90.0000' });
      expect((await undoing.undo(wrong)).body).toMatchObject({ restored: 1, derived: 1 });
      expect(await pricesOf(derived)).toEqual({ [DATE]: null });
      expect(await pricesOf(plan)).toEqual({ [DATE]: '100.0000' });
    });

    it('The undo leaves rooms left that another push has changed since', async () => {
      const [room] = await newPlan();
      await undoing.rooms(room, 5);
      const wrong = await undoing.rooms(room, 0);
      await undoing.rooms(room, 3);
      expect((await undoing.undo(wrong)).body).toMatchObject({ restored: 0, changedSince: 1 });
      expect(await service.records.availability(room)).toEqual({ [DATE]: [3, 0] });
    });
  });

  describe('the undo of a room edit', () => {
    const capacity = async (room: string) => {
      const row = (await service.records.roomRow(room)) ?? {};
      return [row['maximum_guests'], row['total_rooms'], row['adults'], row['children']];
    };

    it('The undo restores each field, except those that were changed since', async () => {
      const [room] = await newPlan();
      await undoing.edit(room, { maxGuests: 3, qty: 5, maxAdults: 2, maxChildren: 1 });
      const wrong = await undoing.edit(room, { maxGuests: 30, qty: 50, maxAdults: 2, maxChildren: null });
      await service.admin('PATCH', `/rooms/${room}`, { totalRooms: 6 });
      const { body } = await undoing.undo(wrong);
      const record = { roomId: room, ratePlanId: null };
      expect(body.records).toEqual([
        { ...record, field: 'maximumGuests', from: 30, to: 3, verdict: 'restored' },
        { ...record, field: 'totalRooms', from: 6, to: 6, verdict: 'changedSince' },
        { ...record, field: 'children', from: null, to: 1, verdict: 'restored' },
      ]);
      expect(body).toMatchObject({ restored: 2, changedSince: 1 });
      expect(await capacity(room)).toEqual([3, 6, 2, 1]);
    });

    it('The undo of a room edit can be undone, and changes nothing the second time', async () => {
      const [room] = await newPlan();
      await undoing.edit(room, { maxGuests: 3, qty: 5, maxAdults: 2, maxChildren: 1 });
      const wrong = await undoing.edit(room, { maxGuests: 4, qty: 5, maxAdults: 2, maxChildren: 1 });
      const undo = (await undoing.undo(wrong)).body;
      expect((await undoing.undo(wrong)).body).toMatchObject({
        restored: 0,
        changedSince: 1,
        requestIds: [],
      });
      expect(await capacity(room)).toEqual([3, 5, 2, 1]);
      expect((await undoing.undo(undo.undoId)).body).toMatchObject({ restored: 1 });
      expect(await capacity(room)).toEqual([4, 5, 2, 1]);
    });

    it('The undo leaves a room that was deleted or recreated since', async () => {
      const [room] = await newPlan();
      const wrong = await undoing.edit(room, { maxGuests: 3 });
      await past.delete(`/rooms/${room}`, 'Double');
      expect((await undoing.undo(wrong)).body).toMatchObject({ restored: 0, changedSince: 1 });
      await past.room(room);
      expect((await undoing.undo(wrong)).body).toMatchObject({ restored: 0, changedSince: 1 });
    });
  });

  it('The undo of a release restores what was before it, derived prices included', async () => {
    const [room, plan] = await newPlan();
    const derived = await past.plan(room, { derivation: { from: plan, steps: [{ percent: '-10' }] } });
    await undoing.prices(room, plan, 100);
    await service.admin('PATCH', `/ratePlans/${plan}`, { guard: { minimum: '40.00' } });
    await undoing.prices(room, plan, 1);
    const range = { ratePlanId: plan, from: DATE, to: DATE };
    const { body } = await service.admin<{ requestId: string }>('POST', '/heldPrices/release', range);
    expect(await pricesOf(derived)).toEqual({ [DATE]: '0.9000' });
    expect((await undoing.undo(body.requestId)).body).toMatchObject({ restored: 1, derived: 1 });
    expect([await pricesOf(plan), await pricesOf(derived)]).toEqual([
      { [DATE]: '100.0000' },
      { [DATE]: '90.0000' },
    ]);
  });

  it('An undo changes nothing the second time', async () => {
    const [room, plan] = await newPlan();
    await undoing.prices(room, plan, 100);
    const wrong = await undoing.prices(room, plan, 1);
    await undoing.undo(wrong);
    const { body } = await undoing.undo(wrong);
    expect(body).toMatchObject({ rooms: 1, restored: 0, changedSince: 1, derived: 0, requestIds: [] });
    expect(await pricesOf(plan)).toEqual({ [DATE]: '100.0000' });
  });

  it('An undo can be undone, and the undo of an undo can be undone as well', async () => {
    const [room, plan] = await newPlan();
    const derived = await past.plan(room, { derivation: { from: plan, steps: [{ percent: '-10' }] } });
    await undoing.prices(room, plan, 100);
    let last = await undoing.prices(room, plan, 1);
    for (const price of ['100', '1', '100', '1']) {
      const { body } = await undoing.undo(last);
      expect(body).toMatchObject({ restored: 1, derived: 1 });
      expect(await pricesOf(plan)).toEqual({ [DATE]: `${price}.0000` });
      expect(await pricesOf(derived)).toEqual({ [DATE]: (Number(price) * 0.9).toFixed(4) });
      last = body.undoId;
    }
  });

  it('An undo with dryRun says exactly what the undo then does', async () => {
    const [room, plan] = await newPlan();
    await past.plan(room, { derivation: { from: plan, steps: [{ percent: '-10' }] } });
    await undoing.prices(room, plan, { '2026-12-01': 100, '2026-12-02': 100 });
    const wrong = await undoing.prices(room, plan, { '2026-12-01': 1, '2026-12-02': 1, '2026-12-03': 1 });
    await undoing.prices(room, plan, { '2026-12-02': 120 });
    const journal = () => service.dataSource.query(`SELECT count(*) FROM journal_entry`);
    const before = [await pricesOf(plan), await journal()];
    const { undoId, requestIds, ...preview } = (await undoing.undo(wrong, true)).body;
    expect([await pricesOf(plan), await journal()]).toEqual(before);
    expect(requestIds).toEqual([]);
    const { body } = await undoing.undo(wrong);
    expect(preview).toMatchObject({ dryRun: true, restored: 2, changedSince: 1, derived: 2 });
    expect({ ...body, undoId, requestIds }).toEqual({ ...preview, dryRun: false, undoId, requestIds });
  });

  it('An undo is in the journal with its cells, in stories, and in the calendar of its moment', async () => {
    const [room, plan] = await newPlan();
    await undoing.prices(room, plan, 100);
    const wrong = await undoing.prices(room, plan, { '2026-12-01': 1, '2026-12-02': 2 });
    await undoing.prices(room, plan, { '2026-12-02': 3 });
    const { headers } = await undoing.undo(wrong);
    const requestId = headers.get('x-request-id');
    expect((await service.admin('GET', `/journal/${requestId}`)).body).toMatchObject({
      requestId,
      operation: 'undo',
      roomId: room,
      ratePlanId: null,
      token: 'test',
      outcome: 'applied',
      received: 2,
      applied: 1,
      skipped: 1,
      undoes: [wrong],
      records: [
        { ratePlanId: plan, date: '2026-12-01', value: '100.00', verdict: 'applied', overbooked: false },
        { ratePlanId: plan, date: '2026-12-02', value: '3.00', verdict: 'skipped', overbooked: false },
      ],
    });
    expect((await past.story(plan)).body.history[0]).toMatchObject({
      requestId,
      kind: 'undo',
      price: '100.00',
    });
    expect(await past.prices(room, await past.momentOf(headers))).toEqual({ [plan]: '100.00' });
  });

  it('A journal entry names the undo that took back its push, until that undo is undone', async () => {
    const [room, plan] = await newPlan();
    await undoing.prices(room, plan, 100);
    const wrong = await undoing.prices(room, plan, 1);
    const undoneBy = async () => {
      const whole = await service.admin('GET', `/journal/${wrong}`);
      const { body } = await service.admin<{ items: { requestId: string; undoneBy: object[] }[] }>(
        'GET',
        `/journal?roomId=${room}`,
      );
      const listed = body.items.find(({ requestId }) => requestId === wrong);
      expect(listed?.undoneBy).toEqual(whole.body['undoneBy']);
      return listed?.undoneBy;
    };
    expect(await undoneBy()).toEqual([]);
    const undo = (await undoing.undo(wrong)).headers.get('x-request-id') ?? '';
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string;
    expect(await undoneBy()).toEqual([{ requestId: undo, at, token: 'test' }]);
    const receipt = JSON.parse((await service.call(`/receipts/${wrong}`)).text) as { undoneBy: object[] };
    expect(receipt.undoneBy).toEqual([{ requestId: undo, at, token: null }]);
    await undoing.undo(undo);
    expect(await undoneBy()).toEqual([]);
  });

  it('An undo of a missing entry, or of anything but a push, release or undo, is refused', async () => {
    const room = await past.room();
    const created = await service.admin<{ items: { requestId: string }[] }>('GET', `/journal?roomId=${room}`);
    expect(await undoing.undo(created.body.items[0]?.requestId ?? '')).toMatchObject({ status: 409 });
    expect(await undoing.undo('0199a5f2-0c6b-7d3e-9f0a-4b8f5d2c1e77')).toMatchObject({ status: 404 });
    expect(await undoing.undo('7')).toMatchObject({ status: 400 });
    expect(await undoing.progress('0199a5f2-0c6b-7d3e-9f0a-4b8f5d2c1e77')).toMatchObject({ status: 404 });
    const refused = await service.pushPrices(room, '999999', [{ date: DATE, price: 1 }]);
    expect(await undoing.undo(refused.headers.get('x-request-id') ?? '')).toMatchObject({ status: 409 });
  });
});
