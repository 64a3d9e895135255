import type { EntityManager } from 'typeorm';
import { LOCK_ROOMS } from '../../../src/calendar/calendar-statements';
import { PreparedStatement } from '../../../src/platform/database/prepared-statement';
import { TransactionRunner } from '../../../src/platform/database/transaction-runner';
import type { RoomId } from '../../../src/platform/database/id';
import { Room } from '../../../src/room/room.entity';
import { DatabaseProxy } from '../../support/database-proxy';
import { holdRoom, isWaitingForALock } from '../../support/locks';
import { TestService } from '../../support/service';
import { until } from '../../support/until';

class Failure extends Error {}
const fail = () => {
  throw new Failure();
};

describe('a transaction', () => {
  let proxy: DatabaseProxy;
  let service: TestService;
  let transactions: TransactionRunner;
  beforeAll(async () => {
    proxy = await DatabaseProxy.start();
    service = await TestService.start({ proxy, settings: { DATABASE_POOL_SIZE: '3' } });
    transactions = service.app.get(TransactionRunner);
  });
  afterAll(async () => {
    await service.stop();
    await proxy.stop();
  });

  const save = (manager: EntityManager, name: string) =>
    manager.save(manager.create(Room, { name, propertyName: 'Hotel' }));
  const savedRooms = async (name: string) => (await service.dataSource.manager.findBy(Room, { name })).length;

  it('TypeORM knows that the transaction is active', async () => {
    const isActive = await transactions.run((manager) =>
      Promise.resolve(manager.queryRunner?.isTransactionActive),
    );
    expect(isActive).toBe(true);
  });

  it('A statement has 5 s in a read for people, and 12 s in a write', async () => {
    const ask = (manager: EntityManager) => manager.query<object[]>('SHOW statement_timeout');
    expect(await transactions.read(ask)).toEqual([{ statement_timeout: '5s' }]);
    expect(await transactions.run(ask)).toEqual([{ statement_timeout: '12s' }]);
  });

  it('A save() as the first step of a transaction is committed', async () => {
    await transactions.run((manager) => save(manager, 'kept'));
    expect(await savedRooms('kept')).toBe(1);
  });

  it('A failed transaction leaves nothing of its save() and delete()', async () => {
    const room = await service.records.room();
    const run = transactions.run(async (manager) => {
      await save(manager, 'lost');
      await manager.delete(Room, { id: room as RoomId });
      fail();
    });
    await expect(run).rejects.toThrow(Failure);
    expect(await savedRooms('lost')).toBe(0);
    expect(await service.records.roomRow(room)).toBeDefined();
  });

  it('A nested transaction that fails is undone alone', async () => {
    await transactions.run(async (manager) => {
      await save(manager, 'outer');
      await manager
        .transaction(async (nested) => {
          await save(nested, 'inner');
          fail();
        })
        .catch(() => undefined);
    });
    expect([await savedRooms('outer'), await savedRooms('inner')]).toEqual([1, 0]);
  });

  it('A nested transaction is undone with the outer one', async () => {
    const run = transactions.run(async (manager) => {
      await manager.transaction((nested) => save(nested, 'nested'));
      fail();
    });
    await expect(run).rejects.toThrow(Failure);
    expect(await savedRooms('nested')).toBe(0);
  });

  it('A pessimistic lock lasts to the end of the transaction', async () => {
    const id = (await service.records.room()) as RoomId;
    let waiting: Promise<unknown> = Promise.resolve();
    await transactions.run(async (manager) => {
      await manager.findOne(Room, { where: { id }, lock: { mode: 'for_no_key_update' } });
      waiting = transactions.run((other) => other.update(Room, { id }, { name: 'second' }));
      await isWaitingForALock(service);
      await manager.update(Room, { id }, { name: 'first' });
    });
    await waiting;
    expect(await service.records.roomRow(id)).toMatchObject({ name: 'second' });
  });

  it('Prepared statements run in the order in which they were sent, after BEGIN', async () => {
    await service.dataSource.query(`CREATE SEQUENCE turn`);
    const sql = `SELECT nextval('turn')::integer AS turn, current_setting('lock_timeout') AS "limit"`;
    const prepared = new PreparedStatement('next_turn', sql);
    const other = new PreparedStatement('turn_after_that', sql);
    const turns = await transactions.run((manager) =>
      Promise.all([prepared.run(manager, []), other.run(manager, []), prepared.run(manager, [])]),
    );
    expect(turns.flat()).toEqual([1, 2, 3].map((turn) => ({ turn, limit: '8s' })));
  });

  it('Statements that the server skips behind a failed statement report the error of that statement', async () => {
    const [failing, skipped] = [
      new PreparedStatement('failing', 'SELECT 1 / 0'),
      new PreparedStatement('skipped', 'SELECT 1'),
    ];
    const run = transactions.runOnce(async (manager) => {
      const failed = failing.run(manager, []);
      failed.catch(() => undefined);
      await skipped.run(manager, []);
    });
    await expect(run).rejects.toThrow('division by zero');
  });

  it('A read transaction cannot write', async () => {
    const run = transactions.read((manager) => save(manager, 'read'));
    await expect(run).rejects.toMatchObject({ code: '25006' });
    expect(await transactions.read((manager) => manager.countBy(Room, { name: 'read' }))).toBe(0);
  });

  it('Any number of read transactions leave connections to those that write', async () => {
    const releases: (() => void)[] = [];
    const hold = () => new Promise<void>((resolve) => releases.push(resolve));
    const reads = [1, 2, 3].map(() => transactions.read(hold));
    expect(await transactions.run(() => Promise.resolve('done'))).toBe('done');
    for (let n = 0; n < reads.length; n++) {
      const release = await until(() => releases.pop());
      release();
    }
    await Promise.all(reads);
  });

  it.each(['read', 'readWithRetries'] as const)(
    'The method %s returns what was read before its COMMIT',
    async (read) => {
      const runner = await transactions[read]((manager) => Promise.resolve(manager.queryRunner));
      expect(runner?.isTransactionActive).toBe(true);
      await until(() => runner?.isReleased);
      expect(runner?.isTransactionActive).toBe(false);
    },
  );

  it('A read with retries runs again', async () => {
    const run = transactions.readWithRetries(async (manager, attempt) => {
      if (attempt < 3) await manager.query(`DO $$ BEGIN RAISE SQLSTATE '40001'; END $$`);
      return attempt;
    });
    expect(await run).toBe(3);
  });

  it('A transaction without retries does not run again', async () => {
    let attempts = 0;
    const run = transactions.runOnce((manager) => {
      attempts++;
      return manager.query(`DO $$ BEGIN RAISE SQLSTATE '40001'; END $$`);
    });
    await expect(run).rejects.toMatchObject({ code: '40001' });
    expect(attempts).toBe(1);
  });

  it.each(['read', 'runOnce'] as const)(
    'A transaction of the method %s runs once more over a new session if all sessions of the pool had ended',
    async (method) => {
      const ask = (manager: EntityManager) => manager.query<unknown[]>('SELECT 1');
      await Promise.all([1, 2, 3].map(() => transactions.run(ask)));
      proxy.endSessions();
      const attempts = await transactions[method](async (manager, attempt) => {
        await ask(manager);
        return attempt;
      });
      expect(attempts).toBe(2);
    },
  );

  it('A transaction without retries does not run again if its session ends after it began', async () => {
    let attempts = 0;
    const run = transactions.runOnce(async (manager) => {
      attempts++;
      await manager.query('SELECT 1');
      proxy.endSessions();
      await manager.query('SELECT 1');
    });
    await expect(run).rejects.toMatchObject({ code: '08006' });
    expect(attempts).toBe(1);
  });

  it('A transaction without retries does not run again if the database was silent for more than a second', async () => {
    let attempts = 0;
    await transactions.runOnce((manager) => manager.query('SELECT 1'));
    proxy.fallSilent();
    const start = performance.now();
    const run = transactions.runOnce((manager) => {
      attempts++;
      return manager.query('SELECT 1');
    });
    run.catch(() => undefined);
    await until(() => performance.now() - start > 1_500);
    proxy.comeBack();
    await expect(run).rejects.toMatchObject({ code: '08006' });
    expect(attempts).toBe(1);
  });

  it('The next free connection goes to the call that waits longest, and a ping comes before all', async () => {
    const done: string[] = [];
    const releases: (() => void)[] = [];
    const held = [1, 2, 3].map(() =>
      transactions.run(() => new Promise<void>((resolve) => releases.push(resolve))),
    );
    const waiting = [
      transactions.runOnce(() => Promise.resolve(done.push('first'))),
      transactions.runOnce(() => Promise.resolve(done.push('second'))),
      transactions.ping().then(() => done.push('ping')),
    ];
    while (releases.length < 3) await new Promise((resolve) => setImmediate(resolve));
    releases.pop()?.();
    await Promise.all(waiting);
    for (const release of releases) release();
    await Promise.all(held);
    expect(done).toEqual(['ping', 'first', 'second']);
  });

  it('Rooms are locked in the order of their ids, whatever the order in the table', async () => {
    const low = (await service.records.room()) as RoomId;
    const high = (await service.records.room()) as RoomId;
    await service.dataSource.query(`UPDATE room SET name = 'stored last' WHERE id = $1`, [low]);
    const lock = await holdRoom(service, low);
    const locked = transactions.run(async (manager) => {
      await manager.query(`SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off`);
      return LOCK_ROOMS.run<{ id: RoomId }[]>(manager, [high, low]);
    });
    await isWaitingForALock(service);
    const free = await service.dataSource.query(`SELECT id FROM room WHERE id = $1 FOR UPDATE SKIP LOCKED`, [
      high,
    ]);
    await lock.release();
    expect(free).toEqual([{ id: high }]);
    expect((await locked).map(({ id }) => id)).toEqual([low, high]);
  });

  it('A push takes two round trips: it begins, locks and loads, then saves and commits', async () => {
    const room = await service.records.room();
    const plan = await service.records.ratePlan(room);
    for (const price of [1, 2]) await service.pushPrices(room, plan, [{ date: '2026-12-01', price }]);
    const recorded = proxy.recordRoundTrips();
    await service.pushPrices(room, plan, [{ date: '2026-12-01', price: 3 }]);
    const ofPush = recorded.find((sent) => sent.some((text) => text.includes('update_prices'))) ?? [];
    expect(ofPush).toHaveLength(2);
    expect(ofPush[0]).toMatch(/BEGIN.*lock_free_rooms.*load_rooms.*load_prices/s);
    expect(ofPush[1]).toMatch(/update_prices.*record_calls.*COMMIT/s);
  });

  it('The look-up of a token and the statement that sets its time limit share one round trip', async () => {
    const call = () => service.call('/admin/rooms', { headers: { authorization: 'Bearer unknown' } });
    await call();
    const recorded = proxy.recordRoundTrips();
    expect((await call()).status).toBe(401);
    const sent = await until(() =>
      recorded.find((each) => each.some((text) => text.includes('find_valid_tokens'))),
    );
    expect(sent[0]).toMatch(/BEGIN.*lock_timeout.*statement_timeout.*find_valid_tokens/s);
  });
});
