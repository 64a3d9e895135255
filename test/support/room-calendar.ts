import type { CalendarPlan } from '../../src/calendar/calendar-plan';
import type { CellPrice } from '../../src/calendar/room-calendar';
import { NO_RECORD, RoomCalendar } from '../../src/calendar/room-calendar';
import type { RatePlanId, RoomId } from '../../src/platform/database/id';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';

/** A rate plan of room 1 that derives from none, unless a test says something else. */
export function calendarPlan(id: string, plan: Partial<CalendarPlan> = {}): CalendarPlan {
  return {
    id: id as RatePlanId,
    roomId: '1' as RoomId,
    derivedFromId: null,
    derivation: null,
    guard: null,
    hasHeldPrices: false,
    ...plan,
  };
}

interface Stored {
  id?: string;
  plans?: readonly CalendarPlan[];
  dates: readonly string[];
  /** Rooms left by day. */
  totals?: readonly number[];
  occupied?: readonly number[];
  /** Prices by plan and day. */
  rows?: CellPrice[][];
}

/** The calendar of a room as it is stored: without any record, unless a test says something else. */
export function roomCalendar({ id = '1', plans = [], dates, ...cells }: Stored): RoomCalendar {
  const {
    totals = dates.map(() => NO_RECORD),
    occupied = dates.map(() => 0),
    rows = plans.map(() => dates.map(() => NO_RECORD)),
  } = cells;
  const capacity = { maximumGuests: null, totalRooms: null, adults: null, children: null };
  const room = { id: id as RoomId, propertyName: null, capacity, plans };
  return new RoomCalendar(room, dates as CalendarDate[], totals, occupied, rows);
}
