import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attempt } from './support/callers';
import { Callers, isAcknowledged, isSuccess, measureCapacity, summary } from './support/callers';
import type { Database } from './support/database';
import { describeConnected } from './support/database';
import { note } from './support/figures';
import type { Hotel } from './support/hotel';
import { openHotel } from './support/hotel';
import { checkLedger, KEPT_ITS_WORD } from './support/ledger-check';
import type { PostgresProcess } from './support/postgres-process';
import { ServiceProcess, TOKEN } from '../support/service-process';

const SECONDS = { directly: 60, pooled: 15 };
/** A multiple of the pushes that the service can do. */
const OVERLOAD = 2.5;
const MAX_MEMORY_MIB = 768;

describeConnected('the service under overload, connected $way', (start, isPooled) => {
  let database: Database;
  let postgres: PostgresProcess;
  let service: ServiceProcess;
  let hotel: Hotel;
  beforeAll(async () => {
    database = await start();
    postgres = database.postgres;
    service = await ServiceProcess.start({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await service.terminate();
    await database.stop();
  });
  beforeEach(async () => (hotel = await openHotel(postgres.url)));

  it('An overloaded service answers what it accepts within 5 s, sheds the rest, and recovers', async () => {
    const perSecond = OVERLOAD * (await measureCapacity(service.url, await openHotel(postgres.url)));
    // Connections are kept. Node accepts one new connection for each turn of its event loop, about 130 a second here
    // under full load. More would wait before the service notices them.
    const callers = new Callers(() => service.url, hotel, { onlyLong: true, keepAlive: true });
    callers.start(perSecond);
    const memory = [];
    const seconds = isPooled ? SECONDS.pooled : SECONDS.directly;
    for (let n = 0; n < seconds * 2; n++) {
      await delay(500);
      memory.push(await service.memory());
    }
    await callers.stop();
    const after = new Callers(() => service.url, await openHotel(postgres.url));
    after.start(50);
    await after.acknowledged(100);
    await after.stop();

    const attempts = callers.ledger.flatMap((push) => push.attempts);
    const [accepted, refused] = [attempts.filter(isSuccess), attempts.filter((each) => !isSuccess(each))];
    note({
      'sent a second': Math.round(perSecond),
      sent: attempts.length,
      accepted: accepted.length,
      'longest wait of these in s': round(Math.max(...waits(accepted)) / 1000),
      refused: refused.length,
      'median wait of these in ms': round(waits(refused)[refused.length >> 1] ?? 0),
      'memory in MiB': Math.round(Math.max(...memory)),
      'longest wait after it in s': summary(after.ledger)['longest wait in s'] ?? NaN,
    });
    expect(refused.length).toBeGreaterThan(attempts.length / 4);
    const wrong = refused.filter(({ status, text, retryAfter }) => {
      const isTurnedAway = status === 503 || (status === 200 && text === 'false');
      return !isTurnedAway || retryAfter !== '5';
    });
    expect(wrong).toEqual([]);
    expect(Math.max(...waits(accepted))).toBeLessThan(5_000);
    expect(waits(refused)[Math.floor(refused.length * 0.99)]).toBeLessThan(2_500);
    expect(Math.max(...memory)).toBeLessThan(MAX_MEMORY_MIB);
    expect(after.ledger.filter((push) => !isAcknowledged(push))).toEqual([]);
    // The test takes the median, because a pause of the machine may delay a single push.
    expect(summary(after.ledger)['median wait in ms']).toBeLessThan(500);
    expect(await checkLedger(postgres, hotel, callers.ledger, 'answered')).toEqual(KEPT_ITS_WORD);
  });

  it('A service cuts off 500 callers that send slowly or never finish, and others are served', async () => {
    const slow = await Promise.all(
      Array.from({ length: 500 }, (_, n) => slowCaller(service.port, n % 2 === 0)),
    );
    const callers = new Callers(() => service.url, hotel);
    callers.start(50);
    await Promise.all(slow.map(({ ended }) => ended));
    await callers.stop();
    const answers = await Promise.all(slow.map(({ ended }) => ended));
    note({ ...summary(callers.ledger), 'cut off': answers.length });
    expect(answers.filter((answer) => answer !== '' && !answer.includes(' 408 '))).toEqual([]);
    expect(callers.ledger.filter((push) => !isAcknowledged(push))).toEqual([]);
    // A push that waited for the slow callers would take 10 s. A pause of the machine takes less than five.
    expect(Math.max(...waits(callers.ledger.flatMap((push) => push.attempts)))).toBeLessThan(5_000);
  });
});

/** Returns the waits in milliseconds, from the shortest to the longest. */
function waits(attempts: Attempt[]): number[] {
  return attempts.map(({ sentAt, answeredAt = Infinity }) => answeredAt - sentAt).sort((a, b) => a - b);
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Opens a caller that sends one byte of its body a second or, without a body, stops in the middle of its headers. */
async function slowCaller(port: number, hasBody: boolean): Promise<{ ended: Promise<string> }> {
  const socket: Socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /updateCalendarInventory?roomId=1 HTTP/1.1\r\nHost: hotel\r\nAuthorization: Bearer ${TOKEN}\r\n`,
  );
  if (hasBody) socket.write('Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n[');
  const timer = setInterval(() => hasBody && socket.write(' '), 1_000);
  let answer = '';
  socket.on('data', (bytes) => (answer += bytes.toString()));
  const ended = new Promise<string>((resolve) => {
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearInterval(timer);
      resolve(answer.split('\r\n')[0] ?? '');
    });
  });
  return { ended };
}
