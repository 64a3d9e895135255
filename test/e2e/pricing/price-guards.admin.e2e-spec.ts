import { DATE, GUARD, GuardedPlan, requestOf } from '../../support/held-prices';
import { TestService } from '../../support/service';

describe('a guard', () => {
  let service: TestService;
  let guarded: GuardedPlan;
  let room: string;
  let plan: string;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());
  beforeEach(async () => {
    guarded = await GuardedPlan.create(service);
    ({ room, plan } = guarded);
  });

  it('A plan without a guard follows the settings', async () => {
    const instance = await service.startBeside({
      settings: { PRICE_GUARD_MAX_DECREASE_PERCENT: '10', PRICE_GUARD_MAX_INCREASE_PERCENT: '20.5' },
    });
    const heldOf = async (price: number | string) =>
      (await instance.pushPrices(room, plan, [{ date: DATE, price }])).headers.get('x-records-held');
    expect(await heldOf(51)).toBe('0');
    await guarded.setGuard(null);
    await guarded.push(100);
    expect([await heldOf('89.99'), await heldOf('120.51')]).toEqual(['1', '1']);
    expect([await heldOf(90), await heldOf('108.45')]).toEqual(['0', '0']);
    await guarded.setGuard({});
    expect([await heldOf(1), await heldOf(1000)]).toEqual(['0', '0']);
  });

  describe('a guard in the administration', () => {
    const read = async () => (await service.admin('GET', `/ratePlans/${plan}`)).body;

    it('A guard is read with its plan, the list of plans and its room, and its changes are in the journal', async () => {
      expect(await read()).toMatchObject({ guard: GUARD });
      expect((await service.admin('GET', `/ratePlans?roomId=${room}`)).body).toMatchObject({
        items: [{ guard: GUARD }],
      });
      expect((await service.admin('GET', `/rooms/${room}`)).body).toMatchObject({
        ratePlans: [{ guard: GUARD }],
      });
      const { headers, body } = await guarded.setGuard({ minimum: 5, maxIncreasePercent: 12.5 });
      const guard = { minimum: '5.00', maximum: null, maxDecreasePercent: null, maxIncreasePercent: '12.5' };
      expect(body).toMatchObject({ guard });
      expect((await guarded.entry(requestOf({ headers })))['changes']).toEqual({
        guard: { from: GUARD, to: guard },
      });
      const renamed = await service.admin('PATCH', `/ratePlans/${plan}`, { name: 'Other' });
      expect(renamed.body).toMatchObject({ guard });
      const none = await guarded.setGuard(null);
      expect(none.body).toMatchObject({ guard: null });
      expect((await guarded.entry(requestOf(none)))['changes']).toEqual({ guard: { from: guard, to: null } });
    });

    it('A guard can be created with a new plan', async () => {
      const { status, body } = await service.admin('POST', `/rooms/${room}/ratePlans`, {
        name: 'New',
        guard: GUARD,
      });
      expect([status, body]).toMatchObject([201, { guard: GUARD }]);
      expect((await guarded.push(1, DATE, body['id'] as string)).headers.get('x-records-held')).toBe('1');
    });

    it.each<[string, unknown, string, RegExp]>([
      [
        'a minimum above the maximum',
        { minimum: '5', maximum: '4.99' },
        '/guard/minimum',
        /above the maximum/,
      ],
      ['a negative minimum', { minimum: '-1' }, '/guard/minimum', /at least 0/],
      [
        'a decrease of more than everything',
        { maxDecreasePercent: '100.0001' },
        '/guard/maxDecreasePercent',
        /0 to 100/,
      ],
      ['a negative decrease', { maxDecreasePercent: -1 }, '/guard/maxDecreasePercent', /0 to 100/],
      [
        'an increase that is no number',
        { maxIncreasePercent: 'a lot' },
        '/guard/maxIncreasePercent',
        /percentage/,
      ],
      ['an unknown limit', { maxDecrease: '5' }, '/guard/maxDecrease', /is not a field/],
      ['no object', '50', '/guard', /object/],
    ])('A guard with %s is refused', async (_, guard, pointer, message) => {
      const { status, body } = await service.admin('PATCH', `/ratePlans/${plan}`, { guard });
      const [error] = body['errors'] as { pointer: string; message: string }[];
      expect([status, error?.pointer]).toEqual([400, pointer]);
      expect(error?.message).toMatch(message);
      expect(await read()).toMatchObject({ guard: GUARD });
    });
  });
});
