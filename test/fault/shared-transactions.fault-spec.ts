import { ServiceProcess } from '../support/service-process';
import { Balancer } from './support/balancer';
import { Callers, isAcknowledged, summary } from './support/callers';
import { countShared } from './support/count-shared';
import type { Database } from './support/database';
import { describeConnected } from './support/database';
import { note } from './support/figures';
import { openHotel } from './support/hotel';
import { checkLedger, KEPT_ITS_WORD } from './support/ledger-check';

/** More pushes than are written at once, so that some wait and share transactions. */
const BURST = 40;
const BURSTS = 12;
const PAUSE_MS = 3_000;

describeConnected('bursts of pushes in shared transactions, connected $way', (start) => {
  let database: Database;
  let balancer: Balancer;
  let service: ServiceProcess;
  const settings = () => ({ DATABASE_URL: database.url, DATABASE_POOL_SIZE: '2' });
  beforeAll(async () => {
    database = await start();
    service = await ServiceProcess.start(settings());
    balancer = await Balancer.start(service.port);
  });
  afterAll(async () => {
    balancer.stop();
    await service.terminate();
    await database.stop();
  });

  async function killDatabase(): Promise<void> {
    await database.postgres.kill9();
    await database.postgres.comeBack();
  }

  async function killService(): Promise<void> {
    balancer.remove(service.port);
    await service.kill9();
    service = await ServiceProcess.start(settings());
    balancer.add(service.port);
  }

  it('Kills of the service and the database lose no push, and leave none half done or done twice', async () => {
    const { postgres } = database;
    const hotel = await openHotel(postgres.url);
    const callers = new Callers(() => balancer.url, hotel, { retries: 2, pauseMs: PAUSE_MS });
    for (let n = 0; n < BURSTS; n++) {
      const pushes = Array.from({ length: BURST }, () => callers.send());
      // Other pushes are being written.
      await Promise.race(pushes);
      if (n % 3 === 1) await killDatabase();
      if (n % 3 === 2) await killService();
      await Promise.all(pushes);
    }
    await callers.stop();
    const shared = await countShared(
      postgres,
      hotel.rooms.map(({ id }) => id),
    );
    note({ ...summary(callers.ledger), 'shared a transaction': shared });
    expect(shared).toBeGreaterThan(callers.ledger.length / 4);
    expect(callers.ledger.filter((push) => !isAcknowledged(push))).toEqual([]);
    expect(await checkLedger(postgres, hotel, callers.ledger)).toEqual(KEPT_ITS_WORD);
  });
});
