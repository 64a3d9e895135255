import type { TenThousandths } from './derivation/money';
import { parseDecimal, parseMoney, PRICE_LIMIT } from './derivation/money';

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

/** The reason for holding a price. */
export const HELD_REASONS = ['belowMinimum', 'aboveMaximum', 'decrease', 'increase'] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

/**
 * The result of a guard for a pushed price: a reason to hold it whatever is stored, or the range of stored prices that
 * allow it, both bounds included. A lower stored price holds it as an increase, and a higher one as a decrease. Without
 * a stored price, or with a stored price of 0, the guard accepts the pushed price.
 */
export interface GuardedPrice {
  reason: Extract<HeldReason, 'belowMinimum' | 'aboveMaximum'> | null;
  lowestStored: TenThousandths;
  highestStored: TenThousandths;
}

/** Checks a pushed price. */
export type PriceCheck = (pushed: TenThousandths) => GuardedPrice;

/**
 * Compiles the check of a guard.
 * It solves the percentages for the stored price, exactly and in whole numbers, so that comparisons suffice.
 */
export function priceCheck(guard: PriceGuard): PriceCheck {
  const minimum = guard.minimum === null ? 0n : parseMoney(guard.minimum);
  const maximum = guard.maximum === null ? PRICE_LIMIT : parseMoney(guard.maximum);
  const lowestStored = lowestFor(guard.maxIncreasePercent);
  const highestStored = highestFor(guard.maxDecreasePercent);

  return (pushed) => ({
    reason: pushed < minimum ? 'belowMinimum' : pushed > maximum ? 'aboveMaximum' : null,
    lowestStored: lowestStored(pushed),
    highestStored: highestStored(pushed),
  });
}

/** The lowest stored price that may rise to a pushed one: `stored × (100 + percent) ≥ pushed × 100`. */
function lowestFor(percent: string | null): (pushed: TenThousandths) => TenThousandths {
  if (percent === null) return () => 0n;
  const { hundred, value } = parsePercent(percent);
  const divisor = hundred + value;
  return (pushed) => (pushed * hundred + divisor - 1n) / divisor;
}

/** The highest stored price that may fall to a pushed one: `stored × (100 - percent) ≤ pushed × 100`. */
function highestFor(percent: string | null): (pushed: TenThousandths) => TenThousandths {
  if (percent === null) return () => PRICE_LIMIT;
  const { hundred, value } = parsePercent(percent);
  const divisor = hundred - value;
  if (divisor <= 0n) return () => PRICE_LIMIT;
  return (pushed) => {
    const highest = (pushed * hundred) / divisor;
    return highest < PRICE_LIMIT ? highest : PRICE_LIMIT;
  };
}

/** A percentage and 100 in the same unit. */
function parsePercent(text: string): { hundred: bigint; value: bigint } {
  const decimal = parseDecimal(text);
  if (!decimal) throw new Error(`Not a percentage: ${text}`);
  return { hundred: 100n * 10n ** BigInt(decimal.scale), value: decimal.value };
}

/**
 * Returns the reason why a guard holds a pushed price, in comparison with the stored one; null if it accepts the price.
 */
export function heldReasonOf(guard: PriceGuard): (pushed: number, stored: number) => HeldReason | null {
  const check = priceCheck(guard);
  return (pushed, stored) => {
    const { reason, lowestStored, highestStored } = check(BigInt(pushed));
    if (reason) return reason;
    if (stored > highestStored) return 'decrease';
    return stored > 0 && stored < lowestStored ? 'increase' : null;
  };
}
