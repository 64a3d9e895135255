const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * A moment in ISO 8601, in UTC and with six fraction digits, which a Date would cut off. Offsets that
 * PostgreSQL would refuse to read have been taken into account.
 * @param text as Date reads it
 */
export function toMicroseconds(text: string): string {
  const milliseconds = Math.min(Date.parse(text), LAST);
  const fraction = /[.,](\d+)/.exec(text)?.[1] ?? '';
  return `${new Date(milliseconds).toISOString().slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z`;
}
