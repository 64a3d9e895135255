/** A list as the text of a PostgreSQL array, of values that need no quotes: the driver would quote each of them. */
export function listText(values: readonly (string | number | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join()}}`;
}
