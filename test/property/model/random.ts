import fc from 'fast-check';

/** Returns whole numbers below a bound, the same ones for the same seed. */
export type Random = (bound: number) => number;

export function random(seed: number): Random {
  let numbers: number[] = [];
  let draws = 0;
  return (bound) => {
    const position = draws++ % 10_000;
    if (position === 0) numbers = fc.sample(fc.nat(2 ** 30), { seed: seed + draws, numRuns: 10_000 });
    return (numbers[position] ?? 0) % bound;
  };
}

/** Returns one of some things; undefined if there are none. */
export function oneOf<T>(things: readonly T[], pick: Random): T | undefined {
  return things[pick(things.length)];
}
