import type { RecordedChange } from '../calendar/loaded-calendars';
import { momentText } from '../platform/dates/microseconds';
import { stateColumns } from '../calendar/state-columns';
import type { RoomId } from '../platform/database/id';
import { listText } from '../platform/database/list-text';
import type { Write } from '../platform/database/write';
import { write } from '../platform/database/write';
import type { CalendarDate } from '../platform/dates/calendar-date';
import { daysBetween } from '../platform/dates/calendar-date';
import * as sql from './room-availability.statements';
import { MIN_RANGE } from './rooms-left-writes';

/** Writes the states of rooms left and closed dates that were recorded. */
export function roomsLeftStateWrites(recorded: readonly RecordedChange[]): Write[] {
  const writes: Write[] = [];
  const others: RecordedChange[] = [];
  const changes = countOfRooms(recorded);
  for (const each of recorded) {
    const { change, moment, entryId } = each;
    // If a room has several changes, the values of an earlier one may differ from the present values.
    const range = changes.get(change.roomId) === 1 ? rangeOf(change.roomsLeft) : undefined;
    if (!range) others.push(each);
    else {
      const values = [change.roomId, ...range, momentText(moment), entryId];
      writes.push(write(sql.INSERT_AVAILABILITY_STATES_OF_RANGE, values));
    }
  }
  const { days, keys, origins } = stateColumns(others, ({ change }) => change.roomsLeft);
  if (days.length > 0) {
    const roomsLeft = listText(days.map(({ roomsLeft }) => roomsLeft));
    const closed = listText(days.map((day) => day.closed));
    writes.push(write(sql.INSERT_AVAILABILITY_STATES, [...keys, roomsLeft, closed, ...origins]));
  }
  return writes;
}

function countOfRooms(recorded: readonly RecordedChange[]): Map<RoomId, number> {
  const counts = new Map<RoomId, number>();
  for (const { change } of recorded) counts.set(change.roomId, (counts.get(change.roomId) ?? 0) + 1);
  return counts;
}

/** Returns the first and the last day of a long range; undefined if the days are few or have gaps. */
function rangeOf(days: readonly { date: CalendarDate }[]): [CalendarDate, CalendarDate] | undefined {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || days.length < MIN_RANGE) return undefined;
  return daysBetween(first.date, last.date) + 1 === days.length ? [first.date, last.date] : undefined;
}
