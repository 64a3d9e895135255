/** A page of a list. `nextCursor` asks for the page behind it; null where this is the last one. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** An answer is smaller, so that a few calls at once cannot use up the memory. */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024;
/** What is around the items. */
const FRAME_BYTES = 300;
/** So many items are completed at once: those behind the end of a page cost nothing. */
const BATCH = 20;

/** Adds up how large a page becomes. */
export class PageSize {
  private bytes = FRAME_BYTES;
  private isEmpty = true;

  /** Whether no further item fits. */
  get isFull(): boolean {
    return this.bytes > MAX_PAGE_BYTES;
  }

  /** @param item as JSON text @returns whether it belongs to the page: as long as it fits, and the first one anyway */
  add(item: string): boolean {
    const isFirst = this.isEmpty;
    this.isEmpty = false;
    this.bytes += Buffer.byteLength(item) + 1;
    return isFirst || !this.isFull;
  }
}

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
  const size = new PageSize();
  for (let start = 0; start < wanted.length && !size.isFull; start += BATCH) {
    for (const view of await complete(wanted.slice(start, start + BATCH))) {
      if (!size.add(JSON.stringify(view))) break;
      items.push(view);
    }
  }
  return { items, nextCursor: found.length > items.length ? (found[items.length - 1]?.id ?? null) : null };
}
