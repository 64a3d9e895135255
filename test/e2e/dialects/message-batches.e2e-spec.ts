import { randomUUID } from 'node:crypto';
import { DEFAULT_TIMING, NOTIFICATION_TIMING } from '../../../src/notification/notification.timing';
import type { ChannexHotel, Json } from '../../support/channex';
import { availability, ChannexCaller, notification, rates, restriction } from '../../support/channex';
import { holdRoom } from '../../support/locks';
import type { Answer } from '../../support/service';
import { TestService } from '../../support/service';
import { together } from '../../support/together';
import { until } from '../../support/until';

const [DAY, NEXT] = ['2026-12-24', '2026-12-25'];

describe('messages that wait for a connection', () => {
  let service: TestService;
  let beside: TestService;
  let channex: ChannexCaller;
  beforeAll(async () => {
    beside = await TestService.start();
    service = await TestService.start({
      beside,
      settings: { DATABASE_POOL_SIZE: '2' },
      // The delivery of mails would wait for a connection too.
      override: (builder) =>
        builder.overrideProvider(NOTIFICATION_TIMING).useValue({ ...DEFAULT_TIMING, pollMs: 3_600_000 }),
    });
    channex = new ChannexCaller(service, await beside.createToken('channex', ['push']));
    // From now on, the service remembers the token.
    await channex.get('test_connection/?hotel_code=NONE');
  });
  afterAll(async () => {
    await service.stop();
    await beside.stop();
  });

  const hotel = (code?: string) => new ChannexCaller(beside, channex.token).hotel(code);
  const price = (to: ChannexHotel, value: string) => () =>
    channex.send(to.code, [restriction(to, DAY, NEXT, rates(value))]);
  const statuses = (answers: Answer[]) => answers.map(({ status }) => status);
  const unique = ({ text }: Answer) => (JSON.parse(text) as Json)['unique_id'];
  const priceOf = async ({ base }: ChannexHotel) => (await beside.records.prices(base))[DAY];

  /** The number of journal entries of these calls in each transaction. */
  async function sizesOf(answers: Answer[]): Promise<number[]> {
    const rows = await beside.dataSource.query<{ size: number }[]>(
      `SELECT count(*)::integer AS size FROM journal_entry WHERE call_id = ANY ($1::uuid[])
        GROUP BY xmin::text ORDER BY min(applied_at)`,
      [answers.map(({ headers }) => headers.get('x-request-id'))],
    );
    return rows.map(({ size }) => size);
  }

  it('Waiting messages share a transaction, but each is applied and journaled on its own', async () => {
    const hotels = [await hotel(), await hotel(), await hotel()];
    const [first] = hotels as [ChannexHotel];
    const answers = await together(service, [
      ...hotels.map((each, n) => price(each, `${n + 1}0.00`)),
      () => channex.send(first.code, [availability(first, DAY, NEXT, 3)]),
      price(first, '40.00'),
    ]);
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200]);
    expect(await sizesOf(answers)).toEqual([5]);
    expect(await Promise.all(hotels.map(priceOf))).toEqual(['40.0000', '20.0000', '30.0000']);
    expect(await beside.records.availability(first.room)).toEqual({ [DAY]: [3, 0], [NEXT]: [3, 0] });
    const { body } = await beside.admin<{ items: Json[] }>('GET', `/journal?roomId=${first.room}&limit=9`);
    expect(body.items.map(({ received, applied }) => [received, applied])).toEqual([
      [2, 2],
      [2, 2],
      [2, 2],
    ]);
  });

  it('A refused message does not harm the others', async () => {
    const [one, other] = [await hotel(), await hotel()];
    const wrong = { ...other, base: one.base };
    const answers = await together(service, [
      price(one, '10.00'),
      price(wrong, '20.00'),
      price(other, '30.00'),
    ]);
    expect(statuses(answers)).toEqual([200, 422, 200]);
    expect(await sizesOf(answers)).toEqual([2]);
    expect([await priceOf(one), await priceOf(other)]).toEqual(['10.0000', '30.0000']);
  });

  it('Waiting messages run one by one if one of them cannot be applied as a whole', async () => {
    const [one, other] = [await hotel(), await hotel()];
    await beside.dataSource.query(
      `UPDATE rate_plan SET derivation = jsonb_set(derivation, '{steps}', '[{"percent": "900"}]') WHERE id = $1`,
      [other.derived],
    );
    const tooMuch = () =>
      channex.send(other.code, [
        restriction(other, DAY, DAY, rates('1.00')),
        restriction(other, NEXT, NEXT, rates('9000000000.00')),
      ]);
    const answers = await together(service, [price(one, '10.00'), tooMuch, price(other, '5.00')]);
    expect(statuses(answers)).toEqual([200, 422, 200]);
    expect(await priceOf(one)).toBe('10.0000');
    expect(await beside.records.prices(other.base)).toEqual({ [DAY]: '5.0000', [NEXT]: '5.0000' });
  });

  it('Equal messages are applied once', async () => {
    const to = await hotel();
    const body = notification(to.code, [restriction(to, DAY, DAY, rates('10.00'))], randomUUID());
    const send = () => channex.sendBody(body);
    const answers = await together(service, [send, send]);
    expect(statuses(answers)).toEqual([200, 200]);
    expect(unique(answers[1] as Answer)).toBe(unique(answers[0] as Answer));
    expect(await sizesOf(answers)).toEqual([1]);
  });

  it('A message about a locked room does not hold up the others', async () => {
    const [free, locked] = [await hotel(), await hotel()];
    const held = await holdRoom(beside, locked.room);
    const answers = together(service, [price(locked, '10.00'), price(free, '20.00')]);
    await until(async () => (await priceOf(free)) === '20.0000');
    expect(await priceOf(locked)).toBeUndefined();
    await held.release();
    expect(statuses(await answers)).toEqual([200, 200]);
    expect(await priceOf(locked)).toBe('10.0000');
  });
});
