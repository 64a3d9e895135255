/** A page of a list. `nextCursor` requests the next page; null on the last page. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** The maximum size of a page, so that concurrent calls cannot exhaust the memory. */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024;
/** The size of the JSON around the items. */
const FRAME_BYTES = 300;
/** The number of items that are completed together. Items beyond the end of a page cost nothing. */
const BATCH = 20;

/** Adds up the size of a page. */
export class PageSize {
  private bytes = FRAME_BYTES;
  private isEmpty = true;

  /** Whether no further item fits. */
  get isFull(): boolean {
    return this.bytes > MAX_PAGE_BYTES;
  }

  /** @param item as JSON text @returns whether the item belongs to the page: it fits, or it is the first one */
  add(item: string): boolean {
    const isFirst = this.isEmpty;
    this.isEmpty = false;
    this.bytes += Buffer.byteLength(item) + 1;
    return isFirst || !this.isFull;
  }
}

/**
 * Builds a page from the found records; the query asks for one more than `limit`. The page ends early before its items
 * exceed 4 MiB, but it has at least one.
 * @param complete converts records to the items of the answer
 * @param cursorOf returns the cursor of the page that begins after a record
 */
export async function pageOf<T extends { id: string }, View>(
  found: T[],
  limit: number,
  complete: (items: T[]) => View[] | Promise<View[]>,
  cursorOf: (last: T) => string = ({ id }) => id,
): Promise<Page<View>> {
  const wanted = found.slice(0, limit);
  const items: View[] = [];
  const size = new PageSize();
  for (let start = 0; start < wanted.length && !size.isFull; start += BATCH) {
    for (const view of await complete(wanted.slice(start, start + BATCH))) {
      if (!size.add(JSON.stringify(view))) break;
      items.push(view);
    }
  }
  const last = found[items.length - 1];
  return { items, nextCursor: last && found.length > items.length ? cursorOf(last) : null };
}
