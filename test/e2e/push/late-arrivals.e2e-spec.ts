import { DatabaseProxy } from '../../support/database-proxy';
import { callAndHangUp, callInOutage } from '../../support/failing-calls';
import type { Answer } from '../../support/service';
import { TestService } from '../../support/service';
import { countStatements } from '../../support/statements';
import { until } from '../../support/until';

const [MON, TUE, WED] = ['2026-12-07', '2026-12-08', '2026-12-09'] as const;
const prices = (price: number, ...dates: string[]) => dates.map((date) => ({ date, price }));
const rooms = (inventoryNumber: number, ...dates: string[]) =>
  dates.map((date) => ({ date, inventoryNumber }));
const idOf = ({ headers }: Answer) => headers.get('x-request-id') ?? '';
const lateOf = ({ headers }: Answer) => headers.get('x-records-late');

interface Entry {
  repeatOf: string | null;
  late: number;
  changes: object | null;
  records: { date: string; verdict: string }[];
}

describe('the repeat of a failed call', () => {
  let proxy: DatabaseProxy;
  let service: TestService;
  let other: TestService;
  let room: string;
  let plan: string;
  beforeAll(async () => {
    proxy = await DatabaseProxy.start();
    service = await TestService.start({ proxy });
    other = await TestService.start({ beside: service });
  });
  afterAll(async () => {
    await other.stop();
    await service.stop();
    await proxy.stop();
  });
  beforeEach(async () => {
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
    await service.pushPrices(room, plan, prices(100, MON, TUE, WED));
  });

  const push = (price: number, ...dates: string[]) => service.pushPrices(room, plan, prices(price, ...dates));
  const fail = async (call: () => Promise<Answer>) => {
    const answer = await callInOutage(service, proxy, call);
    expect([answer.status, answer.text]).not.toEqual([200, expect.stringMatching(/success|true/)]);
    return idOf(answer);
  };
  /** Pushes, and disconnects before the answer. By default, it pushes to the other instance, which waits longer. */
  const hangUp = (body: object[], meanwhile?: () => Promise<void>, instance = other) => {
    const path = `/updateCalendarPrices?roomId=${room}&ratePlanId=${plan}`;
    return callAndHangUp(instance, room, (signal) => instance.post(path, body, { signal }), meanwhile);
  };
  /** Waits until other instances know that the answer to a push did not arrive. */
  const isKnownToAll = () =>
    until(async () => {
      const known = await service.dataSource.query<unknown[]>('SELECT FROM failed_call WHERE room_id = $1', [
        room,
      ]);
      return known.length > 0;
    });
  const pushToOther = (price: number, ...dates: string[]) =>
    other.pushPrices(room, plan, prices(price, ...dates));
  /** Pushes to the other instance without waiting for the answer. */
  const send = async (answers: Promise<Answer>[], price: number) => {
    const hasCome = nextCallHasCome(other);
    answers.push(pushToOther(price, MON));
    await hasCome;
  };
  const storedPrices = async (ratePlanId = plan) =>
    Object.values(await other.records.prices(ratePlanId)).map(Number);
  const storedRooms = async () =>
    Object.values(await other.records.availability(room)).map(([totalRooms]) => totalRooms);
  const entry = async (answer: Answer) => (await other.admin<Entry>('GET', `/journal/${idOf(answer)}`)).body;
  const verdicts = async (answer: Answer) => (await entry(answer)).records.map(({ verdict }) => verdict);

  describe('the place of a repeat in the order', () => {
    it('A repeat leaves dates that another push has set since, and reports them as late', async () => {
      const first = await fail(() => push(90, MON, TUE));
      await push(110, TUE, WED);
      const repeat = await push(90, MON, TUE);
      expect(await storedPrices()).toEqual([90, 110, 110]);
      expect(repeat).toMatchObject({ status: 200, text: 'Price is successfully updated' });
      expect(lateOf(repeat)).toBe('1');
      expect(await entry(repeat)).toMatchObject({ repeatOf: first, late: 1 });
      expect(await verdicts(repeat)).toEqual(['applied', 'late']);
    });

    it('A repeat leaves dates to which a newer push gave the price that they already had', async () => {
      await fail(() => push(90, MON));
      await push(100, MON);
      expect(lateOf(await push(90, MON))).toBe('1');
      expect((await storedPrices())[0]).toBe(100);
    });

    it('A repeat leaves dates that were set by many newer pushes, also by the oldest of them', async () => {
      await fail(() => push(90, MON, TUE, WED));
      await push(110, MON);
      for (let price = 120; price < 140; price++) await push(price, TUE);
      const repeat = await push(90, MON, TUE, WED);
      expect(await verdicts(repeat)).toEqual(['late', 'late', 'applied']);
      expect(await storedPrices()).toEqual([110, 139, 90]);
    });

    it('A repeat reads only the newest pushes if these have set all its dates', async () => {
      await fail(() => push(90, MON, TUE));
      for (let price = 110; price < 130; price++) await push(price, MON, TUE);
      const statements = countStatements(service.dataSource);
      expect(lateOf(await push(90, MON, TUE))).toBe('2');
      expect(
        statements.stop().filter((statement) => /ORDER BY entry.id DESC LIMIT/.test(statement)),
      ).toHaveLength(1);
    });

    it('A repeat does not read the past of its dates if people have changed nothing since', async () => {
      await fail(() => push(90, MON));
      await push(110, TUE);
      const statements = countStatements(service.dataSource);
      expect(lateOf(await push(90, MON))).toBe('0');
      expect(statements.stop().filter((statement) => /FROM price_state/.test(statement))).toEqual([]);
    });

    it('A repeat leaves newer values if the first call was applied after its caller hung up', async () => {
      const first = await hangUp(prices(90, MON, TUE));
      expect(await storedPrices()).toEqual([90, 90, 100]);
      await pushToOther(110, TUE);
      const repeat = await pushToOther(90, MON, TUE);
      expect(await storedPrices()).toEqual([90, 110, 100]);
      expect(await entry(repeat)).toMatchObject({ repeatOf: first });
      expect(await verdicts(repeat)).toEqual(['unchanged', 'late']);
    });

    it('A repeat leaves newer values if the first call still waits', async () => {
      const answers: Promise<Answer>[] = [];
      await hangUp(prices(90, MON), async () => {
        for (const price of [110, 90]) await send(answers, price);
      });
      const [, repeat] = await Promise.all(answers);
      expect(repeat && lateOf(repeat)).toBe('1');
      expect((await storedPrices())[0]).toBe(110);
    });

    it('A repeat leaves newer values if another instance applied the first call after its caller hung up', async () => {
      const first = await hangUp(prices(90, MON, TUE));
      await push(110, TUE);
      const repeat = await push(90, MON, TUE);
      expect(await storedPrices()).toEqual([90, 110, 100]);
      expect(await entry(repeat)).toMatchObject({ repeatOf: first });
      expect(await verdicts(repeat)).toEqual(['unchanged', 'late']);
    });

    it('A repeat keeps newer values that another instance has received', async () => {
      await fail(() => push(90, MON));
      await pushToOther(110, MON);
      expect(lateOf(await push(90, MON))).toBe('1');
      expect((await storedPrices())[0]).toBe(110);
    });

    it('A repeated room edit leaves newer values if another instance applied the first edit after its caller hung up', async () => {
      const first = await callAndHangUp(other, room, (signal) =>
        other.post('/roomEditChannelManager', { id: room, qty: 4 }, { signal }),
      );
      await other.editRoom({ id: room, qty: 5 });
      const repeat = await service.editRoom({ id: room, qty: 4 });
      expect(await entry(repeat)).toMatchObject({ repeatOf: first, changes: {} });
      expect(await other.records.roomRow(room)).toMatchObject({ total_rooms: 5 });
    });

    it('Every further attempt at a failed call has the place of the first attempt in the order of pushes', async () => {
      const first = await fail(() => push(90, MON, TUE));
      await push(110, MON);
      await fail(() => push(90, MON, TUE));
      await push(120, TUE);
      const third = await push(90, MON, TUE);
      expect(await storedPrices()).toEqual([110, 120, 100]);
      expect(await entry(third)).toMatchObject({ repeatOf: first, late: 2 });
    });

    it('A third attempt has the place of the first even if the callers of two attempts hung up at two instances', async () => {
      const first = await hangUp(prices(90, MON, TUE));
      await pushToOther(110, TUE);
      await hangUp(prices(90, MON, TUE), undefined, service);
      await pushToOther(120, MON);
      expect(await entry(await push(90, MON, TUE))).toMatchObject({ repeatOf: first, late: 2 });
      expect(await storedPrices()).toEqual([120, 110, 100]);
    });

    it('A third attempt has the place of the first, which another instance applied, even if the second failed in an outage', async () => {
      const first = await hangUp(prices(90, MON, TUE));
      await pushToOther(110, TUE);
      await fail(() => push(90, MON, TUE));
      const repeat = await push(90, MON, TUE);
      expect(await storedPrices()).toEqual([90, 110, 100]);
      expect(await entry(repeat)).toMatchObject({ repeatOf: first, late: 1 });
      expect(await entry(await push(90, MON, TUE))).toMatchObject({ repeatOf: null, late: 0 });
    });

    it.each(['in their order', 'the other way round'])(
      'The values of the newer of two failed calls stand when both calls are repeated %s',
      async (order) => {
        await fail(() => push(90, MON, TUE));
        await fail(() => push(95, TUE, WED));
        const again = [() => push(90, MON, TUE), () => push(95, TUE, WED)];
        for (const call of order === 'in their order' ? again : again.toReversed()) await call();
        expect(await storedPrices()).toEqual([90, 95, 95]);
      },
    );

    it('Several failed calls with the same records each have a repeat', async () => {
      await fail(async () => {
        const [answer] = await Promise.all([push(90, MON), push(90, MON)]);
        return answer;
      });
      await push(90, MON);
      await push(110, MON);
      const again = [await push(90, MON), await push(90, MON)];
      expect(again.map(lateOf)).toEqual(['1', '0']);
    });

    it('A repeat is recognized in any notation of its records', async () => {
      await fail(() => push(90, MON));
      await push(110, MON);
      const body = [{ propertyName: 'Hotel Bar', price: '90.00', date: `${MON}T10:00:00Z` }];
      expect(lateOf(await service.pushPrices(room, plan, body))).toBe('1');
    });
  });

  describe('repeats with nothing in between', () => {
    it('A repeat is applied if the first call was not', async () => {
      await fail(() => push(90, MON));
      expect(await verdicts(await push(90, MON))).toEqual(['applied']);
    });

    it('A repeat changes nothing if the first call was applied', async () => {
      await hangUp(prices(90, MON));
      expect(await verdicts(await pushToOther(90, MON))).toEqual(['unchanged']);
    });
  });

  describe('new calls with earlier content', () => {
    it('A call that is sent again after its success counts as new, and its values win', async () => {
      await push(90, MON);
      await push(110, MON);
      const again = await push(90, MON);
      expect(await entry(again)).toMatchObject({ repeatOf: null, late: 0 });
      expect((await storedPrices())[0]).toBe(90);
    });

    it('A call that is sent again after a successful repeat counts as new, and its values win', async () => {
      await fail(() => push(90, MON));
      await push(90, MON);
      await push(110, MON);
      expect(await entry(await push(90, MON))).toMatchObject({ repeatOf: null, late: 0 });
      expect((await storedPrices())[0]).toBe(90);
    });

    it('A call counts as new, and its values win, after two failures in an outage and a later success', async () => {
      await fail(() => push(90, MON));
      await fail(() => push(90, MON));
      await push(90, MON);
      await push(110, MON);
      expect(await entry(await push(90, MON))).toMatchObject({ repeatOf: null, late: 0 });
      expect((await storedPrices())[0]).toBe(90);
    });

    it('A call counts as new after a hung-up caller, an attempt in an outage, and a success of another instance', async () => {
      await hangUp(prices(90, MON), undefined, service);
      await isKnownToAll();
      await fail(() => push(90, MON));
      await pushToOther(90, MON);
      await push(110, MON);
      expect(await entry(await push(90, MON))).toMatchObject({ repeatOf: null, late: 0 });
      expect((await storedPrices())[0]).toBe(90);
    });

    it('A call counts as new, and its values win, after a successful repeat on another instance', async () => {
      await fail(() => push(90, MON));
      await pushToOther(90, MON);
      await push(110, MON);
      expect(lateOf(await push(90, MON))).toBe('0');
      expect((await storedPrices())[0]).toBe(90);
    });

    it('A new call after a successful repeat on another instance keeps its place when its first attempt fails', async () => {
      await fail(() => push(90, MON, TUE));
      await pushToOther(90, MON, TUE);
      await push(110, MON, TUE);
      const first = await fail(() => push(90, MON, TUE));
      await push(120, TUE);
      expect(await entry(await push(90, MON, TUE))).toMatchObject({ repeatOf: first, late: 1 });
      expect(await storedPrices()).toEqual([90, 120, 100]);
    });

    it('A call counts as new after its caller hung up and a repeat succeeded on another instance', async () => {
      await hangUp(prices(90, MON));
      await push(90, MON);
      await push(110, MON);
      expect(lateOf(await push(90, MON))).toBe('0');
      await pushToOther(110, MON);
      expect(lateOf(await pushToOther(90, MON))).toBe('0');
      expect((await storedPrices())[0]).toBe(90);
    });

    it('A call that is sent again while the first call has no answer yet counts as new, and its values win', async () => {
      const answers: Promise<Answer>[] = [];
      await hangUp(prices(80, MON), async () => {
        for (const price of [90, 110, 90]) await send(answers, price);
      });
      await Promise.all(answers);
      expect((await storedPrices())[0]).toBe(90);
    });

    it('A call with another token, other records or another rate plan counts as new, and its values win', async () => {
      const second = await service.records.ratePlan(room);
      const token = await service.createToken('second', ['push']);
      await service.call('/updateCalendarPrices', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      });
      await fail(() => push(90, MON));
      await push(110, MON);
      const path = `/updateCalendarPrices?roomId=${room}&ratePlanId=${plan}`;
      const others = [
        await service.pushPrices(room, second, prices(90, MON)),
        await push(90, MON, TUE),
        await push(91, MON),
        await service.post(path, prices(90, MON), { headers: { authorization: `Bearer ${token}` } }),
      ];
      expect(others.map(lateOf)).toEqual(['0', '0', '0', '0']);
      expect((await storedPrices())[0]).toBe(90);
    });
  });

  describe('other changes between a call and its repeat', () => {
    it('A repeat leaves prices after a push to the parent, also in another room', async () => {
      const [own, foreign] = [room, await service.records.room()];
      for (const roomId of [own, foreign]) {
        const derived = await service.records.ratePlan(roomId, plan, { steps: [{ percent: '-10' }] });
        await push(100, MON, TUE);
        const pushDerived = () => service.pushPrices(roomId, derived, prices(77, MON, TUE));
        await fail(pushDerived);
        await push(200, TUE);
        expect(await verdicts(await pushDerived())).toEqual(['applied', 'late']);
        expect(await storedPrices(derived)).toEqual([77, 180]);
      }
    });

    it('A repeat leaves prices pushed to a plan below, with all prices derived from them', async () => {
      const derived = await service.records.ratePlan(room, plan, { steps: [{ percent: '-10' }] });
      const below = await service.records.ratePlan(room, derived, { steps: [{ amount: '5' }] });
      await fail(() => push(90, MON, TUE));
      await service.pushPrices(room, derived, prices(50, TUE));
      expect(await verdicts(await push(90, MON, TUE))).toEqual(['applied', 'applied']);
      expect(await storedPrices()).toEqual([90, 90, 100]);
      expect(await storedPrices(derived)).toEqual([81, 50]);
      expect(await storedPrices(below)).toEqual([86, 55]);
    });

    it('A repeat leaves prices on the dates on which a changed rule set them', async () => {
      const derived = await service.records.ratePlan(room, plan, { steps: [{ percent: '-10' }] });
      await push(200, MON, TUE);
      const pushDerived = () => service.pushPrices(room, derived, prices(77, MON, TUE));
      await service.pushPrices(room, derived, prices(160, TUE));
      await fail(pushDerived);
      const rule = { from: plan, steps: [{ percent: '-20' }] };
      await other.admin('PATCH', `/ratePlans/${derived}`, { derivation: rule });
      expect(await verdicts(await pushDerived())).toEqual(['late', 'applied']);
    });

    it('A repeat sets prices and rooms left if a changed rule set no price', async () => {
      const [day, elsewhere] = ['2026-12-20', await service.records.room()];
      const other = await service.records.ratePlan(elsewhere);
      await service.pushPrices(elsewhere, other, prices(200, day));
      await service.pushInventory(elsewhere, rooms(1, MON));
      await fail(() => push(90, MON, day));
      await fail(() => service.pushInventory(room, rooms(3, day)));
      const rule = { from: other, steps: [{ percent: '-10' }] };
      // Creates a record without rooms on one day, and a record without a price on the other day.
      await service.admin('POST', `/rooms/${room}/ratePlans`, { name: 'Derived', derivation: rule });
      expect(lateOf(await push(90, MON, day))).toBe('0');
      expect(lateOf(await service.pushInventory(room, rooms(3, day)))).toBe('0');
    });

    it('A repeat leaves prices that a guard held or that were released', async () => {
      await other.admin('PATCH', `/ratePlans/${plan}`, { guard: { minimum: '50' } });
      await fail(() => push(90, MON, TUE));
      await push(10, MON);
      expect(await verdicts(await push(90, MON, TUE))).toEqual(['late', 'applied']);
      expect(
        (await other.admin<{ items: object[] }>('GET', `/heldPrices?roomId=${room}`)).body.items,
      ).toHaveLength(1);

      await fail(() => push(80, MON, TUE));
      await other.admin('POST', '/heldPrices/release', { ratePlanId: plan, from: MON, to: MON });
      expect(await verdicts(await push(80, MON, TUE))).toEqual(['late', 'applied']);
      expect(await storedPrices()).toEqual([10, 80, 100]);
    });

    it('A repeat leaves prices on the dates that an undo has restored', async () => {
      const wrong = await push(120, TUE);
      await fail(() => push(90, MON, TUE));
      const undo = await other.admin('POST', `/journal/${idOf(wrong)}/undo`, { dryRun: false });
      expect(undo.body).toMatchObject({ restored: 1 });
      expect(await verdicts(await push(90, MON, TUE))).toEqual(['applied', 'late']);
      expect(await storedPrices()).toEqual([90, 100, 100]);
    });

    it('A repeat sets prices after a push of inventory, which sets none', async () => {
      await fail(() => push(90, MON));
      await service.pushInventory(room, rooms(3, MON));
      expect(lateOf(await push(90, MON))).toBe('0');
    });
  });

  it('A repeat skips only the dates whose rooms left were pushed since', async () => {
    const pushRooms = () => service.pushInventory(room, rooms(3, MON, TUE));
    const first = await fail(pushRooms);
    await service.pushInventory(room, rooms(2, TUE, WED));
    await push(90, MON);
    const repeat = await pushRooms();
    expect(await entry(repeat)).toMatchObject({ repeatOf: first, late: 1 });
    expect(await verdicts(repeat)).toEqual(['applied', 'late']);
    expect(await storedRooms()).toEqual([3, 2, 2]);
  });

  it('A repeat skips dates whose rooms left were set by many newer pushes, even by the oldest of them', async () => {
    const pushRooms = () => service.pushInventory(room, rooms(3, MON, TUE, WED));
    await fail(pushRooms);
    await service.pushInventory(room, rooms(2, MON));
    for (let left = 4; left < 24; left++) await service.pushInventory(room, rooms(left, TUE));
    expect(await verdicts(await pushRooms())).toEqual(['late', 'late', 'applied']);
    expect(await storedRooms()).toEqual([2, 23, 3]);
  });

  it('A repeat leaves a room that was edited since, and the answer is true', async () => {
    const edit = () => service.editRoom({ id: room, qty: 4, maxGuests: 4 });
    const first = await fail(edit);
    await service.editRoom({ id: room, qty: 5, maxGuests: 5 });
    const repeat = await edit();
    expect(repeat.text).toBe('true');
    expect(await entry(repeat)).toMatchObject({ repeatOf: first, late: 4, changes: {} });
    expect(await other.records.roomRow(room)).toMatchObject({ total_rooms: 5, maximum_guests: 5 });
  });

  it('A repeat leaves the fields that people have changed since, and sets the others', async () => {
    const edit = () => service.editRoom({ id: room, qty: 4, maxGuests: 4 });
    await fail(edit);
    await other.admin('PATCH', `/rooms/${room}`, { totalRooms: 6 });
    expect(await entry(await edit())).toMatchObject({ late: 1 });
    expect(await other.records.roomRow(room)).toMatchObject({ total_rooms: 6, maximum_guests: 4 });
  });

  it('A call that is no repeat costs no statement, however many calls have failed', async () => {
    const without = await TestService.start({ beside: service, settings: { LATE_ARRIVAL_SECONDS: '0' } });
    try {
      const statementsOf = async (instance: TestService, price: number) => {
        await instance.pushPrices(room, plan, prices(price, WED));
        const counted = countStatements(instance.dataSource);
        await instance.pushPrices(room, plan, prices(price + 1, MON));
        return counted.stop();
      };
      const expected = await statementsOf(without, 60);
      expect(await statementsOf(service, 70)).toEqual(expected);
      await fail(() => push(90, MON));
      expect(await statementsOf(service, 80)).toEqual(expected);
    } finally {
      await without.stop();
    }
  });
});

/** Resolves when the body of the next call has arrived. */
function nextCallHasCome(service: TestService): Promise<void> {
  return new Promise((resolve) =>
    service.app.getHttpServer().once('request', (request) => request.once('end', resolve)),
  );
}
