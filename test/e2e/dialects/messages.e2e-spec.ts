import { randomUUID } from 'node:crypto';
import { PushEngine } from '../../../src/push/push-engine';
import type { ChannexHotel, Json } from '../../support/channex';
import { availability, ChannexCaller, rates, restriction } from '../../support/channex';
import { DatabaseProxy } from '../../support/database-proxy';
import { callInOutage } from '../../support/failing-calls';
import { holdRoom, isWaitingForALock } from '../../support/locks';
import type { Answer } from '../../support/service';
import { TestService } from '../../support/service';
import { until } from '../../support/until';

const [DAY, NEXT] = ['2026-12-24', '2026-12-25'];

describe('a message about several rooms', () => {
  let service: TestService;
  let beside: TestService;
  let proxy: DatabaseProxy;
  let channex: ChannexCaller;
  let hotel: ChannexHotel;
  let other: ChannexHotel;
  beforeAll(async () => {
    proxy = await DatabaseProxy.start();
    beside = await TestService.start();
    service = await TestService.start({ proxy, beside });
    channex = new ChannexCaller(service, await beside.createToken('channex', ['push']));
  });
  afterAll(async () => {
    await service.stop();
    await beside.stop();
    await proxy.stop();
  });
  beforeEach(async () => {
    const direct = new ChannexCaller(beside, channex.token);
    hotel = await direct.hotel();
    other = await direct.hotel(hotel.code);
  });

  const both = (price: string) => [hotel, other].map((each) => restriction(each, DAY, NEXT, rates(price)));
  const pushPrice = (price: number, to = hotel) =>
    service.pushPrices(to.room, to.base, [{ date: DAY, price }]);
  const json = ({ text }: Answer) => JSON.parse(text) as Json;
  /** The prices that a plan has had on the day, the oldest first. */
  const pricesInOrder = async ({ room, base }: ChannexHotel) => {
    const rows = await beside.dataSource.query<{ price: string }[]>(
      `SELECT prices[array_position(rate_plan_ids, $2::bigint)]::text AS price
         FROM price_state JOIN plan_list ON plan_list.id = plan_list_id
        WHERE price_state.room_id = $1 AND date = $3 ORDER BY moment`,
      [room, base, DAY],
    );
    return rows.map(({ price }) => Number(price) / 10_000);
  };

  it('A message takes its turn among the pushes of each of its rooms', async () => {
    const engine = service.app.get(PushEngine);
    const held = await holdRoom(beside, other.room);
    const answers: Promise<Answer>[] = [];
    const inTurn = async (answer: Promise<Answer>) => {
      answers.push(answer);
      const count = answers.length;
      await until(() => engine.waiting >= count - 1);
    };
    await inTurn(pushPrice(1, other));
    await inTurn(pushPrice(2, other));
    await inTurn(channex.send(hotel.code, both('3.00')));
    await inTurn(pushPrice(4, other));
    await inTurn(pushPrice(5));
    await inTurn(channex.send(hotel.code, both('6.00')));
    await held.release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await pricesInOrder(other)).toEqual([1, 2, 3, 4, 6]);
    expect(await pricesInOrder(hotel)).toEqual([3, 5, 6]);
  });

  it('A message waits for a room that another transaction has locked, and is then applied to all rooms', async () => {
    const held = await holdRoom(beside, other.room);
    const sent = channex.send(hotel.code, both('70.00'));
    // A push for a third room does not wait for it.
    const third = await new ChannexCaller(beside, channex.token).hotel();
    expect((await pushPrice(5, third)).status).toBe(200);
    expect(await beside.records.prices(hotel.base)).toEqual({});
    await held.release();
    expect((await sent).status).toBe(200);
    expect(await beside.records.prices(hotel.base)).toEqual({ [DAY]: '70.0000', [NEXT]: '70.0000' });
    expect(await beside.records.prices(other.base)).toEqual({ [DAY]: '70.0000', [NEXT]: '70.0000' });
  });

  it('A message is applied after a deadlock with a transaction that locks its rooms in another order', async () => {
    const runner = beside.dataSource.createQueryRunner();
    const lock = (room: string) => runner.query(`SELECT FROM room WHERE id = $1 FOR NO KEY UPDATE`, [room]);
    await runner.startTransaction();
    await lock(other.room);
    const answer = channex.send(hotel.code, both('11.00'));
    await isWaitingForALock(beside);
    await lock(hotel.room);
    await runner.commitTransaction();
    await runner.release();
    expect((await answer).status).toBe(200);
    expect([await pricesInOrder(hotel), await pricesInOrder(other)]).toEqual([[11], [11]]);
  });

  it('A message is applied once if the answer to its COMMIT is lost', async () => {
    await channex.send(hotel.code, both('10.00'));
    const cut = proxy.loseNextCommit();
    const sent = channex.send(hotel.code, both('20.00'));
    await cut;
    proxy.comeBack();
    const answer = await sent;
    expect([answer.status, json(answer)['unique_id']]).toEqual([200, answer.headers.get('x-request-id')]);
    expect(await pricesInOrder(hotel)).toEqual([10, 20]);
    const entries = await beside.dataSource.query<unknown[]>(`SELECT FROM journal_entry WHERE call_id = $1`, [
      json(answer)['unique_id'],
    ]);
    expect(entries.length).toBe(2);
  });

  it('A message leaves nothing if the database rolls back its COMMIT', async () => {
    proxy.failNextCommit('rolledBack', '40001', 'could not serialize');
    const answer = await channex.send(hotel.code, both('30.00'));
    expect(answer.status).toBe(200);
    expect(await pricesInOrder(other)).toEqual([30]);
    proxy.failNextCommit('rolledBack', 'XX000', 'something is broken');
    const failed = await channex.send(hotel.code, both('40.00'));
    expect([failed.status, json(failed)]).toMatchObject([500, { success: false }]);
    expect(await pricesInOrder(other)).toEqual([30]);
    expect(await pricesInOrder(hotel)).toEqual([30]);
  });

  it('The repeat of a failed message leaves values that were set since', async () => {
    const requestId = randomUUID();
    const changes = () => [
      ...both('50.00'),
      availability(hotel, DAY, NEXT, 5),
      restriction(other, DAY, NEXT, { max_stay: 9 }),
    ];
    await channex.send(hotel.code, both('10.00'));
    const failed = await callInOutage(service, proxy, () => channex.send(hotel.code, changes(), requestId));
    expect([failed.status, json(failed)]).toMatchObject([503, { success: false }]);
    expect(failed.headers.get('retry-after')).toBe('5');
    await pushPrice(60);
    await service.pushInventory(hotel.room, [{ date: NEXT, inventoryNumber: 1 }]);
    await channex.send(hotel.code, [restriction(other, DAY, DAY, { max_stay: 4 })]);
    const again = await channex.send(hotel.code, changes(), requestId);
    expect(again.status).toBe(200);
    expect(await beside.records.prices(hotel.base)).toEqual({ [DAY]: '60.0000', [NEXT]: '50.0000' });
    expect(await beside.records.prices(hotel.derived)).toEqual({ [DAY]: '54.0000', [NEXT]: '45.0000' });
    expect(await beside.records.prices(other.base)).toEqual({ [DAY]: '50.0000', [NEXT]: '50.0000' });
    expect(await beside.records.availability(hotel.room)).toEqual({ [DAY]: [5, 0], [NEXT]: [1, 0] });
    const stays = await beside.dataSource.query(
      `SELECT max_stay FROM rate_room_availability WHERE rate_plan_id = $1 ORDER BY date`,
      [other.base],
    );
    expect(stays).toEqual([{ max_stay: 4 }, { max_stay: 9 }]);
    const { body } = await beside.admin<{ items: Json[] }>('GET', `/journal?roomId=${hotel.room}&limit=1`);
    expect(body.items[0]).toMatchObject({ late: 2, repeatOf: failed.headers.get('x-request-id') });
  });

  it('The repeat of a failed push leaves values that a message has set since', async () => {
    const push = () =>
      service.pushPrices(hotel.room, hotel.base, [
        { date: DAY, price: 90 },
        { date: NEXT, price: 90 },
      ]);
    expect((await callInOutage(service, proxy, push)).status).toBe(503);
    await channex.send(hotel.code, [restriction(hotel, DAY, DAY, rates('95.00'))]);
    const again = await push();
    expect(again.headers.get('x-records-late')).toBe('1');
    expect(await beside.records.prices(hotel.base)).toEqual({ [DAY]: '95.0000', [NEXT]: '90.0000' });
  });

  it('A message is refused as a whole if one of its plans is deleted while it waits', async () => {
    const held = await holdRoom(beside, other.room);
    const sent = channex.send(hotel.code, both('70.00'));
    await until(async () => {
      const waiting = await beside.dataSource.query<unknown[]>(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    });
    await beside.dataSource.query(`DELETE FROM rate_plan WHERE id = $1`, [hotel.derived]);
    await beside.dataSource.query(`DELETE FROM rate_plan WHERE id = $1`, [hotel.base]);
    await held.release();
    expect((await sent).status).toBe(422);
    expect(await beside.records.prices(other.base)).toEqual({});
  });
});
