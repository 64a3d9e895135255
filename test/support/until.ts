import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 10;

/**
 * Polls until there is a result: for states without an event, such as another process or the content of a table.
 * @param withinMs needed outside of tests, which have their own time limit
 * @throws Error if there is no result within the time
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
