import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from './bench';
import type { RatioName } from './bounds';
import type { Caller } from './caller';
import { isShed, pricePush } from './caller';
import type { Room } from './rooms';
import { createRooms, daysFromToday } from './rooms';
import { median, percentile99 } from './rounds';
import type { Row } from './table';
import type { Answers, Flood } from '../support/flood';
import { answersSoFar, floodBodies, startFlood } from '../support/flood';

const CALLERS = 20;
/** The time that each caller waits between an answer and its next push. */
const PAUSE_MS = 100;
const DAYS = daysFromToday(730);

/** The results of the other callers in one phase. */
interface Phase {
  p99: number;
  shed: number;
  pushes: number;
  /** The answers to the flood, and its duration in ms. */
  answers: Answers;
  ms: number;
}

/**
 * Twenty callers push to a room each, without a flood and beside one. In a flood, a token sends 5,000 records in each
 * call to one room, from 1, 8 or 16 connections without a pause; or all calls are refused because of their token.
 */
export async function measureFlood(bench: Bench): Promise<Row[]> {
  const { database, isQuick } = bench;
  const service = await bench.startService(database.settings);
  const others = bench.connect(service, CALLERS);
  const [target, ...rooms] = (await createRooms(database.client, CALLERS + 1)) as [Room, ...Room[]];
  await others.push(pricePush(target, DAYS, 100));
  for (const room of rooms) await others.push(pricePush(room, DAYS.slice(0, 3), 100));
  await database.client.query(`ANALYZE rate_room_availability, room_availability`);

  const tokenFor = async (name: string, scope: string, propertyNames?: string[]) => {
    const body = JSON.stringify({ name, scopes: [scope], propertyNames });
    const answer = await service.call('/admin/accessTokens', { method: 'POST', body });
    const { token } = (await answer.json()) as { token: string };
    return token;
  };
  const flood = {
    url: service.url,
    path: pricePush(target, [], 0).path,
    bodies: floodBodies(DAYS),
  };
  const ownToken = await tokenFor('Flooder', 'push');
  const floods: Record<string, Flood> = {
    one: { ...flood, token: ownToken, connections: 1 },
    eight: { ...flood, token: ownToken, connections: 8 },
    sixteen: { ...flood, token: ownToken, connections: 16 },
    foreign: { ...flood, token: await tokenFor('Foreigner', 'push', ['Elsewhere']), connections: 16 },
    reading: { ...flood, token: await tokenFor('Reader', 'read'), connections: 16 },
    unknown: { ...flood, token: undefined, connections: 16 },
  };
  const seconds = isQuick ? 2 : 4;
  const count = isQuick ? 2 : 5;
  const phases: Record<string, Phase[]> = {};
  const measure = async (name: string, flood?: Flood) =>
    (phases[name] ??= []).push(await runPhase(bench, others, rooms, seconds * 1_000, flood));
  await runPhase(bench, others, rooms, 2_000, floods['one']);
  for (let round = 0; round < count; round++) {
    await measure('calm');
    for (const [name, flood] of Object.entries(floods)) await measure(name, flood);
  }
  return rowsOf(phases);
}

function rowsOf(phases: Record<string, Phase[]>): Row[] {
  const of = (name: string) => phases[name] ?? [];
  const p99 = (name: string) => median(of(name).map((phase) => phase.p99));
  const accepted = (name: string) =>
    median(of(name).map(({ answers, ms }) => ((answers[200] ?? 0) * 1_000) / ms));
  const besides = (ratio: RatioName, name: string): Row => ({
    name: ratio,
    ratio: p99(name) / p99('calm'),
    service: `${p99(name).toFixed(1)} ms, ${answersOf(of(name))}`,
    against: `${p99('calm').toFixed(1)} ms`,
  });
  const shares = (ratio: RatioName, name: string): Row => ({
    name: ratio,
    ratio: accepted(name) / accepted('one'),
    service: `${accepted(name).toFixed(1)}/s`,
    against: `${accepted('one').toFixed(1)}/s`,
  });
  const all = Object.values(phases).flat();
  const shed = all.reduce((sum, phase) => sum + phase.shed, 0);
  return [
    {
      name: 'others_shed_beside_floods',
      ratio: shed,
      service: `${shed} of ${all.reduce((sum, phase) => sum + phase.pushes, 0)} pushes`,
    },
    besides('beside_flood_of_8', 'eight'),
    besides('beside_flood_of_16', 'sixteen'),
    besides('beside_foreign_flood', 'foreign'),
    besides('beside_reading_flood', 'reading'),
    besides('beside_unknown_flood', 'unknown'),
    shares('flood_of_8_over_1', 'eight'),
    shares('flood_of_16_over_1', 'sixteen'),
  ];
}

/** The number of calls of a flood by their answer, as text. */
function answersOf(phases: Phase[]): string {
  const sums: Answers = {};
  for (const { answers } of phases)
    for (const [status, count] of Object.entries(answers))
      sums[Number(status)] = (sums[Number(status)] ?? 0) + count;
  return Object.entries(sums)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${count} × ${status === '0' ? 'closed' : status}`)
    .join(', ');
}

async function runPhase(
  bench: Bench,
  others: Caller,
  rooms: Room[],
  ms: number,
  flood?: Flood,
): Promise<Phase> {
  const worker = flood && startFlood(flood);
  if (worker) bench.endLater(() => worker.terminate());
  // The flood needs a moment to start.
  await delay(500);
  const before = worker ? await answersSoFar(worker) : {};
  const start = performance.now();
  const times: number[] = [];
  let shed = 0;
  await Promise.all(
    rooms.map(async (room, n) => {
      await delay((n * PAUSE_MS) / CALLERS);
      while (performance.now() - start < ms) {
        const push = pricePush(room, DAYS.slice(0, 3), (price += 1));
        const sentAt = performance.now();
        try {
          await others.push(push);
          times.push(performance.now() - sentAt);
        } catch (error) {
          if (!isShed(error)) throw error;
          shed++;
        }
        await delay(PAUSE_MS);
      }
    }),
  );
  const took = performance.now() - start;
  const after: Answers = worker ? await answersSoFar(worker) : {};
  await worker?.terminate();
  const answers = Object.fromEntries(
    Object.entries(after).map(([status, count]) => [status, count - (before[Number(status)] ?? 0)]),
  );
  return { p99: percentile99(times), shed, pushes: times.length + shed, answers, ms: took };
}

let price = 100;
