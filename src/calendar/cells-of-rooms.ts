import type { RoomId } from '../platform/database/id';
import { listText } from '../platform/database/list-text';
import type { PreparedStatement } from '../platform/database/prepared-statement';
import type { Write } from '../platform/database/write';
import { write } from '../platform/database/write';

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

export function writeOfCells<T>(
  statement: PreparedStatement,
  { roomIds, cells }: CellsOfRooms<T>,
  columns: (cells: T[]) => string[],
): Write[] {
  return cells.length > 0 ? [write(statement, [listText(roomIds), ...columns(cells)])] : [];
}
