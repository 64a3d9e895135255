/** The middle one of some times. */
export function median(times: number[]): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/**
 * Times some ways of doing a thing in turn, so that whatever else the machine does meets all of them alike.
 * @returns the median of each in milliseconds, after a warm-up
 */
export async function inTurn<T extends string>(
  ways: Record<T, (round: number) => Promise<unknown>>,
  { rounds, warmUp }: { rounds: number; warmUp: number },
): Promise<Record<T, number>> {
  const names = Object.keys(ways) as T[];
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < warmUp + rounds; round++) {
    // Who comes first changes, so that none always meets the pages that the other one has just read.
    for (const name of round % 2 ? names : [...names].reverse()) {
      const start = performance.now();
      await ways[name](round);
      if (round >= warmUp) times.get(name)?.push(performance.now() - start);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<T, number>;
}
