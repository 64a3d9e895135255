/** The index `ix_journal_entry_large_change` has the entries with a change of more than 10 %. */
const IS_INDEXED = `abs(largest_change[2] - largest_change[1]) > 0.1 * largest_change[1]`;

/**
 * Returns the SQL that says whether the largest change of a price in an entry is larger than a share of that price.
 * @param share SQL of the share, at least 0.1: 0.4 for 40 %
 */
export function isLargeChange(share: string): string {
  return `(${IS_INDEXED} AND abs(largest_change[2] - largest_change[1]) > ${share} * largest_change[1])`;
}
