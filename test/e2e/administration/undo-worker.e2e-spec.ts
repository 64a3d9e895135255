import { DEFAULT_TIMING, UNDO_TIMING } from '../../../src/administration/undo/undo.timing';
import type { UndoTiming } from '../../../src/administration/undo/undo.timing';
import { DatabaseProxy } from '../../support/database-proxy';
import { holdRoom, isWaitingForALock } from '../../support/locks';
import { Past } from '../../support/past';
import { TestService } from '../../support/service';
import { DATE, Undoing } from '../../support/undo';
import { until } from '../../support/until';

/** The call is answered immediately, and any instance continues the undo immediately. */
const SHORT: UndoTiming = { answerWithinMs: 0, pollMs: 20, abandonedAfterMs: 0 };
/** No instance continues the undo. */
const LONELY: UndoTiming = { ...DEFAULT_TIMING, answerWithinMs: 0, pollMs: 600_000 };

describe('a long undo', () => {
  const services: TestService[] = [];
  const proxies: DatabaseProxy[] = [];
  const start = async (timing: UndoTiming, options: Parameters<typeof TestService.start>[0] = {}) => {
    const service = await TestService.start({
      override: (builder) => builder.overrideProvider(UNDO_TIMING).useValue(timing),
      ...options,
    });
    services.push(service);
    return service;
  };
  const startProxy = async () => {
    const proxy = await DatabaseProxy.start();
    proxies.push(proxy);
    return proxy;
  };
  afterEach(async () => {
    // If a test fails during an outage, or before it releases a held COMMIT, a service would otherwise wait for the database.
    for (const proxy of proxies) {
      proxy.goAway();
      proxy.comeBack();
    }
    for (const service of services.splice(0).reverse()) await service.stop();
    for (const proxy of proxies.splice(0)) await proxy.stop();
  });

  /** Creates rooms with one plan each, whose price was 100 and is 1. @returns when it changed */
  const newRooms = async (service: TestService, count: number) => {
    const [past, undoing] = [new Past(service), new Undoing(service)];
    const rooms: { room: string; plan: string }[] = [];
    for (let n = 0; n < count; n++) {
      const room = await past.room();
      rooms.push({ room, plan: await past.plan(room) });
    }
    for (const { room, plan } of rooms) await undoing.prices(room, plan, 100);
    const from = await past.now();
    for (const { room, plan } of rooms) await undoing.prices(room, plan, 1);
    return { rooms, from };
  };
  const prices = async (service: TestService) => {
    const rows = await service.dataSource.query<{ price: string }[]>(
      `SELECT price FROM rate_room_availability ORDER BY room_id`,
    );
    return rows.map(({ price }) => Number(price));
  };
  const isDone = (service: TestService, undoId: string) =>
    until(async () => {
      const { body } = await new Undoing(service).progress(undoId);
      return body.state !== 'running' && body;
    });

  it('A long undo answers with its progress and its address, and continues', async () => {
    const service = await start(LONELY);
    const { rooms, from } = await newRooms(service, 3);
    const held = await holdRoom(service, rooms[1]?.room ?? '');
    const { status, body, headers } = await new Undoing(service).undoAll({ from });
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/admin/journal/undo/${body.undoId}`);
    expect(body).toMatchObject({ state: 'running', rooms: 3 });
    const half = await until(async () => {
      const progress = (await new Undoing(service).progress(body.undoId)).body;
      return progress.roomsDone === 1 && progress;
    });
    expect(half).toMatchObject({ state: 'running', rooms: 3, roomsDone: 1, restored: 1 });
    await held.release();
    expect(await isDone(service, body.undoId)).toMatchObject({ state: 'done', roomsDone: 3, restored: 3 });
    expect(await prices(service)).toEqual([100, 100, 100]);
  });

  it('When the instance of an undo ends, another instance continues, and each room is restored once', async () => {
    const first = await start(LONELY);
    const { rooms, from } = await newRooms(first, 4);
    const held = await holdRoom(first, rooms[2]?.room ?? '');
    const { undoId } = (await new Undoing(first).undoAll({ from })).body;
    await until(async () => (await new Undoing(first).progress(undoId)).body.roomsDone === 2);
    const second = await start(SHORT, { beside: first });
    await isWaitingForALock(first);
    await held.release();
    expect(await isDone(second, undoId)).toMatchObject({ roomsDone: 4, restored: 4, changedSince: 0 });
    const undone = (await new Undoing(second).progress(undoId)).body;
    expect(undone.requestIds).toHaveLength(4);
    expect(await prices(second)).toEqual([100, 100, 100, 100]);
  });

  it('An undo continues after a restart, and a second call meanwhile is harmless', async () => {
    const first = await start(LONELY);
    const { rooms, from } = await newRooms(first, 3);
    const held = await holdRoom(first, rooms[1]?.room ?? '');
    const { undoId } = (await new Undoing(first).undoAll({ from })).body;
    await until(async () => (await new Undoing(first).progress(undoId)).body.roomsDone === 1);
    // The state after a kill of the process: no instance works on the undo, and its transaction is rolled back.
    await first.dataSource.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    const second = await start(SHORT, { beside: first });
    const again = (await new Undoing(second).undoAll({ from })).body;
    await held.release();
    const [one, other] = [await isDone(second, undoId), await isDone(second, again.undoId)];
    expect(one.restored + other.restored).toBe(3);
    expect(one.restored + one.changedSince).toBe(3);
    expect(other.restored + other.changedSince).toBe(3);
    expect(await prices(second)).toEqual([100, 100, 100]);
  });

  it('A long undo restores each room once if the answer to a COMMIT is lost', async () => {
    const proxy = await startProxy();
    const service = await start(SHORT, { proxy });
    const { from } = await newRooms(service, 2);
    const held = await holdRoom(
      service,
      (await service.dataSource.query<[{ id: string }]>(`SELECT id FROM room`))[0].id,
    );
    const { undoId } = (await new Undoing(service).undoAll({ from })).body;
    await isWaitingForALock(service);
    await held.release();
    const lost = proxy.loseNextCommit();
    await lost;
    proxy.comeBack();
    const undone = await isDone(service, undoId);
    expect(undone).toMatchObject({ state: 'done', restored: 2, changedSince: 0 });
    expect(undone.requestIds).toHaveLength(2);
  });

  it('An undo ends and says so if the token of its caller is revoked', async () => {
    const service = await start(LONELY);
    const { rooms, from } = await newRooms(service, 2);
    const held = await holdRoom(service, rooms[0]?.room ?? '');
    const token = await service.createToken('Ada', ['admin']);
    const answer = await service.post(
      '/admin/journal/undo',
      { from },
      { headers: { authorization: `Bearer ${token}` } },
    );
    await service.dataSource.query(
      `UPDATE access_token SET revoked_at = clock_timestamp() WHERE name = 'Ada'`,
    );
    await held.release();
    const { undoId } = JSON.parse(answer.text) as { undoId: string };
    expect(await isDone(service, undoId)).toMatchObject({
      state: 'failed',
      problem: 'The access token is no longer valid',
      roomsDone: 0,
      restored: 0,
    });
    expect(await prices(service)).toEqual([1, 1]);
  });

  it('An undo overwrites no push that comes while it runs', async () => {
    const service = await start({ ...SHORT, answerWithinMs: 10_000 });
    const { rooms, from } = await newRooms(service, 10);
    const undoing = new Undoing(service);
    const pushes = rooms.map(({ room, plan }, index) => undoing.prices(room, plan, 200 + index));
    const undos = [undoing.undoAll({ from, to: await new Past(service).now() }), undoing.undoAll({ from })];
    await Promise.all(pushes);
    for (const { body } of await Promise.all(undos)) await isDone(service, body.undoId);
    // The second undo also covers pushes in its period, but no push that came after it.
    for (const [index, price] of (await prices(service)).entries())
      expect([100, 200 + index]).toContain(price);
    const rows = await service.dataSource.query<{ price: string; state: string }[]>(
      `SELECT stored.price, (SELECT prices[1] * 0.0001 FROM price_state AS state
                              WHERE state.room_id = stored.room_id AND state.date = stored.date
                              ORDER BY moment DESC LIMIT 1) AS state
         FROM rate_room_availability AS stored`,
    );
    for (const { price, state } of rows) expect(Number(state)).toBe(Number(price));
  });

  it('An undo waits for a push that has locked its room', async () => {
    const proxy = await startProxy();
    const service = await start({ ...SHORT, answerWithinMs: 10_000 }, { proxy });
    const { rooms } = await newRooms(service, 1);
    const { room, plan } = rooms[0] ?? { room: '', plan: '' };
    const undoing = new Undoing(service);
    const wrong = await undoing.prices(room, plan, 2);
    const held = proxy.holdNextCommit();
    const push = undoing.prices(room, plan, 7);
    const commit = await held;
    const undo = undoing.undo(wrong);
    await isWaitingForALock(service);
    commit();
    await push;
    expect((await undo).body).toMatchObject({ restored: 0, changedSince: 1 });
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '7.0000' });
  });
});
