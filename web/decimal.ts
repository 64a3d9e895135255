/**
 * Decimals in fields: a person reads and writes them as the browser's language does ("1.500,00"), and calls have them as
 * decimal text ("1500.00").
 */

/** The value of a text that is no number in the browser's language. The service refuses it in every field. */
export const UNREADABLE = 'NaN';

/** Marks of the direction of text, which some languages write before a minus sign. */
const DIRECTIONS = /[\u200e\u200f\u061c]/g;

/**
 * Reads what a person typed, with or without groups of digits. A separator that the language uses otherwise is not
 * guessed: in German, "1.500" is 1500, and "1.5" is unreadable.
 * @returns decimal text; empty for an empty text
 */
export function readDecimal(typed: string, locale?: string): string {
  const symbols = symbolsOf(locale);
  const text = Array.from(
    typed.replace(DIRECTIONS, '').trim(),
    (char) => symbols.digits.get(char) ?? char,
  ).join('');
  if (text === '') return '';
  const sign = /^[-−]/.test(text) ? '-' : '';
  const [whole = '', fraction = '', ...more] = text.replace(/^[-−+]\s*/, '').split(symbols.decimal);
  const digits = withoutGroups(whole, symbols);
  if (digits === undefined || more.length > 0 || !/^\d*$/.test(fraction)) return UNREADABLE;
  if (digits === '' && fraction === '') return UNREADABLE;
  return `${sign}${digits || '0'}${fraction && `.${fraction}`}`;
}

/** Writes decimal text in the browser's way, with the same digits. */
export function writeDecimal(text: string, locale?: string): string {
  if (text === '' || text === UNREADABLE) return '';
  const digits = text.split('.')[1]?.length ?? 0;
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale, format).format(Number(text));
}

/** Says how to write a decimal: "Write 1500,50 or 1.500,50." */
export function howToWrite(locale?: string): string {
  const [plain, grouped] = ([false, 'always'] as const).map((useGrouping) =>
    new Intl.NumberFormat(locale, { useGrouping, minimumFractionDigits: 2 }).format(1500.5),
  );
  return `Write ${plain} or ${grouped}.`;
}

interface Symbols {
  decimal: string;
  groups: Set<string>;
  digits: Map<string, string>;
  grouped: Intl.NumberFormat;
}

function symbolsOf(locale: string | undefined): Symbols {
  // Some languages group only numbers from 10,000 on.
  const grouped = new Intl.NumberFormat(locale, { useGrouping: 'always' });
  const parts = new Map(grouped.formatToParts(1234567.5).map(({ type, value }) => [type, value]));
  return {
    decimal: parts.get('decimal') ?? '.',
    // No language has a space or an apostrophe as its decimal separator.
    groups: new Set([kindOf(parts.get('group') ?? ''), ' ', "'"]),
    digits: new Map(Array.from({ length: 10 }, (_, digit) => [grouped.format(digit), String(digit)])),
    grouped,
  };
}

/** The digits of a whole number; undefined unless its groups are where the language has them. */
function withoutGroups(whole: string, { groups, grouped }: Symbols): string | undefined {
  if (/^\d*$/.test(whole)) return whole;
  const typed = Array.from(whole, kindOf).join('');
  const [separator = ''] = /\D/.exec(typed) ?? [];
  const digits = typed.replaceAll(separator, '');
  if (!groups.has(separator) || !/^\d+$/.test(digits)) return undefined;
  const sizes = grouped.formatToParts(BigInt(digits)).filter(({ type }) => type === 'integer');
  const lengths = typed.split(separator).map(({ length }) => length);
  return String(lengths) === String(sizes.map(({ value }) => value.length)) ? digits : undefined;
}

/** All kinds of spaces are one separator, and so are both apostrophes. */
function kindOf(char: string): string {
  if (/\s/.test(char)) return ' ';
  return char === '’' ? "'" : char;
}
