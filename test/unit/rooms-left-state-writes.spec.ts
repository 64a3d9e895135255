import type { RecordedChange } from '../../src/calendar/loaded-calendars';
import type { RoomChange } from '../../src/calendar/room-change';
import * as sql from '../../src/inventory/room-availability.statements';
import { roomsLeftStateWrites } from '../../src/inventory/rooms-left-state-writes';
import type { RoomId } from '../../src/platform/database/id';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { addDays } from '../../src/platform/dates/calendar-date';

describe('the statements that write states of rooms left', () => {
  const days = Array.from({ length: 150 }, (_, day) => addDays('2026-12-01' as CalendarDate, day));
  const change = (roomId: string, dates: CalendarDate[]): RecordedChange => {
    const roomsLeft = dates.map((date) => ({ date, roomsLeft: 3, closed: false }));
    const ofRoom = { roomId: roomId as RoomId, roomsLeft, prices: [], restrictions: [] };
    return { change: ofRoom as unknown as RoomChange, moment: 0, entryId: 'entry' };
  };
  const statementsFor = (...recorded: RecordedChange[]) =>
    roomsLeftStateWrites(recorded).map(({ statement }) => statement);

  it('The statement for a whole range copies the stored rows if nothing else has changed the room', () => {
    expect(statementsFor(change('1', days), change('2', days))).toEqual([
      sql.INSERT_AVAILABILITY_STATES_OF_RANGE,
      sql.INSERT_AVAILABILITY_STATES_OF_RANGE,
    ]);
  });

  it.each([
    ['two changes of one room', [change('1', days), change('1', days.slice(3, 5))]],
    ['a range with a gap', [change('1', days.toSpliced(7, 1))]],
    ['a short range', [change('1', days.slice(0, 99))]],
  ])('The statement for states of rooms left lists the values of %s', (_, recorded) => {
    expect(statementsFor(...recorded)).toEqual([sql.INSERT_AVAILABILITY_STATES]);
  });
});
