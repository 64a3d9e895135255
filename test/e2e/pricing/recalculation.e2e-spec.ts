import { endOfFeed, itemsOf } from '../../support/feed-page';
import { TestService } from '../../support/service';
import { DATE, Undoing } from '../../support/undo';

/** The rules of the derived plans: 10 % less, and 5.00 more. */
const LESS = { steps: [{ percent: '-10' }] };
const MORE = { steps: [{ amount: '5' }] };

describe('the return of prices to their rule', () => {
  let service: TestService;
  let undoing: Undoing;
  let room: string;
  let otherRoom: string;
  let base: string;
  let derived: string;
  /** A plan of another room that derives from the derived one. */
  let below: string;
  beforeAll(async () => {
    service = await TestService.start();
    undoing = new Undoing(service);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    [room, otherRoom] = [await service.records.room(), await service.records.room()];
    base = await service.records.ratePlan(room);
    derived = await service.records.ratePlan(room, base, LESS);
    below = await service.records.ratePlan(otherRoom, derived, MORE);
    await undoing.prices(room, base, { [DATE]: 100, '2026-12-02': 200 });
    await undoing.prices(room, derived, { [DATE]: 45, '2026-12-02': 180 });
  });

  const recalculate = (id = derived, from = DATE, to = from) =>
    service.admin<{ requestId: string; records: number; errors: object[]; detail: string }>(
      'POST',
      `/ratePlans/${id}/recalculate`,
      { from, to },
    );
  const priceOf = async (id: string, date = DATE) => (await service.records.prices(id))[date];
  const entry = async (requestId: string) => (await service.admin('GET', `/journal/${requestId}`)).body;

  it('A price returned to its rule is what the rule gives, and the plans below follow the price', async () => {
    expect([await priceOf(derived), await priceOf(below)]).toEqual(['45.0000', '50.0000']);
    expect(await recalculate()).toMatchObject({ status: 200, body: { records: 1 } });
    expect([await priceOf(base), await priceOf(derived), await priceOf(below)]).toEqual([
      '100.0000',
      '90.0000',
      '95.0000',
    ]);
  });

  it('A price returned to its rule is in the journal, in the story and in the feed of changes', async () => {
    const start = await endOfFeed(service);
    const { requestId } = (await recalculate(derived, DATE, '2026-12-02')).body;
    expect(await entry(requestId)).toMatchObject({
      operation: 'recalculatePrices',
      roomId: room,
      ratePlanId: derived,
      token: 'test',
      outcome: 'applied',
      received: 2,
      applied: 1,
      unchanged: 1,
      records: [
        { date: DATE, value: '90.00', verdict: 'applied' },
        { date: '2026-12-02', value: '180.00', verdict: 'unchanged' },
      ],
    });
    const { body: story } = await service.admin('GET', `/ratePlans/${derived}/prices/${DATE}`);
    expect(story).toMatchObject({ price: '90.00', origin: 'derived' });
    expect((story as { history: object[] }).history[0]).toMatchObject({ requestId, kind: 'derivation' });
    const what = { requestId, kind: 'prices', from: DATE, to: DATE };
    expect(await itemsOf(service, start, [requestId])).toMatchObject([
      { roomId: room, ratePlanIds: [derived], ...what },
      { roomId: otherRoom, ratePlanIds: [below], ...what },
    ]);
  });

  it('An undo takes back a price returned to its rule, and the prices of the plans below', async () => {
    const { requestId } = (await recalculate()).body;
    const { body } = await undoing.undo(requestId);
    expect(body).toMatchObject({
      restored: 1,
      records: [{ ratePlanId: derived, date: DATE, from: '90.00', to: '45.00', verdict: 'restored' }],
    });
    expect([await priceOf(derived), await priceOf(below)]).toEqual(['45.0000', '50.0000']);
  });

  it('An undo leaves a price that was changed after its return to its rule', async () => {
    const { requestId } = (await recalculate()).body;
    await undoing.prices(room, base, 110);
    expect((await undoing.undo(requestId)).body).toMatchObject({ restored: 0, changedSince: 1 });
    expect(await priceOf(derived)).toBe('99.0000');
  });

  it('The undo of all pushes of a period leaves prices that were returned to their rules', async () => {
    const from = new Date(Date.now() - 60_000).toISOString();
    const { requestId } = (await recalculate()).body;
    const { body } = await undoing.undoAll({ from, ratePlanId: derived, dryRun: true });
    expect(body.records).not.toContainEqual(expect.objectContaining({ from: '90.00', verdict: 'restored' }));
    expect(requestId).toEqual(expect.any(String));
  });

  it('A price returned to its rule follows a parent in another room', async () => {
    await undoing.prices(otherRoom, below, 7);
    await recalculate(below);
    expect([await priceOf(derived), await priceOf(below)]).toEqual(['45.0000', '50.0000']);
  });

  it('The return of prices to their rule leaves dates on which the parent plan has no price', async () => {
    await undoing.prices(room, derived, { '2026-12-03': 60 });
    await undoing.rooms(room, { '2026-12-04': 1 });
    const { body } = await recalculate(derived, DATE, '2026-12-31');
    expect(body.records).toBe(2);
    expect(await priceOf(derived, '2026-12-03')).toBe('60.0000');
    expect(await priceOf(derived, '2026-12-04')).toBeNull();
  });

  it('Prices can be returned to their rule on the dates that a push or a message could write, and on no others', async () => {
    await service.records.day(room, '2026-11-29');
    await service.records.price(room, base, '2026-11-29', 100);
    await service.records.price(room, derived, '2026-11-29', 45);
    expect(await recalculate(derived, '2026-11-29', DATE)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/from', message: 'must not be before 2026-11-30' }] },
    });
    expect(await recalculate(derived, DATE, '2028-12-21')).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/to', message: 'must not be after 2028-12-20' }] },
    });
    expect((await recalculate(derived, '2026-12-02', DATE)).status).toBe(400);
    expect((await recalculate(derived, '2026-11-30', '2028-12-01')).status).toBe(200);
    expect((await recalculate(derived, '2028-12-01', '2028-12-20')).status).toBe(200);
    expect(await priceOf(derived, '2026-11-29')).toBe('45.0000');
  });

  it('Prices of a plan without a rule cannot be returned', async () => {
    expect(await recalculate(base)).toMatchObject({
      status: 409,
      body: { detail: `Rate plan ${base} is not derived: it has no rule.` },
    });
    expect((await recalculate('987654')).status).toBe(404);
  });

  it('The return of prices waits for the rooms that it reaches, as pushes do', async () => {
    const pushes = [1, 2, 3].map((price) => undoing.prices(room, base, 100 + price));
    await Promise.all([...pushes, recalculate(), undoing.prices(room, derived, 50), recalculate()]);
    await recalculate();
    const [ofBase, ofDerived] = [Number(await priceOf(base)), Number(await priceOf(derived))];
    expect(ofDerived).toBeCloseTo(ofBase * 0.9, 4);
  });
});
