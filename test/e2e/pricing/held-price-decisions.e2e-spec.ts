import { randomUUID } from 'node:crypto';
import { DATE, days, GUARD, GuardedPlan, requestOf } from '../../support/held-prices';
import { TestService } from '../../support/service';

describe('held prices', () => {
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

  describe('the release of held prices', () => {
    it('A release sets prices past the guard, in an entry of its own that the story names', async () => {
      const pushed = requestOf(await guarded.push(1));
      expect(await guarded.story()).toMatchObject({
        price: '100.00',
        held: { price: '1.00', reason: 'belowMinimum', requestId: pushed, heldAt: expect.any(String) },
      });
      const { status, body } = await guarded.decide('release');
      expect([status, body.records]).toEqual([200, 1]);
      expect(await guarded.entry(body.requestId)).toMatchObject({
        operation: 'releaseHeldPrices',
        roomId: room,
        ratePlanId: plan,
        token: 'test',
        outcome: 'applied',
        received: 1,
        applied: 1,
        held: 0,
        changes: null,
        records: [{ date: DATE, value: '1.00', verdict: 'applied' }],
      });
      const story = (await guarded.story()) as { history: object[] };
      expect(story).toMatchObject({ price: '1.00', origin: 'pushed', held: null });
      expect(story.history[0]).toMatchObject({
        requestId: body.requestId,
        kind: 'release',
        token: 'test',
        price: '1.00',
      });
      expect(await guarded.hasHeldPrices()).toEqual({ flag: false, rows: false });
    });

    it('A release sets only the plan and dates it names, and an equal stored price is unchanged', async () => {
      await guarded.push(1);
      await guarded.push(2, '2026-12-25');
      await guarded.push(3, '2026-12-27');
      const other = await service.records.ratePlan(room);
      await guarded.setGuard({ minimum: '50' }, other);
      await guarded.push(1, DATE, other);
      await guarded.setGuard(null);
      await service.dataSource.query(
        `UPDATE rate_room_availability SET price = 1 WHERE rate_plan_id = $1 AND date = $2`,
        [plan, DATE],
      );
      const { body } = await guarded.decide('release', DATE, '2026-12-26');
      expect(body.records).toBe(2);
      expect(await guarded.entry(body.requestId)).toMatchObject({
        received: 2,
        applied: 1,
        unchanged: 1,
        records: [
          { date: DATE, verdict: 'unchanged' },
          { date: '2026-12-25', verdict: 'applied' },
        ],
      });
      expect([await guarded.held(), (await guarded.hasHeldPrices()).flag]).toEqual([
        { '2026-12-27': '3.00' },
        true,
      ]);
      expect(await guarded.held(other)).toEqual({ [DATE]: '1.00' });
    });

    it('A second release has nothing left to set', async () => {
      await guarded.push(1);
      await guarded.decide('release');
      await guarded.push(100, DATE);
      await guarded.setGuard(null);
      await guarded.push(100, DATE);
      const { status, body } = await guarded.decide('release');
      expect([status, body.records]).toEqual([200, 0]);
      expect(await service.records.prices(plan)).toEqual({ [DATE]: '100.0000' });
    });

    it('A release skips dates that have left the update window', async () => {
      const tomorrow = await service.startBeside({ now: new Date('2026-12-26T12:00:00Z') });
      await guarded.push(1);
      await guarded.push(2, '2026-12-25');
      const range = { ratePlanId: plan, from: '2026-12-01', to: '2026-12-31' };
      const { body } = await tomorrow.admin<{ requestId: string; records: number }>(
        'POST',
        '/heldPrices/release',
        range,
      );
      expect(body.records).toBe(2);
      expect(await guarded.entry(body.requestId)).toMatchObject({ applied: 1, skipped: 1 });
      expect(await service.records.prices(plan)).toEqual({ [DATE]: '100.0000', '2026-12-25': '2.0000' });
      expect(await guarded.held()).toEqual({});
    });

    it('A release is refused as a whole if a derived price would be too high, and the prices stay held', async () => {
      const child = await service.records.ratePlan(room, plan, { steps: [{ percent: '900' }] });
      await guarded.push('9999999999');
      const { status, body } = await guarded.decide('release');
      expect(status).toBe(400);
      expect(body).toMatchObject({
        detail: `The price derived for rate plan ${child} on ${DATE} would reach 10000000000`,
      });
      expect(await guarded.held()).toEqual({ [DATE]: '9999999999.00' });
    });
  });

  describe('a decision with heldBy', () => {
    it('A release leaves a held price that has replaced the price of the push in heldBy', async () => {
      const seen = requestOf(await guarded.push(40));
      const later = requestOf(await guarded.push('0.40'));
      const { status, body } = await guarded.decide('release', DATE, DATE, [seen]);
      expect([status, body]).toMatchObject([200, { records: 0, changedSince: 1 }]);
      expect(await guarded.story()).toMatchObject({
        price: '100.00',
        held: { price: '0.40', requestId: later },
      });
      expect(await guarded.hasHeldPrices()).toEqual({ flag: true, rows: true });
      const again = await guarded.decide('release', DATE, DATE, [later]);
      expect(again.body).toMatchObject({ records: 1, changedSince: 0 });
      expect(await guarded.story()).toMatchObject({ price: '0.40', held: null });
    });

    it.each(['release', 'discard'] as const)(
      'A %s with heldBy leaves a date in between that became held meanwhile',
      async (what) => {
        const dates = days(3);
        const [first = '', between = '', last = ''] = dates;
        for (const date of dates) await guarded.push(100, date);
        const { headers } = await service.pushPrices(room, plan, [
          { date: first, price: 30 },
          { date: last, price: 31 },
        ]);
        const seen = requestOf({ headers });
        await guarded.push(2, between);
        const { body } = await guarded.decide(what, first, last, [seen, seen]);
        expect(body).toMatchObject({ records: 2, changedSince: 1 });
        expect(await guarded.entry(body.requestId)).toMatchObject({
          received: 2,
          records: [
            { date: first, value: '30.00' },
            { date: last, value: '31.00' },
          ],
        });
        expect(await guarded.held()).toEqual({ [between]: '2.00' });
        const [atFirst, atLast] = what === 'release' ? ['30.0000', '31.0000'] : ['100.0000', '100.0000'];
        expect(await service.records.prices(plan)).toMatchObject({
          [first]: atFirst,
          [between]: '100.0000',
          [last]: atLast,
        });
      },
    );

    it('A decision without heldBy concerns all held prices of the range, and counts none as changed since', async () => {
      await guarded.push(40);
      await guarded.push('0.40');
      expect((await guarded.decide('discard')).body).toMatchObject({ records: 1, changedSince: 0 });
    });

    it('A decision on held prices takes as many request ids as a range can have dates', async () => {
      const seen = requestOf(await guarded.push(1));
      const ids = [...Array.from({ length: 749 }, () => randomUUID()), seen];
      const { body } = await guarded.decide('discard', '2026-12-01', '2028-12-19', ids);
      expect(body).toMatchObject({ records: 1, changedSince: 0 });
      const tooMany = await guarded.decide('discard', DATE, DATE, [...ids, randomUUID()]);
      expect(tooMany.status).toBe(400);
    });

    it.each([[[]], [null], ['x'], [['x']], [[1]]])(
      'A release with heldBy %j is refused, and the price stays held',
      async (heldBy) => {
        await guarded.push(1);
        const { status, body } = await guarded.decide('release', DATE, DATE, heldBy as string[]);
        expect([status, body]).toMatchObject([400, { errors: [{ pointer: '/heldBy' }] }]);
        expect(await guarded.held()).toEqual({ [DATE]: '1.00' });
      },
    );
  });

  it('A discard leaves the cells as they are, and the journal says who did it', async () => {
    await guarded.push(1);
    const { status, body } = await guarded.decide('discard');
    expect([status, body.records]).toEqual([200, 1]);
    expect(await guarded.entry(body.requestId)).toMatchObject({
      operation: 'discardHeldPrices',
      token: 'test',
      outcome: 'applied',
      received: 1,
      applied: 0,
      unchanged: 1,
      records: [{ date: DATE, value: '1.00', verdict: 'unchanged' }],
    });
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '100.0000' });
    expect(await guarded.story()).toMatchObject({ held: null, history: [{ kind: 'push' }] });
    expect(await guarded.hasHeldPrices()).toEqual({ flag: false, rows: false });
  });

  it.each(['release', 'discard'] as const)('The answer to a %s for a missing plan is 404', async (what) => {
    await guarded.push(1);
    await service.admin('DELETE', `/ratePlans/${plan}?confirm=Plan`);
    const { status, body } = await guarded.decide(what);
    expect([status, body]).toMatchObject([404, { detail: `There is no rate plan ${plan}` }]);
    const rows = await service.dataSource.query(`SELECT FROM held_price WHERE rate_plan_id = $1`, [plan]);
    expect(rows).toEqual([]);
  });

  it('The undo of a release restores the earlier prices, and nothing is held', async () => {
    const child = await service.records.ratePlan(room, plan, { steps: [{ amount: '5' }] });
    await guarded.push(110);
    await guarded.push(1);
    const { body } = await guarded.decide('release');
    const undone = await service.admin('POST', `/journal/${body.requestId}/undo`, {});
    expect([undone.status, undone.body]).toMatchObject([200, { restored: 1, changedSince: 0 }]);
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '110.0000' });
    expect(await service.records.prices(child)).toEqual({ [DATE]: '115.0000' });
    expect(await guarded.story()).toMatchObject({ history: [{ kind: 'undo' }, { kind: 'release' }, {}, {}] });
    expect(await guarded.hasHeldPrices()).toEqual({ flag: false, rows: false });
  });

  it('The undo of a push leaves its held prices, because the push did not set them', async () => {
    await guarded.push(110, '2026-12-25');
    const { headers } = await service.pushPrices(room, plan, [
      { date: DATE, price: 1 },
      { date: '2026-12-25', price: 120 },
    ]);
    const undone = await service.admin('POST', `/journal/${headers.get('x-request-id')}/undo`, {});
    expect(undone.body).toMatchObject({ restored: 1 });
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '100.0000', '2026-12-25': '110.0000' });
    expect(await guarded.held()).toEqual({ [DATE]: '1.00' });
  });

  it('The next push of a plan removes held prices that have left the update window', async () => {
    const later = await service.startBeside({ now: new Date('2026-12-26T12:00:00Z') });
    await guarded.push(1);
    await guarded.push(2, '2026-12-25');
    await guarded.push(3, '2026-12-27');
    await later.pushPrices(room, plan, [{ date: '2026-12-28', price: 100 }]);
    expect(await guarded.held()).toEqual({ '2026-12-25': '2.00', '2026-12-27': '3.00' });
    const evenLater = await service.startBeside({ now: new Date('2026-12-29T12:00:00Z') });
    await evenLater.pushPrices(room, plan, [{ date: '2026-12-28', price: 100 }]);
    expect(await guarded.hasHeldPrices()).toEqual({ flag: false, rows: false });
  });

  it('Held prices are listed in pages, for a room, a plan or all', async () => {
    const other = await service.records.ratePlan(room);
    await guarded.setGuard({ minimum: '50' }, other);
    const dates = days(5);
    for (const id of [plan, other])
      await service.pushPrices(
        room,
        id,
        dates.map((date) => ({ date, price: 1 })),
      );
    const found: string[] = [];
    for (let cursor = ''; ;) {
      const page = await guarded.list(`roomId=${room}&limit=3${cursor}`);
      found.push(...page.items.map((item) => `${item.ratePlanId} ${item.date}`));
      if (!page.nextCursor) break;
      expect(page.items).toHaveLength(3);
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(found).toEqual([plan, other].flatMap((id) => dates.map((date) => `${id} ${date}`)));
    expect((await guarded.list(`ratePlanId=${other}`)).items).toHaveLength(5);
    expect((await guarded.list(`roomId=987654&ratePlanId=${other}`)).items).toEqual([]);
    expect((await guarded.list('ratePlanId=987654')).items).toEqual([]);
    const elsewhere = await service.records.room('Held inn');
    const elsewherePlan = await service.records.ratePlan(elsewhere);
    await guarded.setGuard({ minimum: '50' }, elsewherePlan);
    await service.pushPrices(elsewhere, elsewherePlan, [{ date: dates[0], price: 1 }]);
    expect((await guarded.list('propertyName=Held%20inn')).items).toMatchObject([{ roomId: elsewhere }]);
    expect((await guarded.list(`propertyName=Held%20inn&roomId=${room}`)).items).toEqual([]);
    expect((await guarded.list('limit=200')).items.length).toBeGreaterThanOrEqual(10);
  });

  it.each(['x', '1.2', '1.2.2026-99-99', '1.99999999999999999999.2026-12-01', ''])(
    'The cursor %j is refused',
    async (cursor) => {
      const { status, body } = await service.admin('GET', `/heldPrices?cursor=${cursor}`);
      expect([status, body['errors']]).toEqual([
        400,
        [{ pointer: '/cursor', message: 'must be the `nextCursor` of the page before' }],
      ]);
    },
  );

  it('A token with the scope read can list held prices, but not decide on them', async () => {
    const headers = { authorization: `Bearer ${await service.createToken('reader', ['read'])}` };
    expect((await service.call('/admin/heldPrices', { headers })).status).toBe(200);
    const range = { ratePlanId: plan, from: DATE, to: DATE };
    for (const what of ['release', 'discard'])
      expect((await service.post(`/admin/heldPrices/${what}`, range, { headers })).status).toBe(403);
  });

  it('If a release and a push come at the same time, the call that is applied first sets the price', async () => {
    for (let round = 0; round < 20; round++) {
      await guarded.setGuard(GUARD);
      await guarded.push(1);
      const [release, pushed] = await Promise.all([guarded.decide('release'), guarded.push(100 + round)]);
      const order = await service.dataSource.query<{ id: string }[]>(
        `SELECT id FROM journal_entry WHERE id IN ($1, $2) ORDER BY applied_at`,
        [release.body.requestId, requestOf(pushed)],
      );
      const last = order.at(-1)?.id;
      const [price] = Object.values(await service.records.prices(plan));
      if (last === release.body.requestId) {
        // The push came first, and replaced the held price.
        expect([price, release.body.records]).toEqual([`${100 + round}.0000`, 0]);
        continue;
      }
      // The release came first. The push was compared with the price of 1, and held as an increase.
      expect(release.body.records).toBe(1);
      expect(price).toBe('1.0000');
      expect(await guarded.held()).toEqual({ [DATE]: `${100 + round}.00` });
      await guarded.setGuard(null);
      await guarded.push(100);
    }
  });
});
