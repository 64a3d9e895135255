import { addDays } from '../../../src/platform/dates/calendar-date';
import type { CalendarDate } from '../../../src/platform/dates/calendar-date';
import { DEFAULT_TIMING, NOTIFICATION_TIMING } from '../../../src/notification/notification.timing';
import { TransactionRunner } from '../../../src/platform/database/transaction-runner';
import { DatabaseProxy } from '../../support/database-proxy';
import { holdRoom } from '../../support/locks';
import type { Answer } from '../../support/service';
import { TestService } from '../../support/service';
import { together } from '../../support/together';
import { until } from '../../support/until';

const DATE = '2026-12-01' as CalendarDate;
const days = (count: number) => Array.from({ length: count }, (_, day) => addDays(DATE, day));

describe('pushes that wait for a connection', () => {
  let service: TestService;
  let beside: TestService;
  let proxy: DatabaseProxy;
  beforeAll(async () => {
    proxy = await DatabaseProxy.start();
    beside = await TestService.start();
    service = await TestService.start({
      proxy,
      beside,
      settings: { DATABASE_POOL_SIZE: '2' },
      // The relay of notices would otherwise wait among the pushes for a connection.
      override: (builder) =>
        builder.overrideProvider(NOTIFICATION_TIMING).useValue({ ...DEFAULT_TIMING, pollMs: 3_600_000 }),
    });
    // From now on, the service remembers the token.
    await service.pushPrices('1', '1', []);
  });
  afterAll(async () => {
    await service.stop();
    await beside.stop();
    await proxy.stop();
  });

  type Send = () => Promise<Answer>;

  async function room() {
    const roomId = await beside.records.room();
    const base = await beside.records.ratePlan(roomId);
    const derived = await beside.records.ratePlan(roomId, base, { steps: [{ percent: '-10' }] });
    await beside.pushPrices(
      roomId,
      base,
      days(3).map((date) => ({ date, price: 1 })),
    );
    return { roomId, base, derived };
  }

  const price =
    ({ roomId, base }: { roomId: string; base: string }, ...prices: number[]): Send =>
    () =>
      service.pushPrices(
        roomId,
        base,
        prices.map((each, day) => ({ date: addDays(DATE, day), price: each })),
      );

  /** Returns the entries of calls with their transactions. */
  async function entriesOf(answers: Answer[]) {
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '');
    const entries = await beside.dataSource.query<{ id: string; outcome: string; transaction: string }[]>(
      `SELECT id, outcome, xmin::text AS transaction FROM journal_entry WHERE id = ANY ($1) ORDER BY applied_at, id`,
      [ids],
    );
    return { ids, entries, transactions: new Set(entries.map(({ transaction }) => transaction)).size };
  }

  /** Returns the number of pushes of each transaction, in the order of the transactions. */
  const sizesOf = (entries: { transaction: string }[]) => {
    const sizes = new Map<string, number>();
    for (const { transaction } of entries) sizes.set(transaction, (sizes.get(transaction) ?? 0) + 1);
    return [...sizes.values()];
  };
  const statuses = (answers: Answer[]) => answers.map(({ status }) => status);

  it('Waiting pushes share a transaction, but each has its own result, journal entry and answer', async () => {
    const rooms = [await room(), await room(), await room()];
    const answers = await together(
      service,
      rooms.flatMap((each) => [price(each, 10), price(each, 20, 30)]),
    );
    expect(statuses(answers)).toEqual(answers.map(() => 200));
    const { ids, entries, transactions } = await entriesOf(answers);
    expect(transactions).toBe(1);
    expect(entries).toHaveLength(6);
    for (const [n, { base, derived }] of rooms.entries()) {
      expect(await beside.records.prices(base)).toMatchObject({ [DATE]: '20.0000' });
      expect(await beside.records.prices(derived)).toMatchObject({ [DATE]: '18.0000' });
      const { body } = await beside.admin<{ history: { requestId: string; price: string }[] }>(
        'GET',
        `/ratePlans/${base}/prices/${DATE}`,
      );
      expect(body.history.slice(0, 2)).toMatchObject([
        { requestId: ids[2 * n + 1], price: '20.00' },
        { requestId: ids[2 * n], price: '10.00' },
      ]);
    }
  });

  it('A room without any date shares a transaction with other rooms', async () => {
    const roomId = await beside.records.room();
    const empty = { roomId, base: await beside.records.ratePlan(roomId) };
    const answers = await together(service, [price(await room(), 10), price(empty, 20), price(empty, 30)]);
    expect((await entriesOf(answers)).transactions).toBe(1);
    expect(await beside.records.prices(empty.base)).toEqual({ [DATE]: '30.0000' });
  });

  it('A batch has at most 32 pushes, and all pushes are done in their order and once', async () => {
    const one = await room();
    const answers = await together(
      service,
      Array.from({ length: 40 }, (_, n) => price(one, n + 2)),
    );
    const { ids, entries } = await entriesOf(answers);
    expect(entries.map(({ id }) => id)).toEqual(ids);
    expect(sizesOf(entries)).toEqual([32, 8]);
    expect(await beside.records.prices(one.base)).toMatchObject({ [DATE]: '41.0000' });
  });

  it('A push of more than 250 dates is done alone, and smaller pushes around it share a batch', async () => {
    const rooms = [await room(), await room(), await room(), await room()];
    const counts = [100, 260, 100, 100];
    const sends = rooms.map(
      ({ roomId, base }, n): Send =>
        () =>
          service.pushPrices(
            roomId,
            base,
            days(counts[n]!).map((date) => ({ date, price: 70 })),
          ),
    );
    const answers = await together(service, sends);
    expect(statuses(answers)).toEqual([200, 200, 200, 200]);
    const [first, large, second, third] = answers as [Answer, Answer, Answer, Answer];
    expect(sizesOf((await entriesOf([first, second])).entries)).toEqual([2]);
    expect(sizesOf((await entriesOf([second, large, third])).entries)).toEqual([1, 1, 1]);
    for (const [n, { derived }] of rooms.entries())
      expect(Object.values(await beside.records.prices(derived))).toEqual(
        days(counts[n]!).map(() => '63.0000'),
      );
  });

  it('A batch gives the same result as its pushes one after another', async () => {
    const one = await room();
    const sends = (target: typeof one): Send[] => [
      // The fourth date does not exist yet.
      price(target, 10, 10, 10, 10),
      price(target, 10, 10, 10, 11),
      () =>
        service.pushInventory(
          target.roomId,
          days(6).map((date) => ({ date, inventoryNumber: 3 })),
        ),
      price(target, 10, 11),
      () => service.pushPrices(target.roomId, target.derived, [{ date: DATE, price: 7 }]),
      price(target, 10, 11),
      () => service.pushInventory(target.roomId, [{ date: DATE, inventoryNumber: 3 }]),
      () => service.pushPrices(target.roomId, '999999999', [{ date: DATE, price: 7 }]),
      () => service.pushPrices(target.roomId, target.base, []),
      price(target, 10, 12, 13),
    ];
    const shared = await together(service, sends(one));
    expect((await entriesOf(shared)).transactions).toBe(1);
    const other = await room();
    const serial: Answer[] = [];
    for (const send of sends(other)) serial.push(await send());
    const visible = (answers: Answer[]) =>
      answers.map(({ status, text, headers }) => [
        status,
        text.replace(/\d+$/, ''),
        ...[...headers].filter(([name]) => name.startsWith('x-records')),
      ]);
    expect(visible(shared)).toEqual(visible(serial));
    for (const plan of ['base', 'derived'] as const)
      expect(await beside.records.prices(one[plan])).toEqual(await beside.records.prices(other[plan]));
  });

  it('A push that is refused, or whose token is revoked meanwhile, does not harm the others', async () => {
    const [one, two] = [await room(), await room()];
    const rule = { from: two.base, steps: [{ percent: '900' }] };
    await beside.admin('PATCH', `/ratePlans/${two.derived}`, { derivation: rule });
    const token = await beside.createToken('to be revoked', ['push']);
    const revoked = () =>
      service.post(
        `/updateCalendarPrices?roomId=${one.roomId}&ratePlanId=${one.base}`,
        [{ date: DATE, price: 66 }],
        { headers: { authorization: `Bearer ${token}` } },
      );
    // From now on, the service remembers the token, so only the journal entry notices the revocation.
    expect((await revoked()).status).toBe(200);
    const refused = await together(service, [price(one, 50), price(two, 9_000_000_000), price(one, 51)]);
    expect(statuses(refused)).toEqual([200, 400, 200]);
    const answers = await together(service, [price(one, 52), revoked, price(two, 53)], async () => {
      await beside.dataSource.query(
        `UPDATE access_token SET revoked_at = now() WHERE name = 'to be revoked'`,
      );
    });
    expect(statuses(answers)).toEqual([200, 401, 200]);
    expect(await beside.records.prices(one.base)).toMatchObject({ [DATE]: '52.0000' });
    expect(await beside.records.prices(two.derived)).toMatchObject({ [DATE]: '530.0000' });
  });

  it('A push that fails because its room has moved to another property does not harm the others', async () => {
    const [one, two, moving] = [await room(), await room(), await room()];
    const token = await beside.createToken('of one hotel', ['push'], { propertyNames: ['Hotel Bar'] });
    const limited =
      ({ roomId, base }: typeof one): Send =>
      () =>
        service.post(
          `/updateCalendarPrices?roomId=${roomId}&ratePlanId=${base}`,
          [{ date: DATE, price: 66 }],
          {
            headers: { authorization: `Bearer ${token}` },
          },
        );
    for (const each of [one, two, moving]) expect((await limited(each)()).status).toBe(200);
    const answers = await together(
      service,
      [price(one, 50), limited(moving), limited(two), price(two, 51)],
      async () => {
        await beside.admin('PATCH', `/rooms/${moving.roomId}`, { propertyName: 'Hotel Foo' });
      },
    );
    expect(statuses(answers)).toEqual([200, 403, 200, 200]);
    expect(answers[1]?.text).toBe(`The access token is not for room ${moving.roomId}`);
    const [first, , ...others] = answers as [Answer, Answer, Answer, Answer];
    expect((await entriesOf([first, ...others])).transactions).toBe(1);
    expect(await beside.records.prices(two.base)).toMatchObject({ [DATE]: '51.0000' });
  });

  it('A batch does not wait for a room that another instance has locked', async () => {
    const [one, two] = [await room(), await room()];
    const lock = await holdRoom(beside, one.roomId);
    const answers = together(service, [price(one, 60), price(two, 61), price(one, 62), price(two, 63)]);
    await until(async () => (await beside.records.prices(two.base))[DATE] === '63.0000');
    expect(await beside.records.prices(one.base)).toMatchObject({ [DATE]: '1.0000' });
    await lock.release();
    const done = await answers;
    expect(statuses(done)).toEqual([200, 200, 200, 200]);
    expect(await beside.records.prices(one.base)).toMatchObject({ [DATE]: '62.0000' });
    // The pushes for the other room had their own transaction, and were not delayed.
    const [, first, , second] = done as [Answer, Answer, Answer, Answer];
    expect((await entriesOf([first, second])).transactions).toBe(1);
  });

  it('A batch does not wait for a push that reaches a locked room, and that push comes before later pushes to its own room', async () => {
    const [one, two, three] = [await room(), await room(), await room()];
    const elsewhere = await beside.records.ratePlan(three.roomId, one.base, { steps: [{ percent: '50' }] });
    const lock = await holdRoom(beside, three.roomId);
    const derived = () => service.pushPrices(one.roomId, one.derived, [{ date: DATE, price: 7 }]);
    const answers = together(service, [price(one, 72), derived, price(two, 73)]);
    await until(async () => (await beside.records.prices(two.base))[DATE] === '73.0000');
    expect(await beside.records.prices(one.derived)).toMatchObject({ [DATE]: '0.9000' });
    await lock.release();
    expect(statuses(await answers)).toEqual([200, 200, 200]);
    expect(await beside.records.prices(elsewhere)).toMatchObject({ [DATE]: '108.0000' });
    expect(await beside.records.prices(one.derived)).toMatchObject({ [DATE]: '7.0000' });
  });

  it("Pushes that reach each other's rooms share a batch", async () => {
    const [one, two] = [await room(), await room()];
    const inTwo = await beside.records.ratePlan(two.roomId, one.base, { steps: [{ percent: '50' }] });
    const inOne = await beside.records.ratePlan(one.roomId, two.base, { steps: [{ amount: '1' }] });
    const answers = await together(service, [price(one, 72), price(two, 74), price(one, 76)]);
    expect(statuses(answers)).toEqual([200, 200, 200]);
    expect((await entriesOf(answers)).transactions).toBe(1);
    expect(await beside.records.prices(inTwo)).toMatchObject({ [DATE]: '114.0000' });
    expect(await beside.records.prices(inOne)).toMatchObject({ [DATE]: '75.0000' });
  });

  it('Two pushes share a batch even if a large push waits between them', async () => {
    const [one, two, three] = [await room(), await room(), await room()];
    const large: Send = () =>
      service.pushInventory(
        two.roomId,
        days(300).map((date) => ({ date, inventoryNumber: 5 })),
      );
    const answers = await together(service, [price(one, 75), large, price(three, 76)]);
    expect(statuses(answers)).toEqual([200, 200, 200]);
    const [first, , last] = answers as [Answer, Answer, Answer];
    expect((await entriesOf([first, last])).transactions).toBe(1);
  });

  it('Pushes run one by one if their journal entries cannot be written together', async () => {
    const rooms = [await room(), await room(), await room()];
    await beside.dataSource.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
           IF (SELECT count(*) FROM written) > 1 THEN RAISE 'not together'; END IF;
           RETURN NULL;
         END $$;
       CREATE TRIGGER refuse AFTER INSERT ON journal_entry REFERENCING NEW TABLE AS written EXECUTE FUNCTION refuse()`,
    );
    const answers = await together(
      service,
      rooms.map((each, n) => price(each, 60 + n)),
    );
    await beside.dataSource.query(`DROP TRIGGER refuse ON journal_entry`);
    expect(statuses(answers)).toEqual(answers.map(() => 200));
    const { entries, transactions } = await entriesOf(answers);
    expect(entries).toHaveLength(3);
    expect(transactions).toBe(3);
    for (const [n, { base }] of rooms.entries())
      expect(await beside.records.prices(base)).toMatchObject({ [DATE]: `${60 + n}.0000` });
  });

  it('A batch does not wait for a room whose worker in a cluster is away', async () => {
    const [one, two] = [await room(), await room()];
    await beside.dataSource.query(
      `CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
           IF NEW.room_id = ${one.roomId} THEN RAISE 'a worker is away' USING ERRCODE = '08006'; END IF;
           RETURN NULL;
         END $$;
       CREATE TRIGGER lose AFTER INSERT ON journal_entry FOR EACH ROW EXECUTE FUNCTION lose()`,
    );
    const { retries } = service.app.get(TransactionRunner);
    const before = retries.get('workerLost') ?? 0;
    const answers = together(service, [price(one, 60), price(two, 61), price(one, 62), price(two, 63)]);
    await until(async () => (await beside.records.prices(two.base))[DATE] === '63.0000');
    // Later pushes are shared again, and do not wait for the repeats of the lost ones.
    for (let n = 0; n < 10; n++) expect((await price(two, 70 + n)()).status).toBe(200);
    expect(await beside.records.prices(one.base)).toMatchObject({ [DATE]: '1.0000' });
    expect(retries.get('workerLost')).toBeGreaterThan(before);
    await beside.dataSource.query(`DROP TRIGGER lose ON journal_entry`);
    expect(statuses(await answers)).toEqual([200, 200, 200, 200]);
    expect(await beside.records.prices(one.base)).toMatchObject({ [DATE]: '62.0000' });
  });

  it('Pushes are not repeated over newer pushes if the answer to their COMMIT is lost', async () => {
    const [one, two] = [await room(), await room()];
    let answers: Promise<Answer[]> = Promise.resolve([]);
    const lost = new Promise<void>((resolve) => {
      answers = together(service, [price(one, 80), price(two, 81), price(one, 82)], () => {
        void proxy.loseNextCommit().then(resolve);
      });
    });
    await lost;
    await beside.pushPrices(one.roomId, one.base, [{ date: DATE, price: 90 }]);
    proxy.comeBack();
    const done = await answers;
    expect(statuses(done)).toEqual([200, 200, 200]);
    expect((await entriesOf(done)).transactions).toBe(1);
    expect(await beside.records.prices(one.base)).toMatchObject({ [DATE]: '90.0000' });
    expect(await beside.records.prices(two.base)).toMatchObject({ [DATE]: '81.0000' });
  });
});
