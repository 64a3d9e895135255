/** A page of a list. `nextCursor` asks for the page behind it; null where this is the last one. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** Makes a page of what was found when one item more than fits was asked for. */
export function pageOf<T extends { id: string }>(found: T[], limit: number): Page<T> {
  const items = found.slice(0, limit);
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}
