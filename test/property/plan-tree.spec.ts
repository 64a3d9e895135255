import fc from 'fast-check';
import type { CalendarPlan } from '../../src/calendar/calendar-plan';
import { RoomCalendars } from '../../src/calendar/room-calendars';
import type { RatePlanId, RoomId } from '../../src/platform/database/id';
import { calendarPlan, roomCalendar } from '../support/room-calendar';

const ROOMS = ['1', '2', '3'] as RoomId[];

/** Plans in any order, and a room. Each plan derives from none or from one with a smaller number. */
const forest = fc
  .array(fc.tuple(fc.nat(), fc.boolean(), fc.constantFrom(...ROOMS)), { minLength: 1, maxLength: 15 })
  .chain((shape) => {
    const plans = shape.map(([n, isRoot, roomId], id) => {
      const derivedFromId = isRoot || id === 0 ? null : (String(n % id) as RatePlanId);
      return calendarPlan(String(id), { roomId, derivedFromId });
    });
    return fc.record({
      plans: fc.shuffledSubarray(plans, { minLength: plans.length }),
      roots: fc.subarray(plans),
      roomId: fc.constantFrom(...ROOMS),
    });
  });

function calendarsOf(plans: CalendarPlan[]): RoomCalendars {
  const calendars = new RoomCalendars();
  for (const id of ROOMS) {
    const ofRoom = plans.filter(({ roomId }) => roomId === id);
    calendars.add(roomCalendar({ id, plans: ofRoom, dates: [] }));
  }
  return calendars;
}

function expectTree(tree: CalendarPlan[], roots: CalendarPlan[], plans: CalendarPlan[]): void {
  const isBelow = (plan: CalendarPlan | undefined): boolean =>
    plan !== undefined &&
    (roots.includes(plan) || isBelow(plans.find(({ id }) => id === plan.derivedFromId)));
  expect(new Set(tree)).toEqual(new Set(plans.filter(isBelow)));
  expect(tree.length).toBe(new Set(tree).size);
  const places = new Map(tree.map(({ id }, place) => [id, place]));
  for (const { id, derivedFromId } of tree) {
    const parentPlace = derivedFromId && places.get(derivedFromId);
    if (typeof parentPlace === 'number') expect(parentPlace).toBeLessThan(places.get(id) ?? -1);
  }
}

describe('the tree of some rate plans', () => {
  it('The plan tree has the given plans and all plans derived from them, each once, and parents first', () => {
    fc.assert(
      fc.property(forest, ({ plans, roots }) => {
        expectTree(calendarsOf(plans).treeBelow(roots), roots, plans);
      }),
    );
  });

  it('The plan tree of a room begins with some or all plans of that room', () => {
    fc.assert(
      fc.property(forest, ({ plans, roots, roomId }) => {
        const calendars = calendarsOf(plans);
        const ofRoom = (some: CalendarPlan[]) => some.filter((plan) => plan.roomId === roomId);
        const ids = roots.map(({ id }) => id);
        expectTree(calendars.treeOf(roomId, ids), ofRoom(roots), plans);
        expectTree(calendars.treeOf(roomId, 'all'), ofRoom(plans), plans);
        expect(calendars.treeOf(roomId, [])).toEqual([]);
      }),
    );
  });

  it('The plan tree begins with the requested plan', () => {
    fc.assert(
      fc.property(forest, ({ plans }) => {
        const calendars = calendarsOf(plans);
        for (const plan of plans) expect(calendars.treeOf(plan.roomId, [plan.id])[0]).toBe(plan);
      }),
    );
  });

  it("A plan that is loaded with its room and with its parent's room is in the tree once", () => {
    const base = calendarPlan('1');
    const between = calendarPlan('2', { roomId: '2' as RoomId, derivedFromId: base.id });
    const last = calendarPlan('3', { derivedFromId: between.id });
    const calendars = new RoomCalendars();
    calendars.add(roomCalendar({ plans: [base, last], dates: [] }));
    calendars.add(roomCalendar({ id: '2', plans: [between], dates: [] }));
    calendars.addPlan({ ...last });
    expect(calendars.treeOf('1' as RoomId, 'all').map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  it('The plan tree includes derived plans of rooms that are not loaded', () => {
    const base = calendarPlan('1');
    const elsewhere = calendarPlan('2', { roomId: '9' as RoomId, derivedFromId: base.id });
    const calendars = new RoomCalendars();
    calendars.add(roomCalendar({ plans: [base], dates: [] }));
    calendars.addPlan(elsewhere);
    expect(calendars.treeOf('1' as RoomId, 'all')).toEqual([base, elsewhere]);
    expect(calendars.treeOf('9' as RoomId, 'all')).toEqual([]);
  });
});
