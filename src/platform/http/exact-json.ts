import { isSafeNumber, parse } from 'lossless-json';

/** The original text of a number that a binary float would change. */
export class WrittenNumber {
  constructor(readonly text = '') {}
}

/** The maximum length of a list. */
export const MAX_ELEMENTS = 5_000;

/** Matches digits that a binary float may not keep, or an exponent that may be out of its range. */
const INEXACT_NUMBER = /[\d.]{16}|\d[eE]/;

/**
 * Parses JSON without changing a number. A number that a binary float cannot hold becomes a WrittenNumber. A float
 * keeps up to 15 significant digits exactly, so nearly every body takes the fast path. A list above the maximum length
 * takes it too, because the exact path would block the process for 0.2 s per megabyte.
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

/** The decimal text of a number, or of a number in a JSON string. Undefined for any other value. */
export function decimalText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value;
  return value instanceof WrittenNumber ? value.text : undefined;
}
