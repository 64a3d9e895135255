/**
 * The time at which a push or a change takes effect: microseconds since 1970, which a JavaScript number
 * represents exactly.
 */
export type Microseconds = number;

/** Formats a moment as a `timestamptz` of PostgreSQL, with all six fraction digits. */
export function momentText(moment: Microseconds): string {
  const milliseconds = Math.floor(moment / 1000);
  const rest = String(moment - milliseconds * 1000).padStart(3, '0');
  return new Date(milliseconds).toISOString().replace('Z', `${rest}Z`);
}
