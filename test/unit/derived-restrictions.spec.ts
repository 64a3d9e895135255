import { NO_RECORD } from '../../src/calendar/cell';
import {
  DerivedRestrictionService,
  newlyInheritedBy,
} from '../../src/calendar/derivation/derived-restriction.service';
import { RESTRICTIONS, withRestriction } from '../../src/calendar/restrictions';
import { RoomCalendars } from '../../src/calendar/room-calendars';
import type { RatePlanId, RoomId } from '../../src/platform/database/id';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { derivation } from '../support/records';
import { calendarPlan, roomCalendar } from '../support/room-calendar';

const DATES = ['2026-12-07', '2026-12-08'] as CalendarDate[];
const [MON, TUE] = DATES as [CalendarDate, CalendarDate];

describe('restrictions that derived plans inherit', () => {
  const service = new DerivedRestrictionService();
  const BASE = calendarPlan('11');
  const child = (id: string, parentId: RatePlanId, inherit?: 'stopSell'[]) =>
    calendarPlan(id, {
      roomId: '2' as RoomId,
      derivedFromId: parentId,
      derivation: { ...derivation({ steps: [] }), ...(inherit && { inherit }) },
    });
  const CLOSED = withRestriction(0, 'stopSell', 1);
  const BOTH = withRestriction(CLOSED, 'maxStay', 7);
  let calendars: RoomCalendars;

  /** The base has both restrictions on Monday, and no record on Tuesday. The plans below it are in another room. */
  function store(...below: ReturnType<typeof child>[]): void {
    calendars = new RoomCalendars();
    calendars.add(
      roomCalendar({ plans: [BASE], dates: DATES, rows: [[100, NO_RECORD]], restrictions: [[BOTH, 0]] }),
    );
    calendars.add(roomCalendar({ id: '2', plans: below, dates: DATES }));
  }
  const restrictionsOf = ({ id, roomId }: typeof BASE) =>
    DATES.map((date) => calendars.get(roomId).packedOf(id, date));

  it('A plan with a new derivation takes all restrictions of its parent, on dates with a record of the parent', () => {
    const first = child('12', BASE.id);
    store(first);
    service.recalculate(calendars, [first], DATES, RESTRICTIONS);
    expect(restrictionsOf(first)).toEqual([BOTH, 0]);
    expect(calendars.get('2' as RoomId).priceOf(first.id, TUE)).toBe(NO_RECORD);
  });

  it('Recalculation changes nothing without a plan, without a parent, and with a parent that is not known', () => {
    const first = child('12', '99' as RatePlanId);
    store(first);
    for (const tree of [[], [BASE], [first]]) service.recalculate(calendars, tree, DATES, RESTRICTIONS);
    expect(calendars.takeChanges()).toEqual([]);
  });

  it('A changed rule copies only restrictions that the plan did not inherit before', () => {
    const [stopSell, all] = [child('12', BASE.id, ['stopSell']), child('12', BASE.id)];
    expect(newlyInheritedBy(stopSell, all)).toEqual(RESTRICTIONS.filter((name) => name !== 'stopSell'));
    expect(newlyInheritedBy(all, stopSell)).toEqual([]);
    expect(newlyInheritedBy(null, stopSell)).toEqual(['stopSell']);
    expect(newlyInheritedBy(child('12', '99' as RatePlanId), all)).toEqual(RESTRICTIONS);
  });

  it('A plan below takes only what its parent has inherited', () => {
    const [first, below] = [child('12', BASE.id, ['stopSell']), child('13', '12' as RatePlanId)];
    store(first, below);
    service.inherit(calendars, [BASE, first, below], DATES, RESTRICTIONS);
    expect([restrictionsOf(first), restrictionsOf(below)]).toEqual([
      [CLOSED, 0],
      [CLOSED, 0],
    ]);
  });

  it('Inheritance leaves the restrictions of a cell that is to be kept', () => {
    const first = child('12', BASE.id);
    store(first);
    service.inherit(
      calendars,
      [BASE, first],
      DATES,
      RESTRICTIONS,
      new Map([[first.id, new Set<CalendarDate>([MON])]]),
    );
    expect(restrictionsOf(first)).toEqual([0, 0]);
  });

  it('Inheritance fails for a plan whose parent is not loaded', () => {
    const first = child('12', BASE.id);
    store(first);
    const alone = new RoomCalendars();
    alone.add(calendars.get('2' as RoomId));
    expect(() => {
      service.inherit(alone, [BASE, first], DATES, RESTRICTIONS);
    }).toThrow('The parent of rate plan 12 was not loaded');
  });
});
