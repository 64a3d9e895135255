import type { CalendarPlan } from '../../src/calendar/calendar-plan';
import type { PackedRestrictions } from '../../src/calendar/restrictions';
import type { CellPrice } from '../../src/calendar/cell';
import { NO_RECORD } from '../../src/calendar/cell';
import { RoomCalendar } from '../../src/calendar/room-calendar';
import type { RatePlanId, RoomId } from '../../src/platform/database/id';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';

/** A rate plan; by default, of room 1 and not derived. */
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
  roomsLeft?: readonly number[];
  occupied?: readonly number[];
  closed?: readonly boolean[];
  /** Prices by plan and day. */
  rows?: CellPrice[][];
  /** Restrictions by plan and day. */
  restrictions?: PackedRestrictions[][];
}

/** The stored calendar of a room; by default, without records. */
export function roomCalendar({ id = '1', plans = [], dates, ...cells }: Stored): RoomCalendar {
  const {
    roomsLeft = dates.map(() => NO_RECORD),
    occupied = dates.map(() => 0),
    closed = [],
    rows = plans.map(() => dates.map(() => NO_RECORD)),
    restrictions = plans.map(() => dates.map(() => 0)),
  } = cells;
  const capacity = { maximumGuests: null, totalRooms: null, adults: null, children: null };
  const room = { id: id as RoomId, propertyName: null, capacity, plans };
  return new RoomCalendar(room, dates as CalendarDate[], {
    roomsLeft,
    occupied,
    closed: dates.map((_, day) => closed[day] ?? false),
    prices: rows,
    restrictions,
  });
}
