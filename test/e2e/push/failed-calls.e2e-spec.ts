import { AdmissionControl } from '../../../src/push/admission/admission-control';
import { OverloadedError } from '../../../src/push/overloaded-error';
import { DatabaseProxy } from '../../support/database-proxy';
import { callInOutage } from '../../support/failing-calls';
import { TestService } from '../../support/service';
import { SHORTEST_PAUSE_MS, startCall } from '../../support/started-call';

const MON = '2026-12-07';
const prices = (price: number) => [{ date: MON, price }];

describe('LATE_ARRIVAL_SECONDS', () => {
  it.each([
    ['0', 'no call counts as a repeat'],
    ['0.001', 'a call counts as new if it comes later than that after the failure'],
  ])('LATE_ARRIVAL_SECONDS=%s means that %s', async (seconds) => {
    const proxy = await DatabaseProxy.start();
    const service = await TestService.start({ proxy, settings: { LATE_ARRIVAL_SECONDS: seconds } });
    try {
      const room = await service.records.room();
      const plan = await service.records.ratePlan(room);
      await service.pushPrices(room, plan, prices(100));
      const answer = await callInOutage(service, proxy, () => service.pushPrices(room, plan, prices(90)));
      expect(answer.status).toBe(503);
      await service.pushPrices(room, plan, prices(110));
      expect((await service.pushPrices(room, plan, prices(90))).headers.get('x-records-late')).toBe('0');
      expect(await service.records.prices(plan)).toEqual({ [MON]: '90.0000' });
    } finally {
      await service.stop();
      await proxy.stop();
    }
  });
});

describe('the repeat of a call that was shed', () => {
  let service: TestService;
  let isOverloaded: boolean;
  let hasCapacity: boolean;
  let room: string;
  let plan: string;
  beforeAll(async () => {
    service = await TestService.start();
    const load = service.app.get(AdmissionControl);
    const [assertCapacity, acquire] = [load.assertCapacity.bind(load), load.acquire.bind(load)];
    [isOverloaded, hasCapacity] = [false, true];
    load.assertCapacity = (demand) => {
      if (isOverloaded) throw new OverloadedError('Too many calls come');
      assertCapacity(demand);
    };
    load.acquire = (demand) => {
      if (!hasCapacity) throw new OverloadedError('There is no capacity');
      return acquire(demand);
    };
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
    await service.pushPrices(room, plan, prices(100));
  });

  const push = (price: number) => service.pushPrices(room, plan, prices(price));
  const repeatOf = async (requestId: string | null) =>
    (await service.admin<{ repeatOf: string | null }>('GET', `/journal/${requestId}`)).body.repeatOf;

  /** Makes a call that the service sheds before it reads the body. */
  async function shed<T>(call: () => Promise<T>): Promise<T> {
    isOverloaded = true;
    const answer = await call();
    isOverloaded = false;
    return answer;
  }
  /** Makes a call that the service sheds after it has read the body. */
  async function shedLater<T>(call: () => Promise<T>): Promise<T> {
    hasCapacity = false;
    const answer = await call();
    hasCapacity = true;
    return answer;
  }

  it.each([
    ['unread', shed],
    ['when its body had been read', shedLater],
  ])('The repeat of a call that was shed %s leaves what another push has set since', async (_, refuse) => {
    const first = await refuse(() => push(90));
    expect(first.status).toBe(503);
    await push(110);
    const repeat = await push(90);
    expect(repeat.headers.get('x-records-late')).toBe('1');
    expect(await repeatOf(repeat.headers.get('x-request-id'))).toBe(first.headers.get('x-request-id'));
    expect(await service.records.prices(plan)).toEqual({ [MON]: '110.0000' });
  });

  it('Every repeat has the place of the first call in the order, however each call was shed', async () => {
    const first = await shed(() => push(90));
    await push(110);
    await shedLater(() => push(90));
    await shed(() => push(90));
    const repeat = await push(90);
    expect(await repeatOf(repeat.headers.get('x-request-id'))).toBe(first.headers.get('x-request-id'));
    expect(await service.records.prices(plan)).toEqual({ [MON]: '110.0000' });
  });

  it('A shed call with an unread body of unknown length gets its answer after a pause, and its connection ends', async () => {
    const path = `/updateCalendarPrices?roomId=${room}&ratePlanId=${plan}`;
    const { status, headers, tookMs } = await shed(() => startCall(service, path, service.token));
    expect([status, headers.connection]).toEqual([503, 'close']);
    expect(tookMs).toBeGreaterThan(SHORTEST_PAUSE_MS);
  });

  it('The repeat of a shed room edit leaves a newer edit alone', async () => {
    expect((await shed(() => service.editRoom({ id: room, qty: 4 }))).text).toBe('false');
    await service.editRoom({ id: room, qty: 5 });
    expect((await service.editRoom({ id: room, qty: 4 })).text).toBe('true');
    expect(await service.records.roomRow(room)).toMatchObject({ total_rooms: 5 });
  });
});
