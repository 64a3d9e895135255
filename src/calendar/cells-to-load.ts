import type { RoomId } from '../platform/database/id';
import { listText } from '../platform/database/list-text';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { DateRange } from '../platform/dates/date-range';
import { groupBy } from './group-by';
import type { LoadedCells } from './loaded-cells';

/** Pairs of a room and a date as parameters, with the first date of each room. */
export interface DateKeys {
  roomIds: string;
  dates: string;
  firstDates: string;
}

export interface RangeToLoad extends DateRange {
  roomIds: RoomId[];
}

/** A statement reads at most this many days, or one room, so its time has a bound. */
const MAX_DAYS_OF_STATEMENT = 1_000;

/** The cells of some rooms, by the way in which they are read. */
export class CellsToLoad {
  /** The cells of the rooms whose dates are read as ranges. */
  readonly cellsOfRanges: readonly LoadedCells[];
  /** Their ranges. Rooms with the same range share statements. */
  readonly ranges: readonly RangeToLoad[];
  /** The dates of the other rooms, which are read one by one; undefined if there are none. */
  readonly keys: DateKeys | undefined;

  constructor(private readonly cells: ReadonlyMap<RoomId, LoadedCells>) {
    const cellsOfRanges = [...cells].filter(([, { isRange }]) => isRange);
    this.cellsOfRanges = cellsOfRanges.map(([, ofRoom]) => ofRoom);
    this.ranges = rangesOf(cellsOfRanges);
    this.keys = keysOf([...cells].filter(([, { isRange }]) => !isRange));
  }

  get all(): ReadonlyMap<RoomId, LoadedCells> {
    return this.cells;
  }

  /** Returns the cells of a room. @throws Error if they are not read */
  get(roomId: RoomId): LoadedCells {
    const cells = this.cells.get(roomId);
    if (!cells) throw new Error(`The cells of room ${roomId} are not read`);
    return cells;
  }
}

function rangesOf(cells: (readonly [RoomId, LoadedCells])[]): RangeToLoad[] {
  return [...groupBy(cells, ([, { ends }]) => ends.join()).values()].flatMap((ofRange) => {
    const { ends, days } = ofRange[0]?.[1] as LoadedCells;
    const [from, to] = ends as [CalendarDate, CalendarDate];
    const size = Math.max(1, Math.floor(MAX_DAYS_OF_STATEMENT / days));
    const ranges: RangeToLoad[] = [];
    for (let start = 0; start < ofRange.length; start += size)
      ranges.push({ roomIds: ofRange.slice(start, start + size).map(([id]) => id), from, to });
    return ranges;
  });
}

function keysOf(cells: readonly (readonly [RoomId, LoadedCells])[]): DateKeys | undefined {
  const roomIds: RoomId[] = [];
  const dates: CalendarDate[] = [];
  const firstDates: CalendarDate[] = [];
  for (const [roomId, ofRoom] of cells) {
    for (const date of ofRoom.dates) {
      roomIds.push(roomId);
      dates.push(date);
      firstDates.push(ofRoom.dates[0] as CalendarDate);
    }
  }
  if (dates.length === 0) return undefined;
  return { roomIds: listText(roomIds), dates: listText(dates), firstDates: listText(firstDates) };
}
