const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Formats a time as ISO 8601 in UTC with six fraction digits, which a Date would cut off. It also accepts offsets that
 * PostgreSQL refuses.
 * @param text in a format that Date parses
 */
export function toMicroseconds(text: string): string {
  const milliseconds = Math.min(Date.parse(text), LAST);
  const fraction = /[.,](\d+)/.exec(text)?.[1] ?? '';
  return `${new Date(milliseconds).toISOString().slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z`;
}
