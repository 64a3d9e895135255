import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Balancer } from './support/balancer';
import { Callers, isAcknowledged } from './support/callers';
import { openHotel } from './support/hotel';
import { checkLedger } from './support/ledger-check';
import { PostgresProcess } from './support/postgres-process';
import { ServiceProcess } from '../support/service-process';
import { until } from '../support/until';
import type { Minute } from './support/soak-report';
import { heading, line, look, summaryTable } from './support/soak-report';

/**
 * The soak: `npm run soak -- --minutes 30`. Two instances behind a balancer take 50 pushes a second of all three
 * operations while people read, and every 20 s something breaks. It prints a line a minute and, at the end,
 * the same check as the fault tests; it fails where a push was lost, half applied or given up.
 */

const PUSHES_PER_SECOND = 50;
const READS_PER_SECOND = 5;
const FAULT_EVERY_MS = 20_000;

async function soak(minutes: number): Promise<boolean> {
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
      // A read that meets a fault fails; it promises nothing, and people read again.
      const answer = await instances[0]!.call(paths[n % paths.length]!).catch(() => undefined);
      await answer?.text().catch(() => undefined);
      if (answer?.ok) reads.push(performance.now() - start);
    }
  };
  /** @returns false when it is over */
  const pause = (ms: number) => delay(ms, true, { signal: over.signal }).catch(() => false);

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

  const findings = { ...(await checkLedger(postgres, hotel, callers.ledger, 'answered')) };
  console.log(`\n${summaryTable(report, callers.ledger, findings)}`);
  for (const found of Object.values(findings).flat().slice(0, 20)) console.log(`- ${found}`);
  balancer.stop();
  await Promise.all(instances.map((instance) => instance.terminate()));
  await postgres.stop();
  return callers.ledger.every(isAcknowledged) && Object.values(findings).flat().length === 0;
}

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
soak(Number(values.minutes)).then(
  (isGood) => process.exit(isGood ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
