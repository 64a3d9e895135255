import { parseMoney } from './money';
import type { Derivation, RoundingMode } from './price-derivation';
import { multiplyOut, priceRule } from './price-derivation';

/** Makes a price from the parent's price, both whole numbers of 1/10,000. */
export type NumberRule = (parent: number) => number;

/** The largest number of which every smaller whole one is exact. */
const EXACT = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * As `priceRule`, on numbers instead of bigints, which is several times as fast: for thousands of prices at once. The
 * result is exact below 2^53, which every price that can be stored is. Where something on the way there would not be,
 * it asks `priceRule`.
 */
export function numberRule(derivation: Derivation): NumberRule {
  const { factor, summand, divisor } = multiplyOut(derivation.steps);
  const increment = parseMoney(derivation.rounding.increment);
  const largestParent = largestExactParent(factor, summand, divisor * increment);
  const exactRule = priceRule(derivation);
  const round = ROUNDING[derivation.rounding.mode];
  const minimum = derivation.minimum === null ? 0 : Number(parseMoney(derivation.minimum));
  const maximum = derivation.maximum === null ? Infinity : Number(parseMoney(derivation.maximum));
  const [times, plus, unit, step] = [factor, summand, divisor * increment, increment].map(Number) as [
    number,
    number,
    number,
    number,
  ];

  return (parent) => {
    if (parent > largestParent) return Number(exactRule(BigInt(parent)));
    const exact = times * parent + plus;
    const rounded = exact <= 0 ? 0 : round(exact, unit) * step;
    const atMost = rounded > maximum ? maximum : rounded;
    return atMost < minimum ? minimum : atMost;
  };
}

/** Up to which parent's price twice the dividend and the divisor together stay exact; below 0 where none does. */
function largestExactParent(factor: bigint, summand: bigint, unit: bigint): number {
  const magnitude = (value: bigint) => (value < 0n ? -value : value);
  const room = EXACT / 2n - magnitude(summand) - unit;
  if (room < 0n) return -1;
  const largest = factor === 0n ? EXACT : room / magnitude(factor);
  return Number(largest < EXACT ? largest : EXACT);
}

/** The quotient of two positive whole numbers as one, by the name of the rounding. Below 2^53, `Math.floor` is exact. */
const ROUNDING: Record<RoundingMode, (dividend: number, divisor: number) => number> = {
  halfUp: (dividend, divisor) => Math.floor((2 * dividend + divisor) / (2 * divisor)),
  halfEven: (dividend, divisor) => {
    const down = Math.floor(dividend / divisor);
    const twiceRest = 2 * (dividend - down * divisor);
    const roundsUp = twiceRest > divisor || (twiceRest === divisor && down % 2 === 1);
    return roundsUp ? down + 1 : down;
  },
  up: (dividend, divisor) => Math.floor((dividend + divisor - 1) / divisor),
  down: (dividend, divisor) => Math.floor(dividend / divisor),
};
