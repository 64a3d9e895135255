import type { DatedArray } from '../push/dated-array';
import { parseDatedArray } from '../push/dated-array';
import { decimalText } from '../platform/http/exact-json';
import type { CellPrice } from '../calendar/cell';
import { parseDecimal, PRICE_LIMIT, toTenThousandths } from '../calendar/derivation/money';

/** Reads the body of operation 2: `PriceData[]`, `{ date, price, propertyName? }`. */
export function parsePriceData(body: unknown): DatedArray<CellPrice> {
  return parseDatedArray<CellPrice>(body, { name: 'price', example: 120.5, read: readPrice });
}

function readPrice(value: unknown): { value: CellPrice } | { problem: string } {
  const decimal = parseDecimal(decimalText(value) ?? '');
  if (!decimal || decimal.value < 0n) return { problem: 'must be a number of at least 0, as 120.5' };
  const price = toTenThousandths(decimal);
  return price < PRICE_LIMIT ? { value: Number(price) } : { problem: 'must be below 10000000000' };
}
