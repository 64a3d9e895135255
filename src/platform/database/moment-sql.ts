/** Returns SQL that formats a moment for JSON: ISO 8601 in UTC with all six fraction digits. */
export function jsonMoment(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** Returns SQL that converts a moment to microseconds, which a number represents exactly. */
export function microseconds(moment: string): string {
  return `(extract(epoch FROM ${moment}) * 1000000)::float8`;
}
