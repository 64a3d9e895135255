import { RoomCalendars } from '../../src/calendar/room-calendars';
import { roomBehind } from '../../src/calendar/room-behind';
import type { RoomId } from '../../src/platform/database/id';
import { calendarPlan, roomCalendar } from '../support/room-calendar';

const [FIRST, SECOND, THIRD] = ['1', '2', '3'] as [RoomId, RoomId, RoomId];

describe('the room behind a change', () => {
  const parent = calendarPlan('21', { roomId: SECOND });
  const derived = calendarPlan('31', { roomId: THIRD, derivedFromId: parent.id });
  const calendars = new RoomCalendars();
  calendars.add(roomCalendar({ id: FIRST, plans: [calendarPlan('11')], dates: [] }));
  calendars.add(roomCalendar({ id: SECOND, plans: [parent], dates: [] }));
  calendars.add(roomCalendar({ id: THIRD, plans: [derived], dates: [] }));
  const ofMessage = new Map([FIRST, SECOND].map((id) => [id, id]));

  it.each([
    ['price', { ratePlanIds: [derived.id], restrictedPlanIds: [] }],
    ['restriction', { ratePlanIds: [], restrictedPlanIds: [derived.id] }],
  ])('The room behind a changed %s of a derived plan is the room of its parent plan', (_, plans) => {
    expect(roomBehind(calendars, { roomId: THIRD, ...plans }, ofMessage)).toBe(SECOND);
  });
});
