import type { TenThousandths } from './derivation/money';
import { parseDecimal, parseMoney, PRICE_LIMIT } from './derivation/money';

/** Which pushed prices of a plan are held. Decimals are text, so that nothing rounds them; null is no limit. */
export interface PriceGuard {
  minimum: string | null;
  maximum: string | null;
  /** By how much a price may be below the one that is stored, 0 … 100. */
  maxDecreasePercent: string | null;
  maxIncreasePercent: string | null;
}

/** Why a price is held. */
export const HELD_REASONS = ['belowMinimum', 'aboveMaximum', 'decrease', 'increase'] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

/**
 * What a guard says of a pushed price: held for its own sake, or the stored prices beside which it is taken, both
 * included. Beside a lower one it is held as an increase, beside a higher one as a decrease; beside none and beside 0
 * it is taken.
 */
export interface GuardedPrice {
  reason: Extract<HeldReason, 'belowMinimum' | 'aboveMaximum'> | null;
  lowestStored: TenThousandths;
  highestStored: TenThousandths;
}

/** Looks at a pushed price. */
export type PriceCheck = (pushed: TenThousandths) => GuardedPrice;

/**
 * Makes the check of a guard. The percentages are solved for the stored price, in whole numbers and exactly: so it can
 * be compared where it is stored, by the statement that holds the price.
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

/** Decides which pushed prices a guard holds beside the stored ones; null takes the price. */
export function heldReasonOf(guard: PriceGuard): (pushed: number, stored: number) => HeldReason | null {
  const check = priceCheck(guard);
  return (pushed, stored) => {
    const { reason, lowestStored, highestStored } = check(BigInt(pushed));
    if (reason) return reason;
    if (stored > highestStored) return 'decrease';
    return stored > 0 && stored < lowestStored ? 'increase' : null;
  };
}
