import { Past } from '../../support/past';
import { TestService } from '../../support/service';
import { DATE, Undoing } from '../../support/undo';

describe('an undo after a change of the plan tree', () => {
  let service: TestService;
  let past: Past;
  let undoing: Undoing;
  beforeAll(async () => {
    service = await TestService.start();
    past = new Past(service);
    undoing = new Undoing(service);
  });
  afterAll(() => service.stop());

  const priceOf = async (plan: string) => (await service.records.prices(plan))[DATE]?.replace(/00$/, '');
  const pricesOf = async (...plans: string[]) => Promise.all(plans.map(priceOf));
  const less = (from: string, more = {}) => ({ derivation: { from, steps: [{ percent: '-10' }], ...more } });
  const change = async (plan: string, body: object) => {
    const { status } = await service.admin('PATCH', `/ratePlans/${plan}`, body);
    if (status !== 200) throw new Error(`The change of the plan was answered ${status}`);
  };
  const detach = (plan: string) => change(plan, { derivation: null });

  /** A parent, its child and its grandchild, with 10 % off at each step, and a wrong push of 1 to the parent. */
  async function wrongPush(rooms: { room: string; elsewhere?: string; further?: string }) {
    const { room, elsewhere = room, further = elsewhere } = rooms;
    const parent = await past.plan(room);
    const child = await past.plan(elsewhere, less(parent));
    const grandchild = await past.plan(further, less(child));
    await undoing.prices(room, parent, 100);
    const from = await past.now();
    const wrong = await undoing.prices(room, parent, 1);
    return { room, parent, child, grandchild, from, wrong };
  }

  it('An undo restores the prices of a plan that was detached since, and of the plans derived from that plan', async () => {
    const { room, parent, child, grandchild, wrong } = await wrongPush({ room: await past.room() });
    await detach(child);
    const preview = (await undoing.undo(wrong, true)).body;
    const { body } = await undoing.undo(wrong);
    expect(await pricesOf(parent, child, grandchild)).toEqual(['100.00', '90.00', '81.00']);
    expect(body).toMatchObject({ rooms: 1, restored: 2, changedSince: 0, derived: 1 });
    expect(body.records).toEqual([
      { roomId: room, ratePlanId: parent, date: DATE, from: '1.00', to: '100.00', verdict: 'restored' },
      { roomId: room, ratePlanId: child, date: DATE, from: '0.90', to: '90.00', verdict: 'restored' },
    ]);
    expect(preview).toMatchObject({
      rooms: 1,
      restored: 2,
      changedSince: 0,
      derived: 1,
      records: body.records,
    });
    expect((await undoing.undo(wrong)).body).toMatchObject({
      restored: 0,
      changedSince: 2,
      derived: 0,
      requestIds: [],
    });
    expect((await undoing.undo(body.undoId)).body).toMatchObject({ restored: 2, derived: 1 });
    expect(await pricesOf(parent, child, grandchild)).toEqual(['1.00', '0.90', '0.81']);
  });

  it('An undo restores prices in all rooms after a detachment, whichever room has the parent plan', async () => {
    for (const isParentFirst of [true, false]) {
      const [one, two, further] = [await past.room(), await past.room(), await past.room()];
      const [room, elsewhere] = isParentFirst ? [one, two] : [two, one];
      const { parent, child, grandchild, wrong } = await wrongPush({ room, elsewhere, further });
      await detach(child);
      const preview = (await undoing.undo(wrong, true)).body;
      const { body } = await undoing.undo(wrong);
      expect(await pricesOf(parent, child, grandchild)).toEqual(['100.00', '90.00', '81.00']);
      expect(body).toMatchObject({ rooms: 2, roomsDone: 2, restored: 2, changedSince: 0, derived: 1 });
      expect(preview).toMatchObject({ rooms: 2, restored: 2, changedSince: 0, derived: 1 });
      expect(preview.records).toEqual(body.records);
      expect(body.requestIds).toHaveLength(2);
      const { body: entry } = await service.admin(
        'GET',
        `/journal/${body.requestIds[isParentFirst ? 1 : 0]}`,
      );
      expect(entry).toMatchObject({ operation: 'undo', roomId: elsewhere, undoes: [wrong], applied: 1 });
      for (const id of body.requestIds)
        expect((await undoing.undo(id)).body).toMatchObject({ restored: 1, changedSince: 0 });
      expect(await pricesOf(parent, child, grandchild)).toEqual(['1.00', '0.90', '0.81']);
    }
  });

  it('An undo restores a detached grandchild plan, and the child plan follows its parent', async () => {
    const { parent, child, grandchild, wrong } = await wrongPush({ room: await past.room() });
    await detach(grandchild);
    const { body } = await undoing.undo(wrong);
    expect(await pricesOf(parent, child, grandchild)).toEqual(['100.00', '90.00', '81.00']);
    expect(body).toMatchObject({ restored: 2, derived: 1 });
    expect(body.records.map(({ ratePlanId }) => ratePlanId)).toEqual([parent, grandchild]);
  });

  it('An undo of a period restores the plans that derived from the pushed plan at the time of each push', async () => {
    const { room, parent, child, grandchild, from } = await wrongPush({ room: await past.room() });
    await undoing.prices(room, parent, 2);
    await detach(child);
    await undoing.prices(room, parent, 3);
    await undoing.prices(room, grandchild, 4);
    const { body } = await undoing.undoAll({ from });
    expect(await pricesOf(parent, child, grandchild)).toEqual(['100.00', '90.00', '81.00']);
    expect(body).toMatchObject({ restored: 3, changedSince: 0, derived: 0 });
  });

  it('An undo of the pushes of one plan restores detached plans that these pushes changed, and no other plan', async () => {
    const [room, elsewhere] = [await past.room(), await past.room()];
    const { parent, child, grandchild, from } = await wrongPush({ room, elsewhere });
    const other = await past.plan(room);
    const below = await past.plan(elsewhere, less(other));
    await undoing.prices(room, other, 5);
    await detach(child);
    await detach(below);
    const { body } = await undoing.undoAll({ from, ratePlanId: parent });
    expect(await pricesOf(parent, child, grandchild)).toEqual(['100.00', '90.00', '81.00']);
    expect(await pricesOf(other, below)).toEqual(['5.00', '4.50']);
    expect(body).toMatchObject({ restored: 2, derived: 1 });
  });

  it('An undo leaves prices that were changed after the detachment of their plan, and prices derived from them', async () => {
    const { room, parent, child, grandchild, wrong } = await wrongPush({ room: await past.room() });
    await detach(child);
    await undoing.prices(room, child, 70);
    const { body } = await undoing.undo(wrong);
    expect(await pricesOf(parent, child, grandchild)).toEqual(['100.00', '70.00', '63.00']);
    expect(body).toMatchObject({ restored: 1, changedSince: 1, derived: 0 });
    expect(body.records[1]).toMatchObject({ ratePlanId: child, from: '70.00', to: '70.00' });
  });

  it('A plan that was moved to another parent follows the new parent after an undo', async () => {
    const room = await past.room();
    const { parent, child, grandchild, wrong } = await wrongPush({ room });
    const newParent = await past.plan(room);
    await undoing.prices(room, newParent, 50);
    await change(child, less(newParent));
    const { body } = await undoing.undo(wrong);
    expect(await pricesOf(parent, child, grandchild)).toEqual(['100.00', '45.00', '40.50']);
    expect(body).toMatchObject({ restored: 1, changedSince: 1, derived: 0 });
  });

  it('An undo leaves the prices of a moved plan if the new parent gives the same prices', async () => {
    const room = await past.room();
    const { parent, child, grandchild, wrong } = await wrongPush({ room });
    const newParent = await past.plan(room);
    await undoing.prices(room, newParent, 1);
    await change(child, less(newParent));
    const { body } = await undoing.undo(wrong);
    expect(await pricesOf(parent, child, grandchild)).toEqual(['100.00', '0.90', '0.81']);
    expect(body).toMatchObject({ restored: 1, changedSince: 1, derived: 0 });
  });

  it('An undo restores the prices of a moved plan if the new parent has no price on the date', async () => {
    const room = await past.room();
    const { parent, child, grandchild, wrong } = await wrongPush({ room });
    await change(child, less(await past.plan(await past.room())));
    const { body } = await undoing.undo(wrong);
    expect(await pricesOf(parent, child, grandchild)).toEqual(['100.00', '90.00', '81.00']);
    expect(body).toMatchObject({ restored: 2, changedSince: 0, derived: 1 });
  });

  it('A plan that was moved away and back follows its parent after an undo', async () => {
    const room = await past.room();
    const { parent, child, grandchild, wrong } = await wrongPush({ room });
    const other = await past.plan(room);
    await undoing.prices(room, other, 50);
    await change(child, less(other));
    await change(child, less(parent));
    const { body } = await undoing.undo(wrong);
    expect(await pricesOf(parent, child, grandchild)).toEqual(['100.00', '90.00', '81.00']);
    expect(body).toMatchObject({ restored: 1, changedSince: 0, derived: 2 });
  });

  it('Derived prices follow a rule that is newer than the undone push, down the chain', async () => {
    const room = await past.room();
    const parent = await past.plan(room);
    const child = await past.plan(room, less(parent, { minimum: '80' }));
    const grandchild = await past.plan(room, less(child));
    await undoing.prices(room, parent, 100);
    const wrong = await undoing.prices(room, parent, 1);
    // For the wrong price, the newer rule gives the same derived price as the older rule.
    await change(child, less(parent, { steps: [{ percent: '-15' }], minimum: '80' }));
    await undoing.undo(wrong);
    expect(await pricesOf(parent, child, grandchild)).toEqual(['100.00', '85.00', '76.50']);
  });

  it('An undo leaves out plans that were deleted since', async () => {
    const { parent, child, grandchild, wrong } = await wrongPush({ room: await past.room() });
    await past.delete(`/ratePlans/${grandchild}`, 'Plan');
    await past.delete(`/ratePlans/${child}`, 'Plan');
    expect((await undoing.undo(wrong)).body).toMatchObject({ rooms: 1, restored: 1, changedSince: 0 });
    expect(await priceOf(parent)).toBe('100.00');
  });

  it('An undo restores restrictions of plans that were detached or no longer inherit them', async () => {
    const room = await past.room();
    const parent = await past.plan(room);
    const [detached, free, following] = [
      await past.plan(room, less(parent)),
      await past.plan(room, less(parent)),
      await past.plan(room, less(parent)),
    ];
    const below = await past.plan(room, less(free));
    await undoing.prices(room, parent, 100);
    const nights = async (minStay: number) => {
      const path = `/updateCalendarMinStay?roomId=${room}&ratePlanId=${parent}`;
      return (await service.post(path, [{ date: DATE, minStay }])).headers.get('x-request-id') ?? '';
    };
    await nights(2);
    const wrong = await nights(30);
    await detach(detached);
    await change(free, less(parent, { inherit: ['maxStay'] }));
    const { body } = await undoing.undo(wrong);
    expect(body).toMatchObject({ restored: 3, changedSince: 0, derived: 2 });
    expect(body.records.map(({ ratePlanId, field, from, to }) => [ratePlanId, field, from, to])).toEqual(
      [parent, detached, free].map((plan) => [plan, 'minStayArrival', 30, 2]),
    );
    const rows = await service.dataSource.query<{ id: string; nights: number }[]>(
      `SELECT rate_plan_id AS id, min_stay_arrival AS nights FROM rate_room_availability
        WHERE room_id = $1 ORDER BY rate_plan_id`,
      [room],
    );
    expect(rows).toEqual([parent, detached, free, following, below].map((id) => ({ id, nights: 2 })));
  });

  it('The undo of a release takes back the prices of a plan that was detached since', async () => {
    const room = await past.room();
    const parent = await past.plan(room);
    const child = await past.plan(room, less(parent));
    await undoing.prices(room, parent, 100);
    await change(parent, { guard: { minimum: '40.00' } });
    await undoing.prices(room, parent, 1);
    const range = { ratePlanId: parent, from: DATE, to: DATE };
    const { body } = await service.admin<{ requestId: string }>('POST', '/heldPrices/release', range);
    await detach(child);
    expect((await undoing.undo(body.requestId)).body).toMatchObject({ restored: 2, changedSince: 0 });
    expect(await pricesOf(parent, child)).toEqual(['100.00', '90.00']);
  });

  it('The undo of rooms left takes back a price that the push filled in, also if its plan was detached since', async () => {
    const [room, elsewhere] = [await past.room(), await past.room()];
    const parent = await past.plan(elsewhere);
    await undoing.prices(elsewhere, parent, 100);
    const child = await service.records.ratePlan(room, parent, { steps: [{ percent: '-10' }] });
    const wrong = await undoing.rooms(room, 1);
    expect(await priceOf(child)).toBe('90.00');
    await detach(child);
    const { body } = await undoing.undo(wrong);
    expect(body).toMatchObject({ rooms: 1, restored: 2, derived: 0 });
    expect(await service.records.prices(child)).toEqual({ [DATE]: null });
  });

  it('An undo does not restore prices of detached plans whose past is unknown', async () => {
    const [room, elsewhere] = [await past.room(), await past.room()];
    const { room: _, parent, child, from } = await wrongPush({ room, elsewhere });
    await service.dataSource.query(`UPDATE room_clock SET known_since = last_moment WHERE room_id = $1`, [
      elsewhere,
    ]);
    await undoing.prices(room, parent, 2);
    await detach(child);
    const { body } = await undoing.undoAll({ from });
    expect(body).toMatchObject({ restored: 1, unknown: 1, derived: 0 });
    expect(await pricesOf(parent, child)).toEqual(['100.00', '1.80']);
  });
});
