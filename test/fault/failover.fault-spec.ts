import { setTimeout as delay } from 'node:timers/promises';
import { ServiceProcess } from '../support/service-process';
import { Balancer } from './support/balancer';
import { Callers, isAcknowledged, summary } from './support/callers';
import { note } from './support/figures';
import { openHotel } from './support/hotel';
import { checkLedger, KEPT_ITS_WORD } from './support/ledger-check';
import { PostgresProcess } from './support/postgres-process';

const PER_SECOND = 50;
/** How long the name of the database leads to a standby that takes no writes. */
const READ_ONLY_MS = 2_000;
const AFTER_MS = 3_000;

describe('a failover to a standby, under 50 pushes a second', () => {
  let primary: PostgresProcess;
  let standby: PostgresProcess;
  let name: Balancer;
  let service: ServiceProcess;
  beforeAll(async () => {
    primary = await PostgresProcess.start();
    standby = await primary.startStandby();
    name = await Balancer.start(primary.port);
    const url = new URL(primary.url);
    url.port = new URL(name.url).port;
    service = await ServiceProcess.start({ DATABASE_URL: url.href });
  });
  afterAll(async () => {
    await service.terminate();
    name.stop();
    await standby.stop();
    await primary.stop();
  });

  it('Sessions on a standby are given up when the host name leads to the primary again', async () => {
    const hotel = await openHotel(primary.url);
    const callers = new Callers(() => service.url, hotel);
    callers.start(PER_SECOND);
    await callers.acknowledged(2 * PER_SECOND);
    name.remove(primary.port);
    name.add(standby.port);
    await primary.terminateConnections();
    await delay(READ_ONLY_MS);
    name.remove(standby.port);
    name.add(primary.port);
    const seconds = await secondsToSuccess(callers);
    await delay(AFTER_MS);
    await callers.stop();
    note({ ...summary(callers.ledger), 'first success in s': seconds });
    expect(seconds).toBeLessThan(5);
    expect(callers.ledger.filter((push) => !isAcknowledged(push))).toEqual([]);
    expect(await checkLedger(primary, hotel, callers.ledger)).toEqual(KEPT_ITS_WORD);
  });

  it('No push fails, none is lost, and pushes succeed within 5 s of the promotion', async () => {
    const hotel = await openHotel(primary.url);
    const callers = new Callers(() => service.url, hotel);
    callers.start(PER_SECOND);
    await callers.acknowledged(2 * PER_SECOND);
    await primary.kill9();
    name.remove(primary.port);
    name.add(standby.port);
    await delay(READ_ONLY_MS);
    const ready = await service.call('/health/ready');
    await standby.promote();
    const seconds = await secondsToSuccess(callers);
    await delay(AFTER_MS);
    await callers.stop();
    note({ ...summary(callers.ledger), 'first success in s': seconds });
    expect(ready.status).toBe(503);
    expect(seconds).toBeLessThan(5);
    expect(callers.ledger.filter((push) => !isAcknowledged(push))).toEqual([]);
    expect(await checkLedger(standby, hotel, callers.ledger)).toEqual(KEPT_ITS_WORD);
    expect((await service.call('/health/ready')).status).toBe(200);
  });

  /** Waits for the next push that succeeds. */
  async function secondsToSuccess(callers: Callers): Promise<number> {
    const start = performance.now();
    await callers.acknowledged(callers.ledger.filter(isAcknowledged).length + 1);
    return (performance.now() - start) / 1_000;
  }
});
