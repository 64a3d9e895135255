import { setTimeout as delay } from 'node:timers/promises';
import { HttpBalancer } from '../support/http-balancer';
import { ServiceProcess } from '../support/service-process';
import { Callers, isAcknowledged, summary } from './support/callers';
import { note } from './support/figures';
import type { Hotel } from './support/hotel';
import { openHotel } from './support/hotel';
import { checkLedger, KEPT_ITS_WORD } from './support/ledger-check';
import { PostgresProcess } from './support/postgres-process';

const PER_SECOND = 50;
/** With so few unanswered pushes, the service sheds none, even on a busy machine. */
const MAX_UNANSWERED = 16;
const FLOODING_CONNECTIONS = 16;

/** A minute of the faults that every change has to survive. The other files try each fault for longer, and in more ways. */
describe('the service under up to 50 pushes a second', () => {
  let postgres: PostgresProcess;
  let service: ServiceProcess;
  let hotel: Hotel;
  let after: (() => unknown)[];
  const start = () => ServiceProcess.start({ DATABASE_URL: postgres.url });
  beforeAll(async () => {
    postgres = await PostgresProcess.start();
    service = await start();
  });
  afterAll(async () => {
    await service.terminate();
    await postgres.stop();
  });
  beforeEach(async () => {
    after = [];
    hotel = await openHotel(postgres.url);
  });
  // The processes of a failed test would keep the run waiting.
  afterEach(() => Promise.all(after.map((end) => end())));

  /** Sends pushes before, during and after a fault, and expects that none is lost, half applied or out of order. */
  async function push(callers: Callers, strike: () => Promise<void>, order: 'sent' | 'answered' = 'sent') {
    callers.start(PER_SECOND, MAX_UNANSWERED);
    await callers.acknowledged(PER_SECOND);
    await strike();
    await callers.acknowledged(callers.ledger.filter(isAcknowledged).length + PER_SECOND);
    await callers.stop();
    note(summary(callers.ledger));
    expect(callers.ledger.filter((sent) => !isAcknowledged(sent))).toEqual([]);
    expect(await checkLedger(postgres, hotel, callers.ledger, order)).toEqual(KEPT_ITS_WORD);
  }

  it('The service loses no push when its transactions are broken off', async () => {
    await push(new Callers(() => service.url, hotel), async () => {
      for (let n = 0; n < 10; n++) {
        await postgres.terminateConnections();
        await delay(100);
      }
    });
  });

  it('The service loses no push when its database is killed', async () => {
    await push(new Callers(() => service.url, hotel), async () => {
      await postgres.kill9();
      await postgres.comeBack();
    });
  });

  it('A flood from one token costs others no push', async () => {
    const flooded = await openHotel(postgres.url);
    const body = JSON.stringify({ name: 'flood', scopes: ['push'] });
    const made = await service.call('/admin/accessTokens', { method: 'POST', body });
    const { token } = (await made.json()) as { token: string };
    const flood = new Callers(() => service.url, flooded, { token, onlyLong: true, keepAlive: true });
    flood.startWithoutPause(FLOODING_CONNECTIONS);
    const others = new Callers(() => service.url, hotel, { retries: 2, keepAlive: true });
    await push(others, () => delay(5_000), 'answered');
    await flood.stop();
    expect(flood.ledger.length).toBeGreaterThan(FLOODING_CONNECTIONS);
    expect(await checkLedger(postgres, flooded, flood.ledger, 'answered')).toEqual(KEPT_ITS_WORD);
  });

  it('Two instances lose no push when one of them is killed', async () => {
    let second = await start();
    const balancer = await HttpBalancer.start(service.port, second.port);
    after.push(
      () => balancer.stop(),
      () => second.terminate(),
    );
    const callers = new Callers(() => balancer.url, hotel, { retries: 2, pauseMs: 1_000 });
    const strike = async () => {
      const { port } = second;
      await second.kill9();
      second = await start();
      balancer.add(second.port);
      balancer.remove(port);
      await delay(1_000);
    };
    await push(callers, strike, 'answered');
  });
});
