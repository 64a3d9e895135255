/** The middle figure; for an even number of figures, the mean of the two in the middle. */
export function median(figures: number[]): number {
  const sorted = [...figures].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error('There is nothing to take the median of');
  return (low + high) / 2;
}

/** The time within which 99 of 100 calls were done. */
export function percentile99(times: number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

/** The timed work. If it times itself, it returns its time in milliseconds. */
type Timed = () => Promise<unknown>;

/** One of the compared ways. It prepares a round, without being timed, and returns the timed work. */
export type Way = (round: number) => Promise<Timed> | Timed;

export interface Rounds {
  rounds: number;
  /** The minimum number of first rounds that do not count. They last for at least `warmUpMs`. */
  warmUp: number;
  warmUpMs?: number;
}

/**
 * Times several ways of doing the same thing in turn, so that other work of the machine affects all of them alike.
 * @returns the median time of each in milliseconds, after a warm-up
 */
export async function inTurn<T extends string>(
  ways: Record<T, Way>,
  { rounds, warmUp, warmUpMs = 0 }: Rounds,
): Promise<Record<T, number>> {
  const names = Object.keys(ways) as T[];
  const times = new Map(names.map((name) => [name, [] as number[]]));
  const warmUntil = performance.now() + warmUpMs;
  for (let round = 0, counted = 0; counted < rounds; round++) {
    const counts = counted > 0 || (round >= warmUp && performance.now() >= warmUntil);
    // The order of the ways alternates, so that no way always finds the pages that another one has just read.
    for (const name of round % 2 ? names : names.toReversed()) {
      const time = await timeOf(await ways[name](round));
      if (counts) times.get(name)?.push(time);
    }
    if (counts) counted++;
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<T, number>;
}

async function timeOf(timed: Timed): Promise<number> {
  const start = performance.now();
  const ownTime = await timed();
  return typeof ownTime === 'number' ? ownTime : performance.now() - start;
}
