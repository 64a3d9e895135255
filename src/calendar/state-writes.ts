import type { RoomId } from '../platform/database/id';
import { listText } from '../platform/database/list-text';
import type { PreparedStatement } from '../platform/database/prepared-statement';
import type { Write } from '../platform/database/write';
import { write } from '../platform/database/write';
import type { CalendarDate } from '../platform/dates/calendar-date';
import { daysBetween } from '../platform/dates/calendar-date';
import * as sql from './calendar-statements';
import type { LoadedCalendars, RecordedChange } from './loaded-calendars';
import { momentText } from './moment';
import { MIN_RANGE } from './rooms-left-writes';
import { NOT_SET } from './cell';

/** Writes the states of the past that were recorded. */
export function stateWrites({ recorded, layoutIds }: LoadedCalendars): Write[] {
  const writes: Write[] = [];
  const others: RecordedChange[] = [];
  const changes = countOfRooms(recorded);
  for (const each of recorded) {
    const { change, moment, entryId } = each;
    // An earlier change of the room may have set values that are not the present ones.
    const range = changes.get(change.roomId) === 1 ? rangeOf(change.roomsLeft) : undefined;
    if (!range) others.push(each);
    else {
      const values = [change.roomId, ...range, momentText(moment), entryId];
      writes.push(write(sql.INSERT_AVAILABILITY_STATES_OF_RANGE, values));
    }
  }
  const roomsLeft = columnsOf(others, ({ change }) => change.roomsLeft);
  if (roomsLeft.days.length > 0) {
    const { keys, days, origins } = roomsLeft;
    const totals = listText(days.map(({ total }) => total));
    const closed = listText(days.map(({ closed }) => closed));
    writes.push(write(sql.INSERT_AVAILABILITY_STATES, [...keys, totals, closed, ...origins]));
  }
  const ofPlans = (
    statement: PreparedStatement,
    { keys, days, roomIds, origins }: ReturnType<typeof columnsOf<{ date: CalendarDate; values: number[] }>>,
  ) => {
    if (days.length === 0) return;
    const layouts = listText(roomIds.map((roomId) => layoutIds.get(roomId) ?? null));
    const texts = `{"${days.map(({ values }) => stateText(values)).join('","')}"}`;
    writes.push(write(statement, [...keys, layouts, texts, ...origins]));
  };
  ofPlans(
    sql.INSERT_PRICE_STATES,
    columnsOf(recorded, ({ change }) => change.prices),
  );
  ofPlans(
    sql.INSERT_RESTRICTION_STATES,
    columnsOf(recorded, ({ change }) => change.restrictions),
  );
  return writes;
}

function countOfRooms(recorded: readonly RecordedChange[]): Map<RoomId, number> {
  const counts = new Map<RoomId, number>();
  for (const { change } of recorded) counts.set(change.roomId, (counts.get(change.roomId) ?? 0) + 1);
  return counts;
}

/** Returns the first and the last of many days without gaps. */
function rangeOf(days: readonly { date: CalendarDate }[]): [CalendarDate, CalendarDate] | undefined {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || days.length < MIN_RANGE) return undefined;
  return daysBetween(first.date, last.date) + 1 === days.length ? [first.date, last.date] : undefined;
}

/** The states of changes, column by column: creating an object for each of thousands would dominate the time. */
function columnsOf<T extends { date: CalendarDate }>(
  recorded: readonly RecordedChange[],
  daysOf: (change: RecordedChange) => readonly T[],
) {
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

/** The values of a state: NULL is a price that is not set. */
function stateText(values: readonly number[]): string {
  const text = values.join();
  return `{${values.includes(NOT_SET) ? text.replaceAll(String(NOT_SET), 'NULL') : text}}`;
}
