import type { RoomClock } from '../../src/calendar/loaded-calendars';
import { LoadedCalendars } from '../../src/calendar/loaded-calendars';
import type { RatePlanId, RoomId } from '../../src/platform/database/id';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { calendarPlan, roomCalendar } from '../support/room-calendar';

const clock = (id: string, room: Partial<RoomClock> = {}): RoomClock => ({
  id: id as RoomId,
  nextMoment: '1000',
  isKnown: true,
  planListId: null,
  hasFailedCalls: false,
  isKnownServer: true,
  ...room,
});

describe('the loaded calendars of a transaction', () => {
  let loaded: LoadedCalendars;
  beforeEach(() => (loaded = new LoadedCalendars()));

  it('Moments of a transaction are two microseconds apart, and later than any earlier moment of its locked rooms', () => {
    loaded.addRoom(clock('1', { nextMoment: '1000' }), true);
    loaded.addRoom(clock('2', { nextMoment: '3000' }), true);
    loaded.addRoom(clock('3', { nextMoment: '2000' }), true);
    loaded.addRoom(clock('4', { nextMoment: '9000' }), false);
    expect(loaded.beginning).toBe(2_999);
    expect(loaded.lastMoment).toBeUndefined();
    expect([loaded.takeMoment(), loaded.takeMoment()]).toEqual([3_000, 3_002]);
    expect(loaded.lastMoment).toBe(3_002);
    expect(loaded.beginning).toBe(2_999);
  });

  it('The transaction knows its locked rooms, by id, and the rooms that another transaction has locked', () => {
    for (const id of ['10', '9', '2']) loaded.addRoom(clock(id), true);
    loaded.addRoom(clock('3'), false);
    expect(loaded.lockedIds).toEqual(['2', '9', '10']);
    expect([...loaded.blocked]).toEqual(['3']);
  });

  it('The transaction knows which locked rooms have no past yet, and which lists of plans are stored', () => {
    loaded.addRoom(clock('1', { isKnown: false }), true);
    loaded.addRoom(clock('2', { planListId: 7 }), true);
    loaded.addRoom(clock('3', { isKnown: false, planListId: 8 }), false);
    expect(loaded.unknownIds).toEqual(['1']);
    expect([...loaded.planListIds]).toEqual([
      ['1', null],
      ['2', 7],
    ]);
  });

  it('The transaction notes a room once, even if the room is loaded twice', () => {
    loaded.addRoom(clock('1', { isKnown: false }), true);
    loaded.addRoom(clock('1', { isKnown: false, nextMoment: '5000' }), true);
    expect([loaded.unknownIds, loaded.takeMoment()]).toEqual([['1'], 1_000]);
  });

  it('The transaction knows rooms with failed calls, and learns of a database restart from any room', () => {
    loaded.addRoom(clock('1', { hasFailedCalls: true }), false);
    expect([...loaded.withFailedCalls]).toEqual(['1']);
    expect(loaded.isKnownServer).toBe(true);
    loaded.addRoom(clock('2', { isKnownServer: false }), true);
    loaded.addRoom(clock('3'), true);
    expect(loaded.isKnownServer).toBe(false);
  });

  it('The transaction records the changes of each push under its entry', () => {
    const date = '2026-12-01' as CalendarDate;
    const calendar = roomCalendar({ plans: [calendarPlan('11')], dates: [date] });
    loaded.calendars.add(calendar);
    calendar.setPrice('11' as RatePlanId, date, 100);
    const first = loaded.record('first', 1_000);
    expect(first).toEqual([expect.objectContaining({ roomId: '1', ratePlanIds: ['11'] })]);
    expect(loaded.record('second', 1_002)).toEqual([]);
    calendar.setPrice('11' as RatePlanId, date, 200);
    const third = loaded.record('third', 1_004);
    expect(loaded.recorded).toEqual([
      { change: first[0], moment: 1_000, entryId: 'first' },
      { change: third[0], moment: 1_004, entryId: 'third' },
    ]);
  });
});
