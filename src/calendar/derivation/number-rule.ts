import { parseMoney } from './money';
import type { Derivation } from './price-derivation';
import { multiplyOut, priceRule, ROUNDS_UP } from './price-derivation';

/** Computes a price from the parent's price, both in whole numbers of 1/10,000. */
export type NumberRule = (parent: number) => number;

/** Whole numbers up to this one are exact. */
const EXACT = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Compiles a derivation to the same rule as `priceRule`, but on numbers, which is several times as fast.
 * It is exact for every parent's price that can be stored: if an intermediate value would exceed 2^53, it
 * falls back to `priceRule`.
 * A result above 2^53, which is 90 times the limit of prices, is rounded to the nearest number.
 */
export function numberRule(derivation: Derivation): NumberRule {
  const { factor, summand, divisor } = multiplyOut(derivation.steps);
  const increment = parseMoney(derivation.rounding.increment);
  const largestParent = largestExactParent(factor, summand, divisor * increment);
  const exactRule = priceRule(derivation);
  const roundsUp = ROUNDS_UP[derivation.rounding.mode];
  const minimum = derivation.minimum === null ? 0 : Number(parseMoney(derivation.minimum));
  const maximum = derivation.maximum === null ? Infinity : Number(parseMoney(derivation.maximum));
  const times = Number(factor);
  const plus = Number(summand);
  const unit = Number(divisor * increment);
  const step = Number(increment);

  return (parent) => {
    if (parent > largestParent) return Number(exactRule(BigInt(parent)));
    const positive = Math.max(times * parent + plus, 0);
    const down = Math.floor(positive / unit);
    const isUp = roundsUp(2 * (positive - down * unit), unit, down % 2 === 1);
    const rounded = (isUp ? down + 1 : down) * step;
    const atMost = rounded > maximum ? maximum : rounded;
    return atMost < minimum ? minimum : atMost;
  };
}

/**
 * Returns the largest parent's price for which the dividend plus twice the divisor stays exact; below 0 if
 * there is none.
 * `Math.floor` of a quotient is exact while dividend and divisor together are below 2^53.
 */
function largestExactParent(factor: bigint, summand: bigint, unit: bigint): number {
  const magnitude = (value: bigint) => (value < 0n ? -value : value);
  const room = EXACT - magnitude(summand) - 2n * unit;
  if (room < 0n) return -1;
  const largest = factor === 0n ? EXACT : room / magnitude(factor);
  return Number(largest < EXACT ? largest : EXACT);
}
