const [FIRST, LAST] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/**
 * A moment in ISO 8601, in UTC and with six fraction digits, which a Date would cut off. What PostgreSQL would refuse
 * to read, as offsets of a day, is the nearest that it does read.
 * @param text as Date reads it
 */
export function toMicroseconds(text: string): string {
  const milliseconds = Math.min(Math.max(Date.parse(text), FIRST), LAST);
  const fraction = /[.,](\d+)/.exec(text)?.[1] ?? '';
  return `${new Date(milliseconds).toISOString().slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z`;
}
