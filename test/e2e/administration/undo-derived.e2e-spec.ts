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

  it('Derived prices follow the price that an undo restores, down the chain and into other rooms', async () => {
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

  it('An undo that makes a price not set makes its derived prices not set', async () => {
    const { room, base, derived } = await planWithDerived();
    await undoing.undo(await undoing.prices(room, base, 1));
    for (const plan of [base, derived]) expect(await service.records.prices(plan)).toEqual({ [DATE]: null });
  });

  it('An undo leaves a derived price that the undone push did not change', async () => {
    const { room, base, derived } = await planWithDerived();
    await undoing.prices(room, base, 200);
    await undoing.prices(room, derived, 90);
    const wrong = await undoing.prices(room, base, 100);
    expect((await undoing.undo(wrong)).body).toMatchObject({ restored: 1, derived: 0 });
    expect([await priceOf(base), await priceOf(derived)]).toEqual(['200.00', '90.00']);
  });

  it('A price pushed to a derived plan comes back after the undo of a push that recalculated it', async () => {
    const { room, base, derived } = await planWithDerived();
    await undoing.prices(room, base, 100);
    await undoing.prices(room, derived, 95);
    const wrong = await undoing.prices(room, base, 1);
    expect((await undoing.undo(wrong)).body).toMatchObject({ restored: 1, derived: 1 });
    expect(await priceOf(derived)).toBe('95.00');
  });

  it('An undo restores derived prices even if the push did not change the price of its own plan', async () => {
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

  it('An undo leaves prices that were pushed to derived plans since', async () => {
    const { room, base, derived } = await planWithDerived();
    await undoing.prices(room, base, 100);
    const wrong = await undoing.prices(room, base, 1);
    await undoing.prices(room, derived, 95);
    expect((await undoing.undo(wrong)).body).toMatchObject({ restored: 1, derived: 0 });
    expect([await priceOf(base), await priceOf(derived)]).toEqual(['100.00', '95.00']);
  });

  it('An undo applies the present rule to derived plans that were changed or created since', async () => {
    const { room, base, derived } = await planWithDerived('-10', { minimum: '80' });
    await undoing.prices(room, base, 100);
    const wrong = await undoing.prices(room, base, 1);
    // For the wrong price, the new rule gives the same derived price as the old rule; for the right price, another one.
    await service.admin('PATCH', `/ratePlans/${derived}`, less(base, '-15', { minimum: '80' }));
    const newer = await past.plan(room, less(base, '50'));
    await undoing.undo(wrong);
    expect([await priceOf(derived), await priceOf(newer)]).toEqual(['85.00', '150.00']);
  });

  it('An undo leaves derived prices after a newer push of the parent, even if that push did not change them', async () => {
    const { room, base, derived } = await planWithDerived('-10', { minimum: '40' });
    await undoing.prices(room, base, 100);
    const wrong = await undoing.prices(room, base, 30);
    await undoing.prices(room, base, 20);
    expect((await undoing.undo(wrong)).body).toMatchObject({ restored: 0, changedSince: 1, derived: 0 });
    expect([await priceOf(base), await priceOf(derived)]).toEqual(['20.00', '40.00']);
  });

  it('An undo of rooms left keeps derived prices whose parent in another room was pushed since', async () => {
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

  it('An undo removes a derived price if the present rule gives more than can be stored', async () => {
    const { room, base, derived } = await planWithDerived();
    await undoing.prices(room, base, 9_000_000_000);
    const wrong = await undoing.prices(room, base, 1);
    await service.admin('PATCH', `/ratePlans/${derived}`, less(base, '100'));
    await undoing.undo(wrong);
    expect(await service.records.prices(derived)).toEqual({ [DATE]: null });
  });

  it('Prices pushed to a derived plan are undone like any other', async () => {
    const { room, base, derived } = await planWithDerived();
    await undoing.prices(room, base, 100);
    const wrong = await undoing.prices(room, derived, 1);
    expect((await undoing.undo(wrong)).body.records).toMatchObject([
      { ratePlanId: derived, from: '1.00', to: '90.00', verdict: 'restored' },
    ]);
    expect([await priceOf(base), await priceOf(derived)]).toEqual(['100.00', '90.00']);
  });

  it('Pushed prices in two linked rooms are each undone once, whichever room is first', async () => {
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
      const preview = (await undoing.undoAll({ from, dryRun: true })).body;
      const { body } = await undoing.undoAll({ from, dryRun: false });
      expect(body).toMatchObject({ rooms: 2, restored: 2, changedSince: 0, derived: 1 });
      expect(body.requestIds).toHaveLength(2);
      expect([await priceOf(base), await priceOf(derived), await priceOf(below)]).toEqual([
        '100.00',
        '90.00',
        '81.00',
      ]);
      expect(preview.records).toEqual(body.records);
      expect(preview).toMatchObject({ restored: 2, changedSince: 0, derived: 1 });
    }
  });
});
