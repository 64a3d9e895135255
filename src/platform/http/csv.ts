/** A line of a table. */
export type Row = (string | number | boolean | null | undefined)[];

/** The beginnings by which spreadsheet programs recognize a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Returns a line of a CSV file (RFC 4180), with its line break. */
export function csvLine(row: Row): string {
  return `${row.map(cellOf).join(',')}\r\n`;
}

/** Puts an apostrophe before a text that a spreadsheet program would take for a formula. */
function cellOf(value: Row[number]): string {
  const text = typeof value === 'boolean' ? (value ? 'yes' : '') : String(value ?? '');
  const safe = FORMULA.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns a name of the API as words for a cell: `closedToArrival` becomes "closed to arrival". */
export function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/**
 * Whether an `Accept` header prefers CSV over JSON (RFC 9110). If both have the same quality, as for a browser or for any type,
 * the answer is JSON.
 */
export function prefersCsv(accept = '*/*'): boolean {
  const ranges = new Map(accept.split(',').map(readRange));
  const quality = (type: string) =>
    ranges.get(type) ?? ranges.get(type.replace(/\/.*/, '/*')) ?? ranges.get('*/*') ?? 0;
  return quality('text/csv') > quality('application/json');
}

/** Returns a media range without parameters, and its quality. */
function readRange(range: string): [type: string, quality: number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
  return [type, Number.isNaN(quality) ? 0 : quality];
}
