import type { List } from './api-types';

/** Reads all pages of a list. @throws Error if there are more items than `maximum`: a part must not pass for all of them */
export async function readAll<T>(
  read: (cursor: string | undefined) => Promise<List<T>>,
  maximum: number,
): Promise<T[]> {
  const items: T[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const list: List<T> = await read(cursor);
    items.push(...list.items);
    cursor = list.nextCursor;
    if (items.length > maximum || (items.length === maximum && cursor !== null))
      throw new Error(
        `There are more than ${maximum.toLocaleString('en-GB')}. Choose a hotel or a room first.`,
      );
  }
  return items;
}
