import { isSafeNumber, parse } from 'lossless-json';

/** A number as it was written, where a binary float would have changed it. */
export class WrittenNumber {
  constructor(readonly text = '') {}
}

/** A run of digits longer than a binary float keeps, or an exponent, which may be beyond its range. */
const INEXACT_NUMBER = /[\d.]{16}|\d[eE]/;

/**
 * Reads JSON without changing a number: one that a binary float cannot hold comes as a WrittenNumber.
 * Up to 15 significant digits a float prints back as the decimal it was read from, so that nearly every
 * body takes the fast way.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  if (!INEXACT_NUMBER.test(text)) return JSON.parse(text);
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
