import { listText } from '../platform/database/list-text';
import type { Write } from '../platform/database/write';
import { write } from '../platform/database/write';
import { daysBetween } from '../platform/dates/calendar-date';
import type { RoomsLeftCell } from '../calendar/cell';
import type { CellsOfRooms } from '../calendar/cells-of-rooms';
import { addCells, writesOfCells } from '../calendar/cells-of-rooms';
import type { RoomCalendar } from '../calendar/room-calendar';
import * as sql from './room-availability.statements';

/** A range of fewer days gains nothing over a join. */
export const MIN_RANGE = 100;
/** Marks a day of a range that keeps its values. */
const KEPT = -1;

/** Writes the rooms left and the closed dates. */
export function roomsLeftWrites(calendars: readonly RoomCalendar[]): Write[] {
  const ranges: Write[] = [];
  const updated: CellsOfRooms<RoomsLeftCell> = { roomIds: [], cells: [] };
  const inserted: CellsOfRooms<RoomsLeftCell> = { roomIds: [], cells: [] };
  for (const calendar of calendars) {
    const { roomId } = calendar;
    const differences = calendar.differencesOfRoomsLeft();
    const range = rangeOf(differences.updated);
    if (range) ranges.push(write(sql.UPDATE_ROOMS_LEFT_OF_RANGE, [roomId, ...range]));
    else addCells(updated, roomId, differences.updated);
    addCells(inserted, roomId, differences.inserted);
  }
  const columns = (cells: RoomsLeftCell[]) => [
    listText(cells.map(({ date }) => date)),
    listText(cells.map(({ roomsLeft }) => roomsLeft)),
    listText(cells.map(({ closed }) => closed)),
  ];
  return [
    ...ranges,
    ...writesOfCells(sql.UPDATE_ROOMS_LEFT, updated, columns),
    ...writesOfCells(sql.INSERT_ROOMS_LEFT, inserted, columns),
  ];
}

/** Returns the parameters of UPDATE_ROOMS_LEFT_OF_RANGE that follow the room; undefined if a join is better. */
function rangeOf(cells: readonly RoomsLeftCell[]): string[] | undefined {
  const [first] = cells;
  const last = cells.at(-1);
  if (!first || !last || cells.length < MIN_RANGE) return undefined;
  const days = daysBetween(first.date, last.date) + 1;
  if (days > 2 * cells.length) return undefined;
  const roomsLeft = new Array<number>(days).fill(KEPT);
  const closed = new Array<boolean>(days).fill(false);
  for (const cell of cells) {
    const day = daysBetween(first.date, cell.date);
    roomsLeft[day] = cell.roomsLeft;
    closed[day] = cell.closed;
  }
  return [first.date, last.date, listText(roomsLeft), listText(closed)];
}
