import { setTimeout as delay } from 'node:timers/promises';
import { Balancer } from './support/balancer';
import { Callers, isAcknowledged, summary } from './support/callers';
import type { Database } from './support/database';
import { describeConnected } from './support/database';
import { note } from './support/figures';
import type { Hotel } from './support/hotel';
import { openHotel } from './support/hotel';
import { checkLedger, KEPT_ITS_WORD } from './support/ledger-check';
import type { PostgresProcess } from './support/postgres-process';
import { ServiceProcess } from '../support/service-process';

const PER_SECOND = 50;

describeConnected('the service, connected $way, under 50 pushes a second', (start) => {
  let database: Database;
  let postgres: PostgresProcess;
  let balancer: Balancer;
  let service: ServiceProcess;
  let hotel: Hotel;
  beforeAll(async () => {
    database = await start();
    postgres = database.postgres;
    service = await ServiceProcess.start({ DATABASE_URL: database.url });
    balancer = await Balancer.start(service.port);
  });
  afterAll(async () => {
    balancer.stop();
    await service.terminate();
    await database.stop();
  });
  beforeEach(async () => (hotel = await openHotel(postgres.url)));

  it('A service killed three times applies each answered push once and no push in part, and retries lose nothing', async () => {
    // The real caller pauses for 5 s. Calls that were running when the service died may not be applied: the
    // caller received no answer and sends them again, and its last call counts.
    let restarted = Promise.resolve();
    const mayRepeat = () => restarted; // A busy machine may take longer than two pauses for the start.
    const callers = new Callers(() => balancer.url, hotel, { retries: 2, pauseMs: 3_000, mayRepeat });
    callers.start(PER_SECOND);
    for (let n = 1; n <= 3; n++) {
      await callers.acknowledged(n * 2 * PER_SECOND);
      balancer.remove(service.port);
      await service.kill9();
      restarted = startAgain();
      await restarted;
      await delay(3_000);
    }
    await callers.stop();
    const again = callers.ledger.filter(({ attempts }) => attempts.length > 1).length;
    note({ ...summary(callers.ledger), 'sent again': again });
    expect(again).toBeGreaterThan(0);
    expect(callers.ledger.filter((push) => !isAcknowledged(push))).toEqual([]);
    expect(await checkLedger(postgres, hotel, callers.ledger)).toEqual(KEPT_ITS_WORD);
  });

  async function startAgain(): Promise<void> {
    service = await ServiceProcess.start({ DATABASE_URL: database.url });
    balancer.add(service.port);
  }

  it('No push fails when a new instance replaces the service three times, and each old one ends by itself', async () => {
    const callers = new Callers(() => balancer.url, hotel);
    callers.start(PER_SECOND);
    for (let n = 1; n <= 3; n++) {
      await callers.acknowledged(n * 2 * PER_SECOND);
      const old = service;
      service = await ServiceProcess.start({ DATABASE_URL: database.url });
      balancer.add(service.port);
      await callers.acknowledged(n * 2 * PER_SECOND + PER_SECOND);
      balancer.remove(old.port);
      expect(await old.terminate()).toBe(0);
    }
    await callers.stop();
    note(summary(callers.ledger));
    expect(callers.ledger.filter((push) => !isAcknowledged(push))).toEqual([]);
    expect(await checkLedger(postgres, hotel, callers.ledger, 'answered')).toEqual(KEPT_ITS_WORD);
  });

  it('A service that is stopped while the database is away finishes the waiting pushes, and then ends', async () => {
    const callers = new Callers(() => balancer.url, hotel);
    await callers.send();
    await postgres.kill9();
    callers.start(PER_SECOND);
    await delay(1_000);
    const old = service;
    void callers.send(); // These pushes are still in flight when the service is stopped.
    const waiting = callers.stop();
    const ended = old.terminate();
    await delay(1_000);
    await postgres.comeBack();
    await waiting;
    expect(await ended).toBe(0);
    balancer.remove(old.port);
    service = await ServiceProcess.start({ DATABASE_URL: database.url });
    balancer.add(service.port);
    note(summary(callers.ledger));
    expect(callers.ledger.length).toBeGreaterThan(20);
    expect(callers.ledger.filter((push) => !isAcknowledged(push))).toEqual([]);
    expect(await checkLedger(postgres, hotel, callers.ledger)).toEqual(KEPT_ITS_WORD);
  });
});
