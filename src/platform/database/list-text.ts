/**
 * Formats a list as the text of a PostgreSQL array. The values must not need quotes: the driver would quote each one.
 */
export function listText(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join()}}`;
}
