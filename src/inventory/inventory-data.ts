import type { DatedArray } from '../push/dated-array';
import { parseDatedArray } from '../push/dated-array';
import { decimalText } from '../platform/http/exact-json';
import { parseWholeNumber } from '../calendar/derivation/money';
import { MAX_ROOMS_LEFT } from '../calendar/cell';

/** Reads the body of operation 1: `InventoryData[]`, `{ date, inventoryNumber, propertyName? }`. */
export function parseInventoryData(body: unknown): DatedArray<number> {
  return parseDatedArray<number>(body, { name: 'inventoryNumber', example: 3, read: readRooms });
}

function readRooms(value: unknown): { value: number } | { problem: string } {
  const rooms = parseWholeNumber(decimalText(value) ?? '');
  return rooms !== undefined && rooms >= 0n && rooms <= BigInt(MAX_ROOMS_LEFT)
    ? { value: Number(rooms) }
    : { problem: `must be a whole number from 0 to ${MAX_ROOMS_LEFT}` };
}
