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
  /**
   * Three parameters with an element for each day: its room, its date, and the number of its change, counted from 1.
   */
  keys: string[];
  /** Two parameters with an element for each change: its moment and its journal entry. */
  origins: string[];
}

/** Returns the states of changes as columns. An object for each of thousands of states would dominate the time. */
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
