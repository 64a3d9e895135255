import { Past } from '../../support/past';
import { TestService } from '../../support/service';
import { DATE, Undoing } from '../../support/undo';

describe('derived prices after an undo', () => {
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
  const less = (from: string, percent = '-10', more = {}) => ({
    derivation: { from, steps: [{ percent }], ...more },
  });
  const planWithDerived = async (percent?: string, more?: object) => {
    const room = await past.room();
    const base = await past.plan(room);
    return { room, base, derived: await past.plan(room, less(base, percent, more)) };
  };

  it('are those of the restored price, down the chain and in other rooms', async () => {
    const { room, base, derived } = await planWithDerived();
    const elsewhere = await past.room();
    const below = await past.plan(elsewhere, less(derived, '100'));
    await undoing.prices(room, base, 100);
    const wrong = await undoing.prices(room, base, 1);
    const { body, headers } = await undoing.undo(wrong);
    expect(body).toMatchObject({ rooms: 1, restored: 1, derived: 2, records: [{ ratePlanId: base }] });
    expect([await priceOf(base), await priceOf(derived), await priceOf(below)]).toEqual([
      '100.00',
      '90.00',
      '180.00',
    ]);
    expect((await past.story(below)).body.history[0]).toMatchObject({
      requestId: headers.get('x-request-id'),
      kind: 'undo',
      price: '180.00',
    });
    expect(await past.prices(elsewhere, await past.momentOf(headers))).toEqual({ [below]: '180.00' });
  });

  it('are not set where the restored price is not', async () => {
    const { room, base, derived } = await planWithDerived();
    await undoing.undo(await undoing.prices(room, base, 1));
    for (const plan of [base, derived]) expect(await service.records.prices(plan)).toEqual({ [DATE]: null });
  });

  it('are what was pushed to their plan before, where the undone push had recalculated that', async () => {
    const { room, base, derived } = await planWithDerived();
    await undoing.prices(room, base, 100);
    await undoing.prices(room, derived, 95);
    const wrong = await undoing.prices(room, base, 1);
    expect((await undoing.undo(wrong)).body).toMatchObject({ restored: 1, derived: 1 });
    expect(await priceOf(derived)).toBe('95.00');
  });

  it('go back also where the push left the price of its own plan as it was', async () => {
    const { room, base, derived } = await planWithDerived();
    await undoing.prices(room, base, 100);
    await undoing.prices(room, derived, 95);
    const same = await undoing.prices(room, base, 100);
    expect(await priceOf(derived)).toBe('90.00');
    const undo = (await undoing.undo(same)).body;
    expect(undo).toMatchObject({ restored: 0, unchanged: 1, derived: 1, requestIds: [undo.undoId] });
    expect(await priceOf(derived)).toBe('95.00');
    expect((await undoing.undo(undo.undoId)).body).toMatchObject({ unchanged: 1, derived: 1 });
    expect(await priceOf(derived)).toBe('90.00');
  });

  it('that were pushed to their plan since are left', async () => {
    const { room, base, derived } = await planWithDerived();
    await undoing.prices(room, base, 100);
    const wrong = await undoing.prices(room, base, 1);
    await undoing.prices(room, derived, 95);
    expect((await undoing.undo(wrong)).body).toMatchObject({ restored: 1, derived: 0 });
    expect([await priceOf(base), await priceOf(derived)]).toEqual(['100.00', '95.00']);
  });

  it('follow the rule of now, where that was changed since, or the plan created', async () => {
    const { room, base, derived } = await planWithDerived('-10', { minimum: '80' });
    await undoing.prices(room, base, 100);
    const wrong = await undoing.prices(room, base, 1);
    // Gives the same for the wrong price, and another one for the right one.
    await service.admin('PATCH', `/ratePlans/${derived}`, less(base, '-15', { minimum: '80' }));
    const newer = await past.plan(room, less(base, '50'));
    await undoing.undo(wrong);
    expect([await priceOf(derived), await priceOf(newer)]).toEqual(['85.00', '150.00']);
  });

  it('stay what a newer push of the parent made them, also where that left their value as it was', async () => {
    const { room, base, derived } = await planWithDerived('-10', { minimum: '40' });
    await undoing.prices(room, base, 100);
    const wrong = await undoing.prices(room, base, 30);
    await undoing.prices(room, base, 20);
    expect((await undoing.undo(wrong)).body).toMatchObject({ restored: 0, changedSince: 1, derived: 0 });
    expect([await priceOf(base), await priceOf(derived)]).toEqual(['20.00', '40.00']);
  });

  it('stay it also where the parent is in another room, and only rooms left are undone in theirs', async () => {
    const [room, elsewhere] = [await past.room(), await past.room()];
    const base = await past.plan(elsewhere);
    const derived = await past.plan(room, less(base, '-10', { minimum: '40' }));
    await undoing.prices(elsewhere, base, 100);
    const from = await past.now();
    await undoing.prices(elsewhere, base, 30);
    await undoing.rooms(room, 5);
    const to = await past.now();
    await undoing.prices(elsewhere, base, 20);
    const { body } = await undoing.undoAll({ from, to, dryRun: false });
    expect(body).toMatchObject({ rooms: 2, restored: 1, changedSince: 1, derived: 0 });
    expect([await priceOf(base), await priceOf(derived)]).toEqual(['20.00', '40.00']);
  });

  it('are not set where the rule of now gives more than can be stored', async () => {
    const { room, base, derived } = await planWithDerived();
    await undoing.prices(room, base, 9_000_000_000);
    const wrong = await undoing.prices(room, base, 1);
    await service.admin('PATCH', `/ratePlans/${derived}`, less(base, '100'));
    await undoing.undo(wrong);
    expect(await service.records.prices(derived)).toEqual({ [DATE]: null });
  });

  it('that were pushed themselves are undone like any other', async () => {
    const { room, base, derived } = await planWithDerived();
    await undoing.prices(room, base, 100);
    const wrong = await undoing.prices(room, derived, 1);
    expect((await undoing.undo(wrong)).body.records).toMatchObject([
      { ratePlanId: derived, from: '1.00', to: '90.00', verdict: 'restored' },
    ]);
    expect([await priceOf(base), await priceOf(derived)]).toEqual(['100.00', '90.00']);
  });

  it('of another room that were pushed as well are each undone once, whichever room is first', async () => {
    for (const isBaseFirst of [true, false]) {
      const [one, two] = [await past.room(), await past.room()];
      const [room, elsewhere] = isBaseFirst ? [one, two] : [two, one];
      const base = await past.plan(room);
      const derived = await past.plan(elsewhere, less(base));
      const below = await past.plan(elsewhere, less(derived));
      await undoing.prices(room, base, 100);
      const from = await past.now();
      await undoing.prices(elsewhere, derived, 2);
      await undoing.prices(room, base, 1);
      await undoing.prices(elsewhere, derived, 3);
      const told = (await undoing.undoAll({ from, dryRun: true })).body;
      const { body } = await undoing.undoAll({ from, dryRun: false });
      expect(body).toMatchObject({ rooms: 2, restored: 2, changedSince: 0, derived: 1 });
      expect(body.requestIds).toHaveLength(2);
      expect([await priceOf(base), await priceOf(derived), await priceOf(below)]).toEqual([
        '100.00',
        '90.00',
        '81.00',
      ]);
      expect(told.records).toEqual(body.records);
      expect(told).toMatchObject({ restored: 2, changedSince: 0, derived: 1 });
    }
  });
});
