import { parseWholeNumber } from '../calendar/derivation/money';
import { MAX_NIGHTS } from '../calendar/restrictions';
import { decimalText } from '../platform/http/exact-json';
import type { DatedArray } from '../push/dated-array';
import { parseDatedArray } from '../push/dated-array';

/** Reads the body of updateCalendarBlackout: `[{ date, blackoutStatus, propertyName? }, …]`. */
export function parseBlackoutData(body: unknown): DatedArray<boolean> {
  return parseDatedArray<boolean>(body, { name: 'blackoutStatus', example: true, read: readFlag });
}

/** Reads the body of updateCalendarMinStay or updateCalendarMaxStay: `[{ date, <field>, propertyName? }, …]`. */
export function parseStayData(body: unknown, field: 'minStay' | 'maxStay'): DatedArray<number> {
  return parseDatedArray<number>(body, { name: field, example: 3, read: readNights });
}

function readFlag(value: unknown): { value: boolean } | { problem: string } {
  if (value === true || value === 'true') return { value: true };
  if (value === false || value === 'false') return { value: false };
  return { problem: 'must be true or false' };
}

function readNights(value: unknown): { value: number } | { problem: string } {
  const nights = parseWholeNumber(decimalText(value) ?? '');
  return nights !== undefined && nights >= 0n && nights <= BigInt(MAX_NIGHTS)
    ? { value: Number(nights) }
    : { problem: `must be a whole number from 0 to ${MAX_NIGHTS}` };
}
