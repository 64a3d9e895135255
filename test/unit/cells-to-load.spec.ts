import { CellsToLoad } from '../../src/calendar/cells-to-load';
import { LoadedCells } from '../../src/calendar/loaded-cells';
import type { RoomId } from '../../src/platform/database/id';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { addDays } from '../../src/platform/dates/calendar-date';

/** The cells of rooms with the ids from 1 on, for a number of days from a date on. */
function cellsOf(rooms: number, from: string, days: number): Map<RoomId, LoadedCells> {
  const dates = Array.from({ length: days }, (_, n) => addDays(from as CalendarDate, n));
  return new Map(
    Array.from({ length: rooms }, (_, index) => [`${index + 1}` as RoomId, new LoadedCells(dates)]),
  );
}

/** The number of rooms that each statement reads. */
function roomsOf({ ranges }: CellsToLoad): number[] {
  return ranges.map(({ roomIds }) => roomIds.length);
}

describe('the statements for ranges of dates', () => {
  it('One statement loads rooms with the same range of dates', () => {
    const { ranges, keys } = new CellsToLoad(cellsOf(3, '2026-12-01', 40));
    expect(ranges).toEqual([{ roomIds: ['1', '2', '3'], from: '2026-12-01', to: '2027-01-09' }]);
    expect(keys).toBeUndefined();
  });

  it('Rooms with different ranges of dates are loaded by statements of their own', () => {
    const [one] = cellsOf(1, '2026-12-01', 40).values();
    const [other] = cellsOf(1, '2026-12-02', 40).values();
    const cells = new Map([one, other].map((ofRoom, index) => [`${index}` as RoomId, ofRoom as LoadedCells]));
    expect(roomsOf(new CellsToLoad(cells))).toEqual([1, 1]);
  });

  it('A statement reads at most 1,000 days, so a tree of many rooms takes many short statements', () => {
    expect(roomsOf(new CellsToLoad(cellsOf(60, '2026-12-01', 40)))).toEqual([25, 25, 10]);
  });

  it('A statement reads at least one room', () => {
    expect(roomsOf(new CellsToLoad(cellsOf(3, '2026-12-01', 1_001)))).toEqual([1, 1, 1]);
  });
});
