/** A page of a list. It begins where the page before it ends; the first page has no cursor. */
export interface Page {
  cursor: string | undefined;
  /** The cursor of the next page; null on the last page. */
  nextCursor: string | null;
}

/**
 * Reads some pages of a list again, and each page that follows a page whose end has moved. Otherwise items that were
 * created or deleted before that end would leave other items on no page or on two. Pages beyond the end of the list are
 * dropped.
 */
export async function readAgain<P extends Page>(
  pages: P[],
  isDue: (index: number) => boolean,
  read: (cursor: string | undefined) => Promise<P>,
): Promise<P[]> {
  const fresh: P[] = [];
  let cursor: string | null | undefined;
  for (const [index, page] of pages.entries()) {
    if (cursor === null) break;
    const next: P = isDue(index) || page.cursor !== cursor ? await read(cursor) : page;
    fresh.push(next);
    cursor = next.nextCursor;
  }
  return fresh;
}

/** The items of pages, each once: an item may have moved from one page to another between the reads. */
export function itemsOf<T>(pages: { items: T[] }[], keyOf: (item: T) => string): T[] {
  const items = new Map<string, T>();
  for (const item of pages.flatMap((page) => page.items)) {
    if (!items.has(keyOf(item))) items.set(keyOf(item), item);
  }
  return [...items.values()];
}
