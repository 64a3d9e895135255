import type { DatedArray } from '../push/dated-array';
import { parseDatedArray } from '../push/dated-array';
import { decimalText } from '../platform/http/exact-json';
import { parseDecimal } from '../calendar/derivation/money';

const MAX_ROOMS = 2_147_483_647n;

/** Reads the body of operation 1: `InventoryData[]`, `{ date, inventoryNumber, propertyName? }`. */
export function parseInventoryData(body: unknown): DatedArray<number> {
  return parseDatedArray<number>(body, { name: 'inventoryNumber', example: 3, read: readRooms });
}

function readRooms(value: unknown): { value: number } | { problem: string } {
  const rooms = wholeNumber(decimalText(value) ?? '');
  return rooms !== undefined && rooms >= 0n && rooms <= MAX_ROOMS
    ? { value: Number(rooms) }
    : { problem: 'must be a whole number from 0 to 2147483647' };
}

/** Accepts `5.0` and `5e0`, which equal `5` in JSON. */
function wholeNumber(text: string): bigint | undefined {
  const decimal = parseDecimal(text);
  if (!decimal || decimal.scale > 1_000) return undefined;
  const unit = 10n ** BigInt(decimal.scale);
  return decimal.value % unit === 0n ? decimal.value / unit : undefined;
}
