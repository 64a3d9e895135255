import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addDays, type CalendarDate } from '../../src/platform/dates/calendar-date';
import type { Flood } from '../support/flood';
import { answersSoFar, floodBodies, startFlood } from '../support/flood';
import { Balancer } from './support/balancer';
import { Callers, isAcknowledged, wasRefused } from './support/callers';
import { openHotel } from './support/hotel';
import { checkLedger } from './support/ledger-check';
import { PostgresProcess } from './support/postgres-process';
import { ServiceProcess } from '../support/service-process';
import { until } from '../support/until';
import type { Minute } from './support/soak-report';
import { heading, line, look, summaryTable } from './support/soak-report';

/**
 * The soak: `npm run soak -- --minutes 30`. Two instances behind a balancer take 50 pushes a second of all three
 * operations while people read, and every 20 s a fault occurs. It prints a line a minute and, at the end,
 * the same check as the fault tests; it fails if a push was lost, half applied or given up.
 * With `--flood 8`, another token floods a room from eight connections, and the soak also fails if another caller
 * gets a 503.
 */

const PUSHES_PER_SECOND = 50;
const READS_PER_SECOND = 5;
const FAULT_EVERY_MS = 20_000;

async function soak(minutes: number, connections: number): Promise<boolean> {
  const postgres = await PostgresProcess.start();
  const start = () => ServiceProcess.start({ DATABASE_URL: postgres.url });
  const instances = [await start(), await start()];
  const balancer = await Balancer.start(...instances.map(({ port }) => port));
  const hotel = await openHotel(postgres.url);
  const callers = new Callers(() => balancer.url, hotel, { retries: 2 });
  const over = new AbortController();
  const report: Minute[] = [];
  let reads: number[] = [];
  let faults: string[] = [];

  const replace = async (end: 'terminate' | 'kill9') => {
    const young = await start();
    balancer.add(young.port);
    instances.push(young);
    const old = instances.shift();
    if (!old) return;
    balancer.remove(old.port);
    await old[end]();
  };
  const strikes: Record<string, () => Promise<unknown>> = {
    'connections ended': () => postgres.terminateConnections(),
    'instance replaced': () => replace('terminate'),
    'database restarted': () => postgres.restart(),
    'instance killed': () => replace('kill9'),
    'database frozen for 5 s': async () => {
      await postgres.freeze();
      await delay(5_000);
      await postgres.thaw();
    },
    'database killed for 5 s': async () => {
      await postgres.kill9();
      await delay(5_000);
      await postgres.comeBack();
    },
  };
  const strikeInTurn = async () => {
    for (let n = 0; await pause(FAULT_EVERY_MS); n++) {
      const [name, strike] = Object.entries(strikes)[n % Object.keys(strikes).length] ?? ['nothing'];
      faults.push(name);
      await strike?.();
    }
  };
  const readInTurn = async () => {
    for (let n = 0; await pause(1_000 / READS_PER_SECOND); n++) {
      const start = performance.now();
      const { id, ratePlanId } = hotel.rooms[n % hotel.rooms.length]!;
      const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
      const paths = [
        `/admin/rooms/${id}/calendar?from=${day}&to=${day}`,
        `/admin/ratePlans/${ratePlanId}/prices/${day}`,
        `/admin/journal?roomId=${id}&limit=20`,
      ];
      // A read may fail during a fault. People then read again.
      const answer = await instances[0]!.call(paths[n % paths.length]!).catch(() => undefined);
      await answer?.text().catch(() => undefined);
      if (answer?.ok) reads.push(performance.now() - start);
    }
  };
  /** @returns false when it is over */
  const pause = (ms: number) => delay(ms, true, { signal: over.signal }).catch(() => false);

  const flood =
    connections > 0
      ? startFlood(await floodOf(postgres.url, instances[0]!, balancer.url, connections))
      : undefined;
  console.log(heading());
  callers.start(PUSHES_PER_SECOND);
  const background = Promise.all([strikeInTurn(), readInTurn()]);
  for (let minute = 1; minute <= minutes; minute++) {
    const start = performance.now();
    await delay(60_000);
    const attempts = callers.ledger
      .flatMap((push) => push.attempts)
      .filter(({ answeredAt = 0 }) => answeredAt >= start);
    const state = await until(
      // The minute may end in the middle of a fault.
      () => look(postgres, instances).catch(() => undefined),
    );
    const current = { attempts, reads, faults, ...state };
    [reads, faults] = [[], []];
    report.push(current);
    console.log(line(minute, current));
  }
  over.abort();
  await background;
  await callers.stop();
  const flooded = flood && (await answersSoFar(flood));
  await flood?.terminate();

  const findings = { ...(await checkLedger(postgres, hotel, callers.ledger, 'answered')) };
  console.log(`\n${summaryTable(report, callers.ledger, findings)}`);
  if (flooded)
    console.log(`Answers to the flood by status, 0 for closed connections: ${JSON.stringify(flooded)}`);
  for (const found of Object.values(findings).flat().slice(0, 20)) console.log(`- ${found}`);
  balancer.stop();
  await Promise.all(instances.map((instance) => instance.terminate()));
  await postgres.stop();
  const isRefused = flooded !== undefined && callers.ledger.some(wasRefused);
  return callers.ledger.every(isAcknowledged) && Object.values(findings).flat().length === 0 && !isRefused;
}

/** Starts a flood of one room, with its own token. */
async function floodOf(
  databaseUrl: string,
  instance: ServiceProcess,
  url: string,
  connections: number,
): Promise<Flood> {
  const hotel = await openHotel(databaseUrl);
  const { id, ratePlanId } = hotel.rooms[0]!;
  const body = JSON.stringify({ name: 'Flooder', scopes: ['push'] });
  const answer = await instance.call('/admin/accessTokens', { method: 'POST', body });
  const { token } = (await answer.json()) as { token: string };
  const today = new Date().toISOString().slice(0, 10) as CalendarDate;
  const bodies = floodBodies(Array.from({ length: 730 }, (_, day) => addDays(today, day)));
  const path = `/updateCalendarPrices?roomId=${id}&ratePlanId=${ratePlanId}`;
  return { url, path, bodies, connections, token };
}

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, flood: { type: 'string', default: '0' } },
});
soak(Number(values.minutes), Number(values.flood)).then(
  (isGood) => process.exit(isGood ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
