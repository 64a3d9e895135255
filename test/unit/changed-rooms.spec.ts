import type { RoomCalendar } from '../../src/calendar/room-calendar';
import type { RatePlanId, RoomId } from '../../src/platform/database/id';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { changedRoomsOf } from '../../src/push/journal/changed-rooms';
import type { JournaledCall } from '../../src/push/journal/journaled-call';
import { calendarPlan, roomCalendar } from '../support/room-calendar';

const [MON, TUE, WED] = ['2026-12-07', '2026-12-08', '2026-12-09'] as CalendarDate[] as [
  CalendarDate,
  CalendarDate,
  CalendarDate,
];
const PLAN = '11' as RatePlanId;

describe('the items of the feed about a change of a calendar', () => {
  let calendar: RoomCalendar;
  beforeEach(() => {
    // The room has records on Monday and Tuesday, and none on Wednesday.
    const rows = [[100, 200, -1]];
    calendar = roomCalendar({
      plans: [calendarPlan(PLAN)],
      dates: [MON, TUE, WED],
      roomsLeft: [3, 3, -1],
      rows,
    });
  });

  const items = () => {
    const call = {
      operation: 'updateCalendarMinStay',
      roomId: '1' as RoomId,
      ratePlanId: null,
    } as JournaledCall;
    return changedRoomsOf(call, { outcome: 'applied' }, [calendar.takeChange() ?? []].flat());
  };

  it('Rooms left and closed dates of one change have an item each, with their own dates', () => {
    calendar.setRoomsLeft(MON, 5);
    calendar.setClosed(TUE, true);
    expect(items()).toEqual([
      { roomId: '1', kind: 'inventory', ratePlanIds: [], from: MON, to: TUE },
      { roomId: '1', kind: 'restrictions', ratePlanIds: [], from: TUE, to: TUE },
    ]);
  });

  it('A record that is created with an open date or without a restriction is part of the restrictions', () => {
    calendar.setClosed(WED, false);
    expect(items()).toEqual([{ roomId: '1', kind: 'restrictions', ratePlanIds: [], from: WED, to: WED }]);
    calendar.setRestriction(PLAN, MON, 'maxStay', 7);
    calendar.setRestriction(PLAN, WED, 'maxStay', 0);
    expect(items()).toEqual([{ roomId: '1', kind: 'restrictions', ratePlanIds: [PLAN], from: MON, to: WED }]);
  });

  it('A record that is created for an inherited restriction is part of the restrictions', () => {
    calendar.inheritRestrictions(PLAN, WED, 0, ['maxStay']);
    expect(items()).toEqual([{ roomId: '1', kind: 'restrictions', ratePlanIds: [PLAN], from: WED, to: WED }]);
  });

  it('Prices and a record that is created without a restriction have an item each', () => {
    calendar.setPrice(PLAN, MON, 150);
    calendar.setRestriction(PLAN, WED, 'maxStay', 0);
    expect(items()).toEqual([
      { roomId: '1', kind: 'prices', ratePlanIds: [PLAN], from: MON, to: WED },
      { roomId: '1', kind: 'restrictions', ratePlanIds: [], from: WED, to: WED },
    ]);
  });

  it('A record that a push of rooms left creates for a plan is part of the prices', () => {
    calendar.createRecord(PLAN, WED);
    expect(items()).toEqual([{ roomId: '1', kind: 'prices', ratePlanIds: [PLAN], from: WED, to: WED }]);
  });
});
