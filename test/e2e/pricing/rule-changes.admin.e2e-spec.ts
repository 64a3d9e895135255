import { createDerivedPlans } from '../../support/derived-plans';
import { holdRoom, isWaitingForALock } from '../../support/locks';
import type { Answer } from '../../support/service';
import { endOfFeed, itemsOf } from '../../support/feed-page';
import { TestService } from '../../support/service';
import type { Undone } from '../../support/undo';

const [DATE, NEXT] = ['2026-12-01', '2026-12-02'] as const;
const MINUS_20 = { steps: [{ percent: '-20' }] };

interface Result {
  dryRun: boolean;
  preview: string;
  changed: number;
  unchanged: number;
  prices: number;
  derived: number;
  requestIds: string[];
  byProperty: object[];
  ratePlans: {
    ratePlanId: string;
    prices: number;
    restrictions: number;
    largest: { date: string; from: string; to: string } | null;
  }[];
  detail: string;
  errors: { pointer: string; message: string }[];
}

interface Entry {
  requestId: string;
  operation: string;
  roomId: string;
  ratePlanId: string | null;
  callId: string;
  undoes: string[] | null;
  undoneBy: { requestId: string }[];
  changes: Record<string, { from: object; to: object }>;
}

describe('the rules of several rate plans', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());

  /** Rooms, each with a plan and one that costs 10 % less. */
  const hotel = async (count: number) => {
    const rooms: { room: string; base: string; derived: string }[] = [];
    for (let index = 0; index < count; index++) {
      const room = await service.records.room();
      const base = await service.records.ratePlan(room);
      const derived = await service.records.ratePlan(room, base, { steps: [{ percent: '-10' }] });
      rooms.push({ room, base, derived });
      await push({ room, base }, { [DATE]: 100, [NEXT]: 50 });
    }
    return rooms;
  };
  const push = ({ room, base }: { room: string; base: string }, prices: Record<string, number>) =>
    service.pushPrices(
      room,
      base,
      Object.entries(prices).map(([date, price]) => ({ date, price })),
    );
  const changePlans = (ratePlanIds: string[], fields: object) =>
    service.admin<Result>('PATCH', '/ratePlans', { ratePlanIds, ...fields });
  const change = (ratePlanIds: string[], derivation: object, dryRun = false, preview?: string) =>
    changePlans(ratePlanIds, { derivation, dryRun, preview });
  const undo = (requestId: string, dryRun = false) =>
    service.admin<Undone>('POST', `/journal/${requestId}/undo`, { dryRun });
  const entry = async (requestId: string) =>
    (await service.admin<Entry>('GET', `/journal/${requestId}`)).body;
  const ruleOf = async (ratePlanId: string) =>
    (await service.admin<{ derivation: Record<string, unknown> }>('GET', `/ratePlans/${ratePlanId}`)).body
      .derivation;
  const guardOf = async (ratePlanId: string) =>
    (await service.admin<{ guard: object | null }>('GET', `/ratePlans/${ratePlanId}`)).body.guard;
  const pricesOf = (ratePlanId: string) => service.records.prices(ratePlanId);

  it('A change of several rules sets the given parts, and recalculates their plans and all plans below', async () => {
    const [one, two] = (await hotel(2)) as [Room, Room];
    const away = await service.records.room();
    const below = await service.records.ratePlan(away, two.derived, { steps: [{ amount: '1' }] });
    await service.admin('PATCH', `/ratePlans/${two.derived}`, {
      derivation: { from: two.base, steps: [], minimum: '45.00' },
    });
    const { status, body } = await change([one.derived, two.derived], MINUS_20);
    expect(status).toBe(200);
    expect(body).toMatchObject({ dryRun: false, changed: 2, unchanged: 0, prices: 4, derived: 2 });
    expect(body.ratePlans).toMatchObject([
      { ratePlanId: one.derived, prices: 2, largest: { date: DATE, from: '90.00', to: '80.00' } },
      { ratePlanId: two.derived, prices: 2, largest: { date: DATE, from: '100.00', to: '80.00' } },
    ]);
    expect(await pricesOf(one.derived)).toEqual({ [DATE]: '80.0000', [NEXT]: '40.0000' });
    expect(await pricesOf(two.derived)).toEqual({ [DATE]: '80.0000', [NEXT]: '45.0000' });
    expect(await pricesOf(below)).toEqual({ [DATE]: '81.0000', [NEXT]: '46.0000' });
    expect(await ruleOf(one.derived)).toMatchObject({ from: one.base, ...MINUS_20, minimum: null });
    expect(await ruleOf(two.derived)).toMatchObject({ from: two.base, ...MINUS_20, minimum: '45.00' });
  });

  it('A change of rules counts the dates of plans below whose restrictions change', async () => {
    const [{ room, base, derived }] = (await hotel(1)) as [Room];
    await change([derived], { inherit: [] });
    await service.records.ratePlan(room, derived);
    await service.post(`/updateCalendarMinStay?roomId=${room}&ratePlanId=${base}`, [
      { date: DATE, minStay: 3 },
      { date: NEXT, minStay: 3 },
    ]);
    for (const dryRun of [true, false]) {
      const { body } = await change([derived], { inherit: ['minStayArrival'] }, dryRun);
      const ofPlan = { ratePlanId: derived, restrictions: 2 };
      expect(body).toMatchObject({ derivedRestrictions: 2, ratePlans: [ofPlan] });
    }
  });

  it('A change of the rules of a chain of plans gives what single changes from the top would give', async () => {
    const [{ room, base, derived }] = (await hotel(1)) as [Room];
    const below = await service.records.ratePlan(room, derived, { inherit: [] });
    await service.post(`/updateCalendarMinStay?roomId=${room}&ratePlanId=${base}`, [
      { date: DATE, minStay: 3 },
    ]);
    const { body } = await change([below, derived], { ...MINUS_20, inherit: ['minStayArrival'] });
    expect(body).toMatchObject({ changed: 2, prices: 4, derived: 0, derivedRestrictions: 0 });
    expect(await pricesOf(below)).toEqual({ [DATE]: '64.0000', [NEXT]: '32.0000' });
    expect((await service.records.restrictions(below))[DATE]).toEqual({ minStayArrival: 3 });
  });

  it('A change of rules locks the rooms of derived plans first if their ids are lower', async () => {
    const low = await service.records.room();
    const [{ room, derived }] = (await hotel(1)) as [Room];
    const below = await service.records.ratePlan(low, derived);
    const held = await holdRoom(service, low);
    const answer = change([derived], MINUS_20);
    await isWaitingForALock(service);
    const free = await service.dataSource.query<unknown[]>(
      `SELECT FROM room WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED`,
      [room],
    );
    await held.release();
    expect((await answer).status).toBe(200);
    expect(free).toHaveLength(1);
    expect(await pricesOf(below)).toEqual(await pricesOf(derived));
  });

  it('A dry run of a change of rules says what would change, and changes nothing', async () => {
    const rooms = await hotel(2);
    const ids = rooms.map(({ derived }) => derived);
    const asked = await change(ids, MINUS_20, true);
    expect(asked.body).toMatchObject({ dryRun: true, changed: 2, prices: 4, requestIds: [] });
    expect(await pricesOf(ids[0]!)).toEqual({ [DATE]: '90.0000', [NEXT]: '45.0000' });
    expect(await ruleOf(ids[0]!)).toMatchObject({ steps: [{ percent: '-10' }] });
    const done = await change(ids, MINUS_20);
    expect(done.body.ratePlans).toEqual(asked.body.ratePlans);
    const again = await change(ids, MINUS_20);
    expect(again.body).toMatchObject({ changed: 0, unchanged: 2, prices: 0, requestIds: [], ratePlans: [] });
  });

  it('A change of rules with a preview sets only the rules that the preview showed, whatever is pushed meanwhile', async () => {
    const [one, two] = (await hotel(2)) as [Room, Room];
    const ids = [one.derived, two.derived];
    const { body: seen } = await change(ids, MINUS_20, true);
    await service.admin('PATCH', `/ratePlans/${two.derived}`, {
      derivation: { from: two.base, steps: [{ percent: '-10' }], minimum: '45.00' },
    });
    const refused = await change(ids, MINUS_20, false, seen.preview);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toMatch(/^Nothing was changed: since the preview, others have changed /);
    expect(await ruleOf(one.derived)).toMatchObject({ steps: [{ percent: '-10' }] });
    const { body: now } = await change(ids, MINUS_20, true);
    await push(one, { [DATE]: 200 });
    const { status, body } = await change(ids, MINUS_20, false, now.preview);
    expect(status).toBe(200);
    expect(body.preview).toBe(now.preview);
    expect(await pricesOf(one.derived)).toEqual({ [DATE]: '160.0000', [NEXT]: '40.0000' });
    expect(await ruleOf(two.derived)).toMatchObject({ ...MINUS_20, minimum: '45.00' });
  });

  it('No rule changes if one of the plans cannot have the new rule', async () => {
    const [one, two] = (await hotel(2)) as [Room, Room];
    const refusals: [string[], object, number, string][] = [
      [[one.derived, '987654'], MINUS_20, 400, '/ratePlanIds/1 names rate plan 987654, which is unknown'],
      [[one.derived, two.base], MINUS_20, 409, `Rate plan ${two.base} is not derived`],
      [[one.derived], {}, 400, '/derivation must have at least one of'],
      [[one.derived], { ...MINUS_20, from: two.base }, 400, '/derivation/from is not a field of this call'],
      [[one.derived, one.derived], MINUS_20, 400, '/ratePlanIds must be a list of at most 500 ids'],
      [[], MINUS_20, 400, '/ratePlanIds must be a list of at most 500 ids'],
      [[one.derived], { steps: [{}] }, 400, '/derivation/steps/0 must have either percent or amount'],
    ];
    for (const [ids, derivation, status, detail] of refusals) {
      for (const dryRun of [true, false]) {
        const answer = await change(ids, derivation, dryRun);
        expect([answer.status, answer.body.detail]).toEqual([
          status,
          expect.stringContaining(detail) as string,
        ]);
      }
    }
    await change([two.derived], { maximum: '30.00' });
    const tooHigh = await change([one.derived, two.derived], { ...MINUS_20, minimum: '40.00' });
    expect(tooHigh).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            pointer: '/derivation/minimum',
            message: `is 40.00, which is above the maximum of 30.00 (rate plan ${two.derived})`,
          },
        ],
      },
    });
    await push(two, { [DATE]: 5_000_000_000 });
    await change([two.derived], { maximum: null });
    const tooLarge = await change([one.derived, two.derived], { steps: [{ percent: '150' }] });
    expect(tooLarge.status).toBe(409);
    expect(tooLarge.body.detail).toContain(`rate plan ${two.derived} on ${DATE} would reach 10000000000`);
    expect(await pricesOf(one.derived)).toEqual({ [DATE]: '90.0000', [NEXT]: '45.0000' });
    expect(await ruleOf(one.derived)).toMatchObject({ steps: [{ percent: '-10' }], minimum: null });
  });

  it('A change of rules has a journal entry for each room with the id of the call, and is in the feed of changes', async () => {
    const [one, two] = (await hotel(2)) as [Room, Room];
    const second = await service.records.ratePlan(one.room, one.base);
    const start = await endOfFeed(service);
    const { body, headers } = await change([two.derived, second, one.derived], MINUS_20);
    const callId = headers.get('x-request-id');
    expect(body.requestIds).toHaveLength(2);
    expect(body.requestIds[0]).toBe(callId);
    const entries = await Promise.all(body.requestIds.map(entry));
    expect(entries).toMatchObject([
      { operation: 'changeRatePlans', roomId: one.room, ratePlanId: null, callId },
      { operation: 'changeRatePlans', roomId: two.room, ratePlanId: two.derived, callId },
    ]);
    expect(Object.keys(entries[0]!.changes).sort()).toEqual([one.derived, second].sort());
    expect(entries[1]!.changes[two.derived]).toMatchObject({
      from: { derivation: { from: two.base, steps: [{ percent: '-10' }] } },
      to: { derivation: { from: two.base, ...MINUS_20 } },
    });
    const story = await service.admin<{ history: object[] }>(
      'GET',
      `/ratePlans/${two.derived}/prices/${DATE}`,
    );
    expect(story.body.history[0]).toMatchObject({ requestId: body.requestIds[1], kind: 'derivation' });
    const items = await itemsOf(service, start, body.requestIds);
    // Entries of one moment have no order.
    items.sort((first, second) => byNumber(first.roomId, second.roomId));
    expect(items).toMatchObject([
      { roomId: one.room, kind: 'ratePlan', ratePlanIds: [one.derived, second].sort(byNumber) },
      { roomId: two.room, kind: 'ratePlan', ratePlanIds: [two.derived], from: DATE, to: NEXT },
    ]);
  });

  it('One undo takes back a change of several rules, except rules that something else has changed since', async () => {
    const [one, two, three] = (await hotel(3)) as [Room, Room, Room];
    await service.admin('PATCH', `/ratePlans/${one.derived}`, {
      derivation: { from: one.base, steps: [{ amount: '-5' }] },
    });
    const ids = [one, two, three].map(({ derived }) => derived);
    const { requestIds } = (await change(ids, { ...MINUS_20, minimum: '1.00' })).body;
    const other = { from: three.base, steps: [{ percent: '-30' }] };
    await service.admin('PATCH', `/ratePlans/${three.derived}`, { derivation: other });
    await push(two, { [DATE]: 200 });

    const asked = await undo(requestIds[1]!, true);
    expect(asked.body).toMatchObject({ state: 'done', restored: 2, changedSince: 1, derived: 4 });
    expect(await ruleOf(one.derived)).toMatchObject(MINUS_20);
    const undone = await undo(requestIds[1]!);
    expect(undone.body).toMatchObject({ rooms: 3, restored: 2, changedSince: 1, derived: 4 });
    expect(undone.body.records).toMatchObject(
      [
        { ratePlanId: one.derived, field: 'derivation', to: { steps: [{ amount: '-5' }] } },
        { ratePlanId: two.derived, from: MINUS_20, to: { steps: [{ percent: '-10' }], minimum: null } },
        { ratePlanId: three.derived, from: other, to: other, verdict: 'changedSince' },
      ].map((record) => ({ verdict: 'restored', ...record })),
    );
    expect(await pricesOf(one.derived)).toEqual({ [DATE]: '95.0000', [NEXT]: '45.0000' });
    expect(await pricesOf(two.derived)).toEqual({ [DATE]: '180.0000', [NEXT]: '45.0000' });
    expect(await ruleOf(three.derived)).toMatchObject(other);

    const [first] = undone.body.requestIds;
    expect(await entry(requestIds[0]!)).toMatchObject({ undoneBy: [{ requestId: first }] });
    expect(await entry(first!)).toMatchObject({ undoes: [requestIds[0]], operation: 'changeRatePlans' });
    expect((await undo(requestIds[0]!)).body).toMatchObject({ restored: 0, changedSince: 3, requestIds: [] });
    expect((await undo(first!)).body).toMatchObject({ restored: 2, changedSince: 0 });
    expect(await ruleOf(one.derived)).toMatchObject({ ...MINUS_20, minimum: '1.00' });
  });

  it('A change of several plans counts the plans and prices of each property', async () => {
    const [one] = (await hotel(1)) as [Room];
    const other = await service.records.room('Pension Linde');
    const below = await service.records.ratePlan(other, one.derived);
    await push(one, { [DATE]: 120 });
    const { body } = await change([one.derived], MINUS_20, true);
    expect(body.byProperty).toEqual([
      { propertyName: 'Hotel Bar', ratePlans: 1, prices: 2 },
      { propertyName: 'Pension Linde', ratePlans: 0, prices: 2 },
    ]);
    expect(await pricesOf(below)).toEqual({ [DATE]: '108.0000' });
  });

  it('Several plans get the same guard, and one undo gives each its earlier guard back', async () => {
    const [one, two, three] = (await hotel(3)) as [Room, Room, Room];
    const guard = { minimum: '40.00', maximum: null, maxDecreasePercent: '50', maxIncreasePercent: null };
    const earlier = { ...guard, minimum: '10.00' };
    await service.admin('PATCH', `/ratePlans/${two.base}`, { guard: earlier });
    const ids = [one.base, two.base, three.base];
    const given = { minimum: '40', maxDecreasePercent: '50' };
    const preview = await changePlans(ids, { guard: given, dryRun: true });
    expect(preview.body).toMatchObject({ changed: 3, prices: 0, derived: 0, requestIds: [] });
    expect(await guardOf(one.base)).toBeNull();
    const { status, body } = await changePlans(ids, { guard: given, preview: preview.body.preview });
    expect(status).toBe(200);
    expect(body.ratePlans).toMatchObject([
      { ratePlanId: one.base, before: { guard: null }, after: { derivation: null, guard } },
      { ratePlanId: two.base, before: { guard: earlier }, after: { guard } },
      { ratePlanId: three.base, before: { guard: null }, after: { guard } },
    ]);
    expect(await guardOf(two.base)).toEqual(guard);
    const { headers } = await push(one, { [DATE]: 30 });
    expect(headers.get('x-records-held')).toBe('1');
    expect((await entry(body.requestIds[0]!)).changes).toEqual({
      [one.base]: { from: { guard: null }, to: { guard } },
    });
    await service.admin('PATCH', `/ratePlans/${three.base}`, { guard: null });
    const undone = await undo(body.requestIds[1]!);
    expect(undone.body).toMatchObject({ restored: 2, changedSince: 1, derived: 0 });
    expect(undone.body.records).toMatchObject([
      { ratePlanId: one.base, field: 'guard', from: guard, to: null, verdict: 'restored' },
      { ratePlanId: two.base, field: 'guard', from: guard, to: earlier, verdict: 'restored' },
      { ratePlanId: three.base, field: 'guard', from: null, to: null, verdict: 'changedSince' },
    ]);
    expect([await guardOf(one.base), await guardOf(two.base)]).toEqual([null, earlier]);
  });

  it('A rule and a guard change together, and an undo takes each back on its own', async () => {
    const [{ derived }] = (await hotel(1)) as [Room];
    const { body } = await changePlans([derived], { derivation: MINUS_20, guard: { maximum: '500.00' } });
    await service.admin('PATCH', `/ratePlans/${derived}`, { guard: null });
    const undone = await undo(body.requestIds[0]!);
    expect(undone.body).toMatchObject({ restored: 1, changedSince: 1 });
    expect(await ruleOf(derived)).toMatchObject({ steps: [{ percent: '-10' }] });
    expect(await guardOf(derived)).toBeNull();
  });

  it('A change of guards is refused if it is empty or wrong', async () => {
    const [{ base }] = (await hotel(1)) as [Room];
    const refusals: [object, string][] = [
      [{}, '/derivation must be given, or guard'],
      [{ guard: { minimum: '50', maximum: '40' } }, '/guard/minimum is 50, which is above the maximum of 40'],
      [
        { guard: { maxDecreasePercent: '101' } },
        '/guard/maxDecreasePercent must be a percentage from 0 to 100',
      ],
    ];
    for (const [fields, detail] of refusals) {
      const answer = await changePlans([base], fields);
      expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(detail) as string]);
    }
    expect(await guardOf(base)).toBeNull();
  });

  it('A change of rules needs the scope admin, and so does its undo', async () => {
    const [{ derived }] = (await hotel(1)) as [Room];
    const { requestIds } = (await change([derived], MINUS_20)).body;
    const authorization = `Bearer ${await service.createToken('decider', ['decide'])}`;
    const body = JSON.stringify({ ratePlanIds: [derived], derivation: MINUS_20 });
    const headers = { authorization, 'content-type': 'application/json' };
    const answers: Answer[] = [
      await service.call('/admin/ratePlans', { method: 'PATCH', headers, body }),
      await service.call(`/admin/journal/${requestIds[0]}/undo`, { method: 'POST', headers, body: '{}' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect(await ruleOf(derived)).toMatchObject(MINUS_20);
  });

  it('The rules of 200 plans with many prices change and go back while pushes continue', async () => {
    const ids = await createDerivedPlans(service, 200, 147);
    const { room, base } = (await hotel(1))[0]!;
    const [asked, pushed] = await Promise.all([
      change(ids, MINUS_20, true),
      push({ room, base }, { [DATE]: 70 }),
    ]);
    const { body } = await change(ids, MINUS_20);
    const undone = await undo(body.requestIds[0]!);
    expect(pushed.status).toBe(200);
    expect(asked.body).toMatchObject({ changed: 200, prices: 200 * 147 });
    expect(body.ratePlans).toEqual(asked.body.ratePlans);
    expect(undone.body).toMatchObject({ restored: 200, changedSince: 0, derived: 200 * 147 });
    // It reads or writes 29,400 prices five times, which took more than 30 s on a busy machine.
  }, 120_000);

  it('A change of rules is refused if its rooms have more plans than one change can hold', async () => {
    const room = await service.records.room();
    await service.dataSource.query(
      `INSERT INTO rate_plan (room_id, name) SELECT $1, 'Plan' FROM generate_series(1, 4000)`,
      [room],
    );
    const [{ base }] = (await hotel(1)) as [Room];
    const plan = await service.records.ratePlan(room, base);
    const answer = await change([plan], MINUS_20, true);
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toContain('the maximum is 4000');
  });
});

type Room = { room: string; base: string; derived: string };

function byNumber(one: string, other: string): number {
  return Number(one) - Number(other);
}
