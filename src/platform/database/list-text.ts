/**
 * Formats a list as the text of a PostgreSQL array. The values must not need quotes: the driver would quote each one.
 */
export function listText(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join()}}`;
}

/** Returns the text of a list without repetitions. */
export function distinctText(list: string): string {
  return listText([...new Set(list.slice(1, -1).split(','))]);
}
