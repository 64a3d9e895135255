import { setTimeout as delay } from 'node:timers/promises';
import { Balancer } from './support/balancer';
import type { Attempt } from './support/callers';
import { Callers, measureCapacity, summary } from './support/callers';
import type { Database } from './support/database';
import { describeConnected } from './support/database';
import { note } from './support/figures';
import { holdRooms } from './support/hold-rooms';
import type { Hotel } from './support/hotel';
import { openHotel } from './support/hotel';
import { checkLedger, findOlderOverNewer, KEPT_ITS_WORD } from './support/ledger-check';
import type { PostgresProcess } from './support/postgres-process';
import { ServiceProcess } from '../support/service-process';
import { until } from '../support/until';

/** How the real caller repeats failed calls. */
const RETRIES = { retries: 2, pauseMs: 5_000 };
const PER_SECOND = 40;
/** The number of calls that wait for their answers when the connections are killed. */
const WAITING = 15;
/**
 * Calls fail in an outage instead of waiting for its end. If the machine of the tests is overloaded as well, half a
 * minute may pass before the service reads a repeat.
 */
const SETTINGS = { DB_RETRY_BUDGET_SECONDS: '2', LATE_ARRIVAL_SECONDS: '120' };
/** The rate of the pushes, as a multiple of what the service can do. Repeats of failed calls add twice as many. */
const OVERLOAD = 2;

describeConnected('a caller, connected $way, that repeats failed calls 5 and 10 s later', (start) => {
  let database: Database;
  let postgres: PostgresProcess;
  let service: ServiceProcess;
  let balancer: Balancer;
  let hotel: Hotel;
  beforeAll(async () => {
    database = await start();
    postgres = database.postgres;
    service = await ServiceProcess.start({ DATABASE_URL: database.url, ...SETTINGS });
    balancer = await Balancer.start(service.port);
  });
  afterAll(async () => {
    balancer.stop();
    await service.terminate();
    await database.stop();
  });
  beforeEach(async () => (hotel = await openHotel(postgres.url)));

  /** Checks that the load contains repeated calls, some of them after a newer call. */
  async function expectRepeats(callers: Callers): Promise<void> {
    const again = callers.ledger.filter(({ attempts }) => attempts.length > 1).length;
    const rooms = hotel.rooms.map(({ id }) => id);
    const [row] = await postgres.query<{ late: number; repeats: number }>(
      `SELECT count(repeat_of)::int AS repeats, count(*) FILTER (WHERE late > 0)::int AS late
         FROM journal_entry WHERE room_id = ANY($1)`,
      [rooms],
    );
    note({ ...summary(callers.ledger), 'sent again': again, ...row });
    expect(row?.late).toBeGreaterThan(0);
    expect(await checkLedger(postgres, hotel, callers.ledger, 'answered')).toEqual(KEPT_ITS_WORD);
  }

  it('No older value stands over a newer value after an outage', async () => {
    const callers = new Callers(() => service.url, hotel, RETRIES);
    callers.start(PER_SECOND);
    await callers.acknowledged(PER_SECOND);
    await postgres.kill9();
    await delay(6_000);
    await postgres.comeBack();
    await delay(6_000);
    await callers.stop();
    expect(await findOlderOverNewer(postgres, hotel, callers.ledger)).toEqual([]);
    await expectRepeats(callers);
  });

  it('No older value stands over a newer value after an overload', async () => {
    const perSecond = OVERLOAD * (await measureCapacity(service.url, await openHotel(postgres.url)));
    const callers = new Callers(() => service.url, hotel, { ...RETRIES, onlyLong: true, keepAlive: true });
    callers.start(perSecond);
    await delay(12_000);
    await callers.stop();
    // Among simultaneous calls, the one that the service read first is the older one. The time at which it read an
    // unanswered call is not known.
    const settledAt = ({ status, answeredAt = Infinity }: Attempt) => (status ? answeredAt : Infinity);
    expect(await findOlderOverNewer(postgres, hotel, callers.ledger, settledAt)).toEqual([]);
    await expectRepeats(callers);
  });

  it('No older value stands over a newer value if connections are killed while a call waits', async () => {
    const callers = new Callers(() => balancer.url, hotel, RETRIES);
    callers.start(PER_SECOND);
    let cut = 0;
    for (let n = 0; n < 3; n++) {
      await callers.acknowledged((n + 1) * 2 * PER_SECOND);
      const release = await holdRooms(postgres, hotel.rooms);
      await until(() => callers.waitingForAnswer.length >= WAITING);
      cut += await balancer.cut();
      await release();
    }
    await delay(6_000);
    await callers.stop();
    note({ 'connections killed': cut });
    expect(cut).toBeGreaterThan(0);
    expect(await findOlderOverNewer(postgres, hotel, callers.ledger)).toEqual([]);
    await expectRepeats(callers);
  });
});
