/** Money as a whole number of 1/10,000 of its currency: exact, and the precision of `numeric(14,4)`. */
export type TenThousandths = bigint;

/** Every stored price is below this: 10^10 of the currency. */
export const PRICE_LIMIT: TenThousandths = 10n ** 14n;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?$/;
const MAX_DECIMAL_LENGTH = 1_000;
const MAX_EXPONENT = 400;

/** A decimal as an exact fraction: `value / 10^scale`. */
export interface Decimal {
  value: bigint;
  scale: number;
}

/**
 * Parses decimal text (`-12.50`, `1.2e3`) exactly; returns undefined for any other text. A value far above every price
 * keeps a limited exponent, because computing `1e999999999` would not end.
 */
export function parseDecimal(text: string): Decimal | undefined {
  if (text.length > MAX_DECIMAL_LENGTH) return undefined;
  const parts = DECIMAL.exec(text);
  if (!parts) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  const value = BigInt(`${sign}${whole}${fraction}`);
  if (value === 0n) return { value: 0n, scale: 0 };
  const scale = fraction.length - Number(exponent);
  if (scale >= 0) return { value, scale };
  return { value: value * 10n ** BigInt(Math.min(-scale, MAX_EXPONENT)), scale: 0 };
}

/** Parses a whole number; `5.0` and `5e0` equal `5` in JSON. @returns undefined for any other text */
export function parseWholeNumber(text: string): bigint | undefined {
  const decimal = parseDecimal(text);
  if (!decimal || decimal.scale > MAX_DECIMAL_LENGTH) return undefined;
  const unit = 10n ** BigInt(decimal.scale);
  return decimal.value % unit === 0n ? decimal.value / unit : undefined;
}

/** Rounds a decimal half up (away from zero) to 1/10,000. */
export function toTenThousandths({ value, scale }: Decimal): TenThousandths {
  if (scale <= 4) return value * 10n ** BigInt(4 - scale);
  // The value rounds to 0. `1e-999999999` is not computed either.
  if (scale > MAX_DECIMAL_LENGTH + 30) return 0n;
  const unit = 10n ** BigInt(scale - 4);
  const magnitude = value < 0n ? -value : value;
  const rounded = (2n * magnitude + unit) / (2n * unit);
  return value < 0n ? -rounded : rounded;
}

/**
 * Parses an amount that was validated before.
 * @throws Error if it is no decimal or has more than 4 fraction digits
 */
export function parseMoney(text: string): TenThousandths {
  const decimal = parseDecimal(text);
  if (!decimal || decimal.scale > 4) throw new Error(`Not an amount of money: ${text}`);
  return toTenThousandths(decimal);
}

/** Formats money as `100.10` or `0.1234`: at least two fraction digits, and no other trailing zeros. */
export function formatMoney(amount: TenThousandths): string {
  return formatDecimal(amount, 10_000n);
}

const HUNDREDTHS = Array.from({ length: 100 }, (_, hundredths) => `.${String(hundredths).padStart(2, '0')}`);

/** Formats a number from 0 to 2^53 as `formatMoney` does: 8,030 prices in 0.4 ms instead of 1.1 ms. */
export function formatNumber(amount: number): string {
  const whole = Math.floor(amount / 10_000);
  const rest = amount - whole * 10_000;
  const hundredths = Math.floor(rest / 100);
  const beyond = rest - hundredths * 100;
  const text = `${whole}${HUNDREDTHS[hundredths] ?? ''}`;
  if (beyond === 0) return text;
  return text + String(beyond).padStart(2, '0').replace(/0$/, '');
}

/** Formats a price as money; null if it is not set. */
export function formatPrice(price: TenThousandths | null): string | null {
  return price === null ? null : formatMoney(price);
}

/** Formats the exact decimal `value / divisor` as money. The divisor is a power of ten from 100 on. */
export function formatDecimal(value: bigint, divisor: bigint): string {
  const magnitude = value < 0n ? -value : value;
  const digits = (magnitude % divisor).toString().padStart(divisor.toString().length - 1, '0');
  const fraction = digits.replace(/0+$/, '').padEnd(2, '0');
  return `${value < 0n ? '-' : ''}${magnitude / divisor}.${fraction}`;
}
