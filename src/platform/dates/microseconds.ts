/** A moment: microseconds since 1970, which a JavaScript number represents exactly. */
export type Microseconds = number;

/** The last moment whose year has four digits. An offset can lead beyond it. */
const LAST = '9999-12-31T23:59:59.999999Z';

/** Formats a moment as a `timestamptz` of PostgreSQL, with all six fraction digits. */
export function momentText(moment: Microseconds): string {
  const milliseconds = Math.floor(moment / 1000);
  const rest = String(moment - milliseconds * 1000).padStart(3, '0');
  return new Date(milliseconds).toISOString().replace('Z', `${rest}Z`);
}

/**
 * Returns the text of a moment in the same form: in UTC, with six fraction digits, which a Date would cut off. It also
 * accepts offsets that PostgreSQL refuses. It needs no lower limit: `MomentField` refuses the years before 100.
 * @param text in a format that Date parses
 */
export function normalizeMoment(text: string): string {
  const milliseconds = Date.parse(text);
  if (milliseconds > Date.parse(LAST)) return LAST;
  const fraction = /[.,](\d+)/.exec(text)?.[1] ?? '';
  return `${new Date(milliseconds).toISOString().slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z`;
}
