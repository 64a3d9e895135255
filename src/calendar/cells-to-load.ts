import type { RoomId } from '../platform/database/id';
import { listText } from '../platform/database/list-text';
import type { CalendarDate } from '../platform/dates/calendar-date';
import { groupBy } from './group-by';
import type { LoadedCells } from './loaded-cells';

/** Pairs of a room and a date as parameters, with the first date of each room. */
export interface DateKeys {
  roomIds: string;
  dates: string;
  firstDates: string;
}

/** Rooms whose dates are read as one range, and the parameters of its statements: the rooms, the first and the last date. */
export interface RangeToLoad {
  rooms: readonly LoadedCells[];
  parameters: readonly [roomIds: string, from: CalendarDate, to: CalendarDate];
}

/** The cells of some rooms, by the way in which they are read. */
export class CellsToLoad {
  /** The rooms whose dates are read as ranges. Rooms with the same range share statements. */
  readonly ranges: readonly RangeToLoad[];
  /** The dates of the other rooms, which are read one by one; undefined if there are none. */
  readonly keys: DateKeys | undefined;

  constructor(private readonly cells: ReadonlyMap<RoomId, LoadedCells>) {
    this.ranges = rangesOf([...cells].filter(([, { isRange }]) => isRange));
    this.keys = keysOf([...cells].filter(([, { isRange }]) => !isRange));
  }

  /** The cells by room. */
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
  return [...groupBy(cells, ([, { ends }]) => ends.join()).values()].map((ofRange) => {
    const [from, to] = ofRange[0]?.[1].ends as [CalendarDate, CalendarDate];
    const roomIds = listText(ofRange.map(([id]) => id));
    return { rooms: ofRange.map(([, ofRoom]) => ofRoom), parameters: [roomIds, from, to] };
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
