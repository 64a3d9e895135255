import { setTimeout as delay } from 'node:timers/promises';
import { whyNoCluster } from '../support/citus-cluster';
import { HttpBalancer } from '../support/http-balancer';
import { ServiceProcess } from '../support/service-process';
import { Callers, isAcknowledged, summary } from './support/callers';
import { CitusDatabase } from './support/citus-database';
import { note } from './support/figures';
import type { CitusNode } from '../support/citus-node';
import type { Hotel, HotelRoom } from './support/hotel';
import { openHotel } from './support/hotel';
import { checkLedger, KEPT_ITS_WORD } from './support/ledger-check';

const PER_SECOND = 12;
/** How the real caller repeats a failed call. */
const RETRIES = { retries: 2, pauseMs: 5_000 };
const DAY_MS = 24 * 3_600_000;
/** The number of pushes that must succeed after a fault. */
const AFTERWARDS = 60;

/** All pushes set the price of one date, even if midnight passes between them. */
const DATE = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);

/** Each run begins after another number of pushes, so that faults meet transactions in different states. */
const runs = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ run: n + 1, before: 40 + 17 * n }));

describe('faults of a Citus cluster', () => {
  let database: CitusDatabase;
  let instances: ServiceProcess[];
  let balancer: HttpBalancer;
  let hotel: Hotel;
  let reason: string | undefined;
  let moved: number;
  beforeEach(() => (moved = 0));
  const startInstance = () => ServiceProcess.start({ DATABASE_URL: database.url });
  beforeAll(async () => {
    reason = await whyNoCluster();
    if (reason) console.warn(`The faults on Citus are skipped: ${reason}.`);
    if (reason) return;
    database = await CitusDatabase.start();
    instances = [await startInstance()];
    balancer = await HttpBalancer.start(...instances.map(({ port }) => port));
  });
  afterAll(async () => {
    if (reason) return;
    await balancer.stop();
    await Promise.all(instances.map((instance) => instance.terminate()));
    await database.stop();
  });

  it('A push waits for the worker of its room to commit what the coordinator has committed before', async () => {
    if (reason) return;
    hotel = await openHotel(database.url);
    const [room] = hotel.rooms as [HotelRoom];
    await push(room, 100);
    const other = await database.preparePrice(room.id, 200);
    const pushed = push(room, 100);
    await Promise.race([pushed, other.hasWaiting()]);
    await other.commit();
    expect((await pushed).status).toBe(200);
    expect(await pricesOf(room)).toEqual([100]);
  });

  it('Pushes to other rooms do not wait for a worker to commit the change of one room', async () => {
    if (reason) return;
    hotel = await openHotel(database.url);
    const rooms = hotel.rooms.slice(5, 15);
    const [room, ...others] = rooms as [HotelRoom, ...HotelRoom[]];
    await Promise.all(rooms.map((each) => push(each, 100)));
    const other = await database.preparePrice(room.id, 200);
    const pushed = push(room, 110);
    const answers = await Promise.all(others.map((each) => push(each, 110)));
    await other.commit();
    for (const { status } of [...answers, await pushed]) expect(status).toBe(200);
    for (const each of rooms) expect(await pricesOf(each)).toEqual([110]);
  });

  it('Pushes to rooms on other workers go on while a worker is away', async () => {
    if (reason) return;
    hotel = await openHotel(database.url);
    // Pushes to the first rooms also change plans of other rooms, so they may also need the workers of the other rooms.
    const rooms = hotel.rooms.slice(5);
    await Promise.all(rooms.map((room) => push(room, 100)));
    const ports = new Map(
      await Promise.all(rooms.map(async ({ id }) => [id, await database.portOf(id)] as const)),
    );
    const [lost] = database.workers as [CitusNode];
    const lostRooms = rooms.filter(({ id }) => ports.get(id) === lost.port);
    const others = rooms.filter(({ id }) => ports.get(id) !== lost.port);
    expect(Math.min(lostRooms.length, others.length)).toBeGreaterThan(0);
    await lost.kill9();
    const waiting = lostRooms.map((room) => push(room, 110));
    // These pushes must end before the service gives up the waiting ones.
    for (let price = 110; price < 140; price++) {
      const answers = await Promise.all(others.map((room) => push(room, price)));
      for (const { status } of answers) expect(status).toBe(200);
    }
    await lost.comeBack();
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
  });

  it.each(runs(6))(
    'No acknowledged push is lost when a worker is killed for 3 s (run $run)',
    async ({ before, run }) => {
      await check(before, () => withoutWorker(run, 3));
    },
  );

  it.each(runs(3))(
    'No acknowledged push is lost when a worker is killed for 40 s (run $run)',
    async ({ before, run }) => {
      await check(before, () => withoutWorker(run, 40));
    },
  );

  it.each(runs(3))(
    'No acknowledged push is lost while shards move to another worker, and back (run $run)',
    async ({ before }) => {
      await check(before, async () => {
        const worker = await database.addWorker();
        moved = await database.shardsOn(worker);
        expect(moved).toBeGreaterThan(0);
        await database.removeWorker(worker);
      });
    },
  );

  it.each(runs(4))(
    'No acknowledged push is lost when the coordinator and one of two instances are killed together (run $run)',
    async ({ before }) => {
      await startInstances(2);
      await check(before, async () => {
        const killed = instances.shift()!;
        await Promise.all([database.coordinator.kill9(), killed.kill9()]);
        balancer.remove(killed.port);
        await delay(3_000);
        await database.coordinator.comeBack();
        await startInstances(2);
      });
    },
  );

  it.each(runs(4))(
    'Four instances lose no acknowledged push when a worker is killed for 3 s (run $run)',
    async ({ before, run }) => {
      await startInstances(4);
      await check(before, () => withoutWorker(run, 3));
    },
  );

  const push = ({ id, ratePlanId }: HotelRoom, price: number) =>
    instances[0]!.call(`/updateCalendarPrices?roomId=${id}&ratePlanId=${ratePlanId}`, {
      method: 'POST',
      body: JSON.stringify([{ date: DATE, price }]),
    });

  /** The prices of the pushed plan of a room. */
  async function pricesOf({ id, ratePlanId }: HotelRoom): Promise<number[]> {
    const rows = await database.query<{ price: number }>(
      `SELECT price::float8 FROM rate_room_availability WHERE room_id = $1 AND rate_plan_id = $2`,
      [id, ratePlanId],
    );
    return rows.map(({ price }) => price);
  }

  /** Pushes while something happens, and compares everything that was acknowledged with the database. */
  async function check(before: number, happens: () => Promise<unknown>): Promise<void> {
    if (reason) return;
    hotel = await openHotel(database.url);
    const callers = new Callers(() => balancer.url, hotel, RETRIES);
    callers.start(PER_SECOND);
    try {
      await callers.acknowledged(before);
      await happens();
      await callers.acknowledged(callers.ledger.filter(isAcknowledged).length + AFTERWARDS);
    } finally {
      await callers.stop();
    }
    const seconds = await database.settle();
    const statuses: Record<string, number> = {};
    for (const { status, error } of callers.ledger.flatMap(({ attempts }) => attempts))
      statuses[`answered ${status ?? error}`] = (statuses[`answered ${status ?? error}`] ?? 0) + 1;
    const found = await checkLedger(database, hotel, callers.ledger, 'answered');
    const wrong = found.halfApplied.length + found.wronglyDerived.length;
    note({
      ...summary(callers.ledger),
      ...statuses,
      'shards moved': moved,
      lost: found.lost.length,
      'wrong values': wrong,
      'seconds until nothing was prepared': seconds,
    });
    expect(found).toEqual(KEPT_ITS_WORD);
  }

  async function withoutWorker(run: number, seconds: number): Promise<void> {
    const worker = database.workers[run % database.workers.length]!;
    await worker.kill9();
    await delay(seconds * 1000);
    await worker.comeBack();
  }

  async function startInstances(count: number): Promise<void> {
    while (!reason && instances.length < count) {
      const instance = await startInstance();
      instances.push(instance);
      balancer.add(instance.port);
    }
  }
});
