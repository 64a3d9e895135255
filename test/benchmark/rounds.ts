/** The middle one of some figures; of an even number of them, the mean of the two in the middle. */
export function median(figures: number[]): number {
  const sorted = [...figures].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error('There is nothing to take the median of');
  return (low + high) / 2;
}

/** What is timed. A number that it gives is its own time in milliseconds, for a program that times itself. */
type Timed = () => Promise<unknown>;

/** A way of doing a thing: makes ready what a round needs, which is not timed, and gives what is. */
export type Way = (round: number) => Promise<Timed> | Timed;

export interface Rounds {
  rounds: number;
  warmUp: number;
}

/**
 * Times some ways of doing a thing in turn, so that whatever else the machine does meets all of them alike.
 * @returns the median of each in milliseconds, after a warm-up
 */
export async function inTurn<T extends string>(
  ways: Record<T, Way>,
  { rounds, warmUp }: Rounds,
): Promise<Record<T, number>> {
  const names = Object.keys(ways) as T[];
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < warmUp + rounds; round++) {
    // Who comes first changes, so that none always meets the pages that the other one has just read.
    for (const name of round % 2 ? names : names.toReversed()) {
      const timed = await ways[name](round);
      const start = performance.now();
      const ownTime = await timed();
      const time = typeof ownTime === 'number' ? ownTime : performance.now() - start;
      if (round >= warmUp) times.get(name)?.push(time);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<T, number>;
}
