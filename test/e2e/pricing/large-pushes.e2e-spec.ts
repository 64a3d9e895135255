import { addDays } from '../../../src/platform/dates/calendar-date';
import type { CalendarDate } from '../../../src/platform/dates/calendar-date';
import { DatabaseProxy } from '../../support/database-proxy';
import { callInOutage } from '../../support/failing-calls';
import { Past } from '../../support/past';
import { TestService } from '../../support/service';
import { until } from '../../support/until';

const FIRST = '2026-12-01' as CalendarDate;
const DAYS = Array.from({ length: 400 }, (_, day) => addDays(FIRST, day));
const LAST = addDays(FIRST, 399);

describe('a push of many dates', () => {
  let service: TestService;
  let past: Past;
  let proxy: DatabaseProxy;
  /** The instance for a call that fails. */
  let inOutage: TestService;
  beforeAll(async () => {
    service = await TestService.start();
    past = new Past(service);
    proxy = await DatabaseProxy.start();
    inOutage = await TestService.start({ beside: service, proxy });
  });
  afterAll(async () => {
    await inOutage.stop();
    await service.stop();
    await proxy.stop();
  });

  async function room(rules: { percent: string; minimum?: string }[]) {
    const roomId = await service.records.room();
    const base = await service.records.ratePlan(roomId);
    const derived: string[] = [];
    for (const { percent, minimum = null } of rules)
      derived.push(await service.records.ratePlan(roomId, base, { steps: [{ percent }], minimum }));
    return { roomId, base, derived };
  }

  const push = async (roomId: string, plan: string, prices: (day: number) => number) => {
    const body = DAYS.map((date, day) => ({ date, price: prices(day) }));
    const answer = await service.pushPrices(roomId, plan, body);
    expect(answer.status).toBe(200);
    return answer;
  };
  const priceOf = async (plan: string, date: string) =>
    (await service.records.prices(plan))[date]?.replace(/00$/, '');
  const verdictsOf = async (headers: Headers) =>
    (await service.admin('GET', `/journal/${headers.get('x-request-id')}`)).body;
  const lastItem = async (roomId: string) => {
    const { text } = await service.call('/changes?limit=1000');
    const { items } = JSON.parse(text) as {
      items: { roomId: string; ratePlanIds: string[]; from: string; to: string }[];
    };
    return items.filter((item) => item.roomId === roomId).at(-1);
  };

  it('A large push changes all derived prices, and records their past and changes like a small push', async () => {
    const { roomId, base, derived } = await room([{ percent: '-10' }, { percent: '50' }]);
    const before = await push(roomId, base, () => 100);
    const { headers } = await push(roomId, base, (day) => 200 + day);
    expect(await verdictsOf(headers)).toMatchObject({ applied: 400, unchanged: 0 });
    for (const [plan, price, last] of [
      [base, '200.00', '599.00'],
      [derived[0]!, '180.00', '539.10'],
      [derived[1]!, '300.00', '898.50'],
    ] as const) {
      expect([await priceOf(plan, FIRST), await priceOf(plan, LAST)]).toEqual([price, last]);
      const { history } = (await past.story(plan, '', LAST)).body;
      expect(history.map((entry) => entry.price)[0]).toBe(last);
      expect(history).toHaveLength(2);
    }
    expect(await past.prices(roomId, await past.momentOf(before.headers))).toEqual({
      [base]: '100.00',
      [derived[0]!]: '90.00',
      [derived[1]!]: '150.00',
    });
    // The feed waits for all transactions of its server, including those in other files' databases.
    const item = await until(() => lastItem(roomId));
    expect(item).toMatchObject({ ratePlanIds: [base, ...derived], from: FIRST, to: LAST });
  });

  it('A large push records every derived price, even if the price was missing, unchanged or limited', async () => {
    const { roomId, base, derived } = await room([
      { percent: '-10' },
      { percent: '-50', minimum: '500' },
      { percent: '100' },
    ]);
    const [missing, limited, same] = derived as [string, string, string];
    await push(roomId, base, () => 100);
    await service.pushPrices(roomId, same, [{ date: LAST, price: 300 }]);
    await service.dataSource.query(
      `DELETE FROM rate_room_availability WHERE rate_plan_id = $1 AND date = $2`,
      [missing, FIRST],
    );
    const { headers } = await push(roomId, base, () => 150);
    expect(await verdictsOf(headers)).toMatchObject({ applied: 400, unchanged: 0 });
    const moment = await past.momentOf(headers);
    const expected = { [base]: '150.00', [missing]: '135.00', [limited]: '500.00', [same]: '300.00' };
    for (const date of [FIRST, LAST])
      for (const [plan, price] of Object.entries(expected)) expect(await priceOf(plan, date)).toBe(price);
    expect(await past.prices(roomId, moment)).toEqual(expected);
    await push(roomId, base, () => 100);
    expect(await past.prices(roomId, moment)).toEqual(expected);
    expect((await past.story(limited)).body.history).toHaveLength(1);
    expect((await past.story(same, '', LAST)).body.history.map(({ price }) => price)).toEqual([
      '200.00',
      '300.00',
      '200.00',
    ]);
  });

  it('A late repeat of a large push keeps newer prices of derived plans, and changes all other prices', async () => {
    const { roomId, base, derived } = await room([{ percent: '-10' }, { percent: '10' }]);
    const [plan = '', other = ''] = derived;
    await push(roomId, base, () => 100);
    const body = DAYS.map((date) => ({ date, price: 200 }));
    expect((await callInOutage(inOutage, proxy, () => inOutage.pushPrices(roomId, base, body))).status).toBe(
      503,
    );
    await service.pushPrices(roomId, plan, [{ date: FIRST, price: 7 }]);
    const { headers } = await inOutage.pushPrices(roomId, base, body);
    expect(await verdictsOf(headers)).toMatchObject({ applied: 400, unchanged: 0 });
    const moment = await past.momentOf(headers);
    for (const [date, price] of [
      [FIRST, '7.00'],
      [LAST, '180.00'],
    ] as const) {
      const expected = { [base]: '200.00', [plan]: price, [other]: '220.00' };
      for (const [id, ofPlan] of Object.entries(expected)) expect(await priceOf(id, date)).toBe(ofPlan);
      expect(await past.prices(roomId, moment, date)).toEqual(expected);
    }
  });

  it('A large push that changes some prices also recalculates overridden derived prices on the other dates', async () => {
    const { roomId, base, derived } = await room([{ percent: '-10' }, { percent: '10' }]);
    const [plan = ''] = derived;
    await push(roomId, base, () => 100);
    await service.pushPrices(roomId, plan, [{ date: FIRST, price: 7 }]);
    const { headers } = await push(roomId, base, (day) => (day < 200 ? 100 : 110));
    expect(await verdictsOf(headers)).toMatchObject({ applied: 200, unchanged: 200 });
    expect([await priceOf(plan, FIRST), await priceOf(plan, DAYS[1]!), await priceOf(plan, LAST)]).toEqual([
      '90.00',
      '90.00',
      '99.00',
    ]);
    expect((await past.story(plan)).body.history.map(({ price }) => price)).toEqual([
      '90.00',
      '7.00',
      '90.00',
    ]);
    expect((await past.story(plan, '', DAYS[1])).body.history).toHaveLength(1);
  });

  it('A large push that changes no price writes only derived prices that were overridden', async () => {
    const { roomId, base, derived } = await room([{ percent: '-10' }, { percent: '10' }]);
    const [plan = ''] = derived;
    await push(roomId, base, () => 100);
    const versions = () =>
      service.dataSource.query(`SELECT xmin, ctid FROM rate_room_availability WHERE room_id = $1`, [roomId]);
    const written = await versions();
    const again = await push(roomId, base, () => 100);
    expect(await verdictsOf(again.headers)).toMatchObject({ applied: 0, unchanged: 400 });
    expect(await versions()).toEqual(written);
    await service.pushPrices(roomId, plan, [{ date: LAST, price: 7 }]);
    const { headers } = await push(roomId, base, () => 100);
    expect(await verdictsOf(headers)).toMatchObject({ applied: 0, unchanged: 400 });
    expect(await priceOf(plan, LAST)).toBe('90.00');
    expect(await past.prices(roomId, await past.momentOf(headers), LAST)).toMatchObject({ [plan]: '90.00' });
  });

  it('A large push changes nothing if one derived price would be too high', async () => {
    const { roomId, base, derived } = await room([{ percent: '900' }]);
    await push(roomId, base, () => 100);
    const body = DAYS.map((date, day) => ({ date, price: day === 399 ? 9_000_000_000 : 200 }));
    const answer = await service.pushPrices(roomId, base, body);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(LAST)]);
    for (const [plan, price] of [
      [base, '100.00'],
      [derived[0]!, '1000.00'],
    ] as const)
      expect([await priceOf(plan, FIRST), await priceOf(plan, LAST)]).toEqual([price, price]);
    await push(roomId, base, () => 200);
    expect(await priceOf(derived[0]!, LAST)).toBe('2000.00');
  });
});
