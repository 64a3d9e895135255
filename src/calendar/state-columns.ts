import type { RoomId } from '../platform/database/id';
import { listText } from '../platform/database/list-text';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { RecordedChange } from './loaded-calendars';
import { momentText } from '../platform/dates/microseconds';

/** The states of some changes, column by column. */
export interface StateColumns<T> {
  days: T[];
  /** The room of each day. */
  roomIds: RoomId[];
  /** The rooms, the dates, and the number of the change of each from 1, as parameters. */
  keys: string[];
  /** The moment and the journal entry of each change, as parameters. */
  origins: string[];
}

/** Returns the states of changes as columns: creating an object for each of thousands would dominate the time. */
export function stateColumns<T extends { date: CalendarDate }>(
  recorded: readonly RecordedChange[],
  daysOf: (change: RecordedChange) => readonly T[],
): StateColumns<T> {
  const days: T[] = [];
  const roomIds: RoomId[] = [];
  const changes: number[] = [];
  for (const [index, each] of recorded.entries()) {
    for (const day of daysOf(each)) {
      days.push(day);
      roomIds.push(each.change.roomId);
      changes.push(index + 1);
    }
  }
  const keys = [listText(roomIds), listText(days.map(({ date }) => date)), listText(changes)];
  const moments = listText(recorded.map(({ moment }) => momentText(moment)));
  return { days, roomIds, keys, origins: [moments, listText(recorded.map(({ entryId }) => entryId))] };
}
