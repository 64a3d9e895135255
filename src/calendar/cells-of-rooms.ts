import type { RoomId } from '../platform/database/id';
import { listText } from '../platform/database/list-text';
import type { PreparedStatement } from '../platform/database/prepared-statement';
import type { Write } from '../platform/database/write';
import { write } from '../platform/database/write';

/**
 * The maximum number of rows that one statement writes. The largest push has 150,000 rows. One statement for all of them
 * takes 3 s, and on a busy machine longer than the time limit of a statement.
 */
export const MAX_ROWS = 25_000;

/**
 * Cells and, at the same index, their rooms. Creating an object for each of thousands of pairs would dominate the time.
 */
export interface CellsOfRooms<T> {
  roomIds: RoomId[];
  cells: T[];
}

export function addCells<T>({ roomIds, cells }: CellsOfRooms<T>, roomId: RoomId, added: readonly T[]): void {
  for (const cell of added) {
    cells.push(cell);
    roomIds.push(roomId);
  }
}

/** Writes cells with as many statements as their number needs. */
export function writesOfCells<T>(
  statement: PreparedStatement,
  { roomIds, cells }: CellsOfRooms<T>,
  columns: (cells: T[]) => string[],
): Write[] {
  return inParts(cells.length, 1).map(([start, end]) =>
    write(statement, [listText(roomIds.slice(start, end)), ...columns(cells.slice(start, end))]),
  );
}

/**
 * Divides items into parts of at most `MAX_ROWS` rows. Returns the first index of each part, and the index after its last.
 * @param rows The number of rows of each item.
 */
export function inParts(count: number, rows: number): [start: number, end: number][] {
  const size = Math.max(1, Math.floor(MAX_ROWS / rows));
  return Array.from({ length: Math.ceil(count / size) }, (_, part) => [
    part * size,
    Math.min((part + 1) * size, count),
  ]);
}
