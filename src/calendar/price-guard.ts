import { parseDecimal, parseMoney } from './derivation/money';

/**
 * The limits outside of which pushed prices of a plan are held. Decimals are text, which preserves all digits. Null
 * means no limit.
 */
export interface PriceGuard {
  minimum: string | null;
  maximum: string | null;
  /** The maximum decrease from the stored price, 0 … 100. */
  maxDecreasePercent: string | null;
  maxIncreasePercent: string | null;
}

export const HELD_REASONS = ['belowMinimum', 'aboveMaximum', 'decrease', 'increase'] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

/**
 * Compiles a guard. The result compares a pushed price with the stored one, and returns the reason for holding it; null if
 * the guard accepts it. Without a stored price, or with a stored price of 0, the percentages do not apply.
 */
export function heldReasonOf(guard: PriceGuard): (pushed: number, stored: number) => HeldReason | null {
  const minimum = guard.minimum === null ? 0 : Number(parseMoney(guard.minimum));
  const maximum = guard.maximum === null ? Infinity : Number(parseMoney(guard.maximum));
  const isDecrease = exceeds(guard.maxDecreasePercent, -1n);
  const isIncrease = exceeds(guard.maxIncreasePercent, 1n);

  return (pushed, stored) => {
    if (pushed < minimum) return 'belowMinimum';
    if (pushed > maximum) return 'aboveMaximum';
    if (stored <= 0) return null;
    if (isDecrease(pushed, stored)) return 'decrease';
    return isIncrease(pushed, stored) ? 'increase' : null;
  };
}

/** Returns whether a price differs from the stored one by more than a percentage, in the direction of the sign. */
function exceeds(percent: string | null, sign: 1n | -1n): (pushed: number, stored: number) => boolean {
  if (percent === null) return () => false;
  const decimal = parseDecimal(percent);
  if (!decimal) throw new Error(`Not a percentage: ${percent}`);
  const hundred = 100n * 10n ** BigInt(decimal.scale);
  const limit = hundred + sign * decimal.value;
  return (pushed, stored) => sign * (BigInt(pushed) * hundred - BigInt(stored) * limit) > 0n;
}
