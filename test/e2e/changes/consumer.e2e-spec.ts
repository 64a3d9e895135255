import { isDeepStrictEqual } from 'node:util';
import { useOwnServer } from '../../support/database';
import { BufferingProxy } from '../../support/buffering-proxy';
import { Consumer } from '../../support/consumer';
import { TestService } from '../../support/service';
import { until } from '../../support/until';

/** The consumer asks once a second. */
const LEVEL_WITHIN_MS = 10_000;
const DATES = ['2026-12-01', '2026-12-02', '2026-12-03'];

useOwnServer();

describe('the consumer for developers of a booking engine', () => {
  let service: TestService;
  let consumer: Consumer;
  beforeEach(async () => {
    service = await TestService.start();
    consumer = await Consumer.create(service.url, await service.createToken('engine', ['read']));
  });
  afterEach(async () => {
    await consumer.kill9();
    await consumer.remove();
    await service.stop();
  });

  const push = (room: string, plan: string, price: number, dates = DATES) =>
    service.pushPrices(
      room,
      plan,
      dates.map((date) => ({ date, price })),
    );
  /** `{ room: { date: price of its plan } }` */
  const copiedPrices = async () => {
    const copy = Object.entries((await consumer.readCopy()) ?? {});
    return Object.fromEntries(
      copy.map(([room, days]) => [
        room,
        Object.fromEntries(Object.entries(days).map(([date, { prices }]) => [date, prices[0]?.price])),
      ]),
    );
  };
  const expectCopy = async (expected: Record<string, Record<string, string>>) => {
    await until(async () => isDeepStrictEqual(await copiedPrices(), expected), LEVEL_WITHIN_MS).catch(
      async () => expect([await copiedPrices(), await consumer.output()]).toEqual([expected, '']),
    );
  };
  const all = (price: string) => Object.fromEntries(DATES.map((date) => [date, price]));

  it('The documented consumer keeps a true copy behind a proxy that holds answers back until they end', async () => {
    const proxy = await BufferingProxy.start(service.url, { bufferBytes: Infinity, heedsHeader: false });
    await consumer.remove();
    consumer = await Consumer.create(proxy.url, service.token);
    try {
      const room = await service.records.room();
      const plan = await service.records.ratePlan(room);
      consumer.start();
      for (const price of [1, 2]) {
        await push(room, plan, price);
        await expectCopy({ [room]: all(`${price}.00`) });
      }
      expect(await consumer.output()).toBe('');
    } finally {
      await consumer.kill9();
      await proxy.stop();
    }
  });

  it('The documented consumer copies all rooms, and reads changed rooms again, also after an absence', async () => {
    const [room, other] = [await service.records.room(), await service.records.room()];
    const [plan, otherPlan] = [await service.records.ratePlan(room), await service.records.ratePlan(other)];
    await push(room, plan, 1);
    consumer.start();
    await expectCopy({ [room]: all('1.00') });
    await push(room, plan, 2, DATES.slice(0, 1));
    await push(other, otherPlan, 3);
    await expectCopy({ [room]: { ...all('1.00'), '2026-12-01': '2.00' }, [other]: all('3.00') });

    await consumer.kill9();
    await push(room, plan, 4, DATES.slice(2));
    await service.admin('DELETE', `/rooms/${other}?confirm=Double`);
    consumer.start();
    await expectCopy({ [room]: { '2026-12-01': '2.00', '2026-12-02': '1.00', '2026-12-03': '4.00' } });
    expect(await consumer.output()).toBe('');
  });
});
