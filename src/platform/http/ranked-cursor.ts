import type { Id } from '../database/id';
import { parseId } from '../database/id';
import { LAST_RANK } from '../database/name-search';
import { invalid } from './problem';

/** A position in a list that is ordered by rank, and then by a unique key. */
export interface RankedPosition<Key extends string = string> {
  rank: number;
  id: Key;
}

/** The cursor of the page that begins after a position. */
export function rankedCursor({ rank, id }: RankedPosition): string {
  return `${rank}.${id}`;
}

/** @throws ProblemException 400 for the cursor of another list */
export function parseRankedCursor(cursor: string): RankedPosition {
  const rank = Number(cursor[0]);
  if (cursor[1] !== '.' || !(rank <= LAST_RANK)) throw invalidCursor();
  return { rank, id: cursor.slice(2) };
}

/** Reads the cursor of a list in the order of ids. @returns the id after which the page begins @throws ProblemException 400 */
export function parseIdCursor<T extends Id<string>>(cursor: string): T {
  const id = parseId<T>(cursor);
  if (!id) throw invalidCursor();
  return id;
}

/** The position after which a page of a search begins. @throws ProblemException 400 */
export function parsePosition(cursor: string): RankedPosition {
  const { rank, id } = parseRankedCursor(cursor);
  return { rank, id: parseIdCursor(id) };
}

/** Sorts records into the order of a list of their ids. */
export function inOrder<T extends { id: string }>(ids: string[], records: T[]): T[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function invalidCursor() {
  return invalid([{ pointer: '/cursor', message: 'must be the nextCursor of the page before' }]);
}
