import { setTimeout as delay } from 'node:timers/promises';
import type { SentPush } from './support/callers';
import { Callers, isAcknowledged, summary } from './support/callers';
import type { Database } from './support/database';
import { describeConnected } from './support/database';
import { note } from './support/figures';
import type { Hotel } from './support/hotel';
import { openHotel } from './support/hotel';
import { checkLedger, KEPT_ITS_WORD } from './support/ledger-check';
import { PostgresProcess } from './support/postgres-process';
import { ServiceProcess } from '../support/service-process';

const PER_SECOND = 50;
const before = PER_SECOND;
/** The number of pushes after the fault: they show damage that it has left behind. */
const AFTER_MS = 1_500;

type Fault = (postgres: PostgresProcess) => Promise<void>;

const killed =
  (seconds: number): Fault =>
  async (postgres) => {
    await postgres.kill9();
    await delay(seconds * 1000);
    await postgres.comeBack();
  };
const frozen =
  (seconds: number): Fault =>
  async (postgres) => {
    await postgres.freeze();
    await delay(seconds * 1000);
    await postgres.thaw();
  };
const terminated: Fault = async (postgres) => {
  for (let n = 0; n < 20; n++) {
    await postgres.terminateConnections();
    await delay(100);
  }
};
const refusing: Fault = async (postgres) => {
  await postgres.refuse();
  await delay(5_000);
  await postgres.admit();
};

const FAULTS: [string, Fault][] = [
  ['is killed with all its processes, and comes back after 1 s', killed(1)],
  ['is killed with all its processes, and comes back after 10 s', killed(10)],
  ['is killed with all its processes, and comes back after 20 s', killed(20)],
  ['ends all connections, twenty times in 2 s', terminated],
  ['is frozen for 10 s', frozen(10)],
  ['refuses connections for 5 s', refusing],
];

describeConnected('faults of the database, connected $way, under 50 pushes a second', (start, isPooled) => {
  let database: Database;
  let service: ServiceProcess;
  let hotel: Hotel;
  beforeAll(async () => {
    database = await start();
    service = await ServiceProcess.start({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await service.terminate();
    await database.stop();
  });
  beforeEach(async () => (hotel = await openHotel(database.postgres.url)));

  const faults = isPooled ? FAULTS.filter(([name]) => !/ (1|20) s$/.test(name)) : FAULTS;

  it.each(faults)(
    'No push fails, and each is applied once, whole and in turn, when the database %s',
    async (_, strike) => {
      const callers = new Callers(() => service.url, hotel);
      callers.start(PER_SECOND);
      await callers.acknowledged(before);
      await strike(database.postgres);
      await delay(AFTER_MS);
      await callers.stop();
      note(summary(callers.ledger));
      expect(callers.ledger.filter(isNotAcknowledged).map(lastAttempt)).toEqual([]);
      expect(await checkLedger(database.postgres, hotel, callers.ledger)).toEqual(KEPT_ITS_WORD);
    },
  );
});

describe('a database at a Unix socket, under 50 pushes a second', () => {
  let postgres: PostgresProcess;
  let service: ServiceProcess;
  beforeAll(async () => {
    postgres = await PostgresProcess.start();
    service = await ServiceProcess.start({ DATABASE_URL: postgres.socketUrl });
  });
  afterAll(async () => {
    await service.terminate();
    await postgres.stop();
  });

  it('No push fails, and each is applied once, whole and in turn, when the database is restarted', async () => {
    const hotel = await openHotel(postgres.url);
    const callers = new Callers(() => service.url, hotel);
    callers.start(PER_SECOND);
    await callers.acknowledged(before);
    await postgres.restart();
    await delay(AFTER_MS);
    await callers.stop();
    note(summary(callers.ledger));
    expect(callers.ledger.filter(isNotAcknowledged).map(lastAttempt)).toEqual([]);
    expect(await checkLedger(postgres, hotel, callers.ledger)).toEqual(KEPT_ITS_WORD);
  });
});

const isNotAcknowledged = (push: SentPush) => !isAcknowledged(push);
const lastAttempt = ({ operation, attempts }: SentPush) => ({ operation, ...attempts.at(-1) });
