import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Answers, Flood } from './flooder';

export type { Answers, Flood } from './flooder';

const BODIES = 8;
const RECORDS = 5_000;

/** Starts a flood, which lasts until its thread is terminated. */
export function startFlood(flood: Flood): Worker {
  return new Worker(join(__dirname, 'flooder.js'), { workerData: flood });
}

/** Returns the number of calls of a flood so far, by the status of the answer. */
export async function answersSoFar(flood: Worker): Promise<Answers> {
  flood.postMessage('answers');
  const [answers] = (await once(flood, 'message')) as [Answers];
  return answers;
}

/**
 * Returns bodies of 5,000 prices each. A body contains each date several times, and the last price of a date counts.
 * That price differs from body to body.
 */
export function floodBodies(days: readonly string[]): string[] {
  return Array.from({ length: BODIES }, (_, n) =>
    JSON.stringify(
      Array.from({ length: RECORDS }, (_record, index) => ({
        date: days[index % days.length],
        price: 100 + n + (index % 400) / 4,
      })),
    ),
  );
}
