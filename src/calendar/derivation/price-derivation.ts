import type { RestrictionName } from '../restrictions';
import type { TenThousandths } from './money';
import { formatDecimal, formatMoney, parseDecimal, parseMoney } from './money';

/** The rule that computes a derived price from its parent's. Decimals are text, which preserves all digits. */
export interface Derivation {
  /** Steps in their order. Each adds a percentage of the running value, or an amount. */
  steps: DerivationStep[];
  rounding: { mode: RoundingMode; increment: string };
  minimum: string | null;
  maximum: string | null;
  /** The restrictions that follow the parent's; all of them if the field is missing. */
  inherit?: RestrictionName[];
}

export type DerivationStep = { percent: string } | { amount: string };
export const ROUNDING_MODES = ['halfUp', 'halfEven', 'up', 'down'] as const;
export type RoundingMode = (typeof ROUNDING_MODES)[number];

/** Computes a price from the parent's price. */
export type PriceRule = (parent: TenThousandths) => TenThousandths;

/**
 * Compiles the rule of a derivation: the steps, rounding to a multiple of the increment, and the limits by minimum,
 * maximum and 0. The computation is exact, in whole numbers without a limit, because a product may exceed 2^53.
 * Numbers, where they are exact, would save 0.2 ms for 7,300 derived prices.
 *
 * All steps together are one affine function, `(factor × parent + summand) / divisor`, in whole numbers. Multiplying
 * them out once reduces a price to one multiplication and one rounding.
 */
export function priceRule(derivation: Derivation): PriceRule {
  const { factor, summand, divisor } = multiplyOut(derivation.steps);
  const roundsUp = ROUNDS_UP[derivation.rounding.mode];
  const increment = parseMoney(derivation.rounding.increment);
  const unit = divisor * increment;
  const minimum = derivation.minimum === null ? 0n : parseMoney(derivation.minimum);
  const maximum = derivation.maximum === null ? null : parseMoney(derivation.maximum);

  return (parent) => {
    const exact = factor * parent + summand;
    // Every value below 0 ends at 0 or at the minimum, so rounding needs no negative numbers.
    const positive = exact <= 0n ? 0n : exact;
    const down = positive / unit;
    const isUp = roundsUp(2n * (positive - down * unit), unit, down % 2n === 1n);
    const rounded = (isUp ? down + 1n : down) * increment;
    const atMost = maximum !== null && rounded > maximum ? maximum : rounded;
    return atMost < minimum ? minimum : atMost;
  };
}

/**
 * Decides for each rounding mode whether a positive quotient is rounded up to the next whole number.
 * The arguments are twice the remainder of the division, the divisor, and whether the integer part of the
 * quotient is odd.
 */
const ROUNDS_UP: Record<RoundingMode, (twiceRest: bigint, divisor: bigint, isOdd: boolean) => boolean> = {
  halfUp: (twiceRest, divisor) => twiceRest >= divisor,
  halfEven: (twiceRest, divisor, isOdd) => twiceRest > divisor || (twiceRest === divisor && isOdd),
  up: (twiceRest) => twiceRest > 0n,
  down: () => false,
};

/** The steps from a parent's price to a derived one, in decimal text. */
export interface Explanation {
  steps: (DerivationStep & { result: string })[];
  rounded: string;
  /** The price after the minimum, the maximum or zero changed it; null if none of them did. */
  clamped: string | null;
}

/** Explains the computation of a price, with the exact value after each step. */
export function explain(derivation: Derivation, parent: TenThousandths): Explanation {
  const steps = derivation.steps.map((step, index) => {
    const { factor, summand, divisor } = multiplyOut(derivation.steps.slice(0, index + 1));
    return { ...step, result: formatDecimal(factor * parent + summand, divisor * 10_000n) };
  });
  const unbounded = priceRule({ ...derivation, minimum: null, maximum: null })(parent);
  const { factor, summand } = multiplyOut(derivation.steps);
  const price = priceRule(derivation)(parent);
  const isBelowZero = factor * parent + summand < 0n;
  const clamped = price !== unbounded || isBelowZero ? formatMoney(price) : null;
  return { steps, rounded: formatMoney(unbounded), clamped };
}

/** Combines all steps into one: `(factor × parent + summand) / divisor`. */
function multiplyOut(steps: DerivationStep[]): { factor: bigint; summand: bigint; divisor: bigint } {
  let factor = 1n;
  let summand = 0n;
  let divisor = 1n;
  for (const step of steps) {
    if ('percent' in step) {
      const { value, scale } = decimal(step.percent);
      const hundred = 10n ** BigInt(scale + 2);
      factor *= hundred + value;
      summand *= hundred + value;
      divisor *= hundred;
    } else {
      summand += parseMoney(step.amount) * divisor;
    }
  }
  return { factor, summand, divisor };
}

function decimal(text: string) {
  const parsed = parseDecimal(text);
  if (!parsed) throw new Error(`Not a decimal in a derivation: ${text}`);
  return parsed;
}
