import { isSafeNumber, parse } from 'lossless-json';

/** A number as it was written, where a binary float would have changed it. */
export class WrittenNumber {
  constructor(readonly text = '') {}
}

/** No list has more. */
export const MAX_ELEMENTS = 5_000;

/** A run of digits longer than a binary float keeps, or an exponent, which may be beyond its range. */
const INEXACT_NUMBER = /[\d.]{16}|\d[eE]/;

/**
 * Reads JSON without changing a number: one that a binary float cannot hold comes as a WrittenNumber.
 * Up to 15 significant digits a float prints back as the decimal it was read from, so that nearly every
 * body takes the fast way. So does a list that is too long to be taken: the exact way keeps everybody waiting for 0.2 s
 * where it is of a megabyte.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  const withFloats: unknown = JSON.parse(text);
  const isTooLong = Array.isArray(withFloats) && withFloats.length > MAX_ELEMENTS;
  if (isTooLong || !INEXACT_NUMBER.test(text)) return withFloats;
  return parse(text, null, {
    parseNumber: (digits) => (isSafeNumber(digits) ? Number(digits) : new WrittenNumber(digits)),
    onDuplicateKey: ({ newValue }) => newValue,
  });
}

/** The decimal text of a number, or of a number in a JSON string; undefined for anything else. */
export function decimalText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value;
  return value instanceof WrittenNumber ? value.text : undefined;
}
