/** A page of a list. `nextCursor` asks for the page behind it; null where this is the last one. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** An answer is smaller, so that a few calls at once cannot use up the memory. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;
/** What is around the items. */
const FRAME_BYTES = 100;
/** So many items are completed at once: those behind the end of a page cost nothing. */
const BATCH = 20;

/**
 * Makes a page of what was found when one item more than fits was asked for. It ends early where its items would be
 * larger than 4 MiB, and has one at least.
 * @param complete makes items as they are answered
 */
export async function pageOf<T extends { id: string }, View>(
  found: T[],
  limit: number,
  complete: (items: T[]) => View[] | Promise<View[]>,
): Promise<Page<View>> {
  const wanted = found.slice(0, limit);
  const items: View[] = [];
  let bytes = FRAME_BYTES;
  for (let start = 0; start < wanted.length && bytes <= MAX_PAGE_BYTES; start += BATCH) {
    for (const view of await complete(wanted.slice(start, start + BATCH))) {
      bytes += Buffer.byteLength(JSON.stringify(view)) + 1;
      if (bytes > MAX_PAGE_BYTES && items.length > 0) break;
      items.push(view);
    }
  }
  return { items, nextCursor: found.length > items.length ? (found[items.length - 1]?.id ?? null) : null };
}
