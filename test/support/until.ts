import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 10;

/**
 * Asks again until there is something: for what no event tells of, as another process or the content of a table.
 * @param withinMs a test has its own time limit; what is no test needs one
 * @throws Error where there is nothing within the time
 */
export async function until<T>(
  ask: () => T | null | undefined | false | Promise<T | null | undefined | false>,
  withinMs = Infinity,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${ask.toString()}`);
    await pause(PAUSE_MS);
  }
}
