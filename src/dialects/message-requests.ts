import type { CalendarRequest } from '../calendar/calendar-loader';
import type { RatePlanId, RoomId } from '../platform/database/id';
import { byNumber } from '../platform/database/id';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { DateSpread } from './date-spread';
import type { MessagePart } from './message';

/**
 * Returns a request for each room of a message, in the order of their ids. All have the same dates, because a plan may
 * derive from one in another room of the message.
 */
export function requestsOf(parts: readonly MessagePart[], spread: DateSpread): CalendarRequest[] {
  const ranges = new Set(parts.map(({ from, to }) => spread.rangeOf(from, to)));
  const dates = new Set<CalendarDate>();
  for (const range of ranges)
    for (let index = range.start; index < range.end; index++) dates.add(range.dates[index] as CalendarDate);
  const sorted = [...dates].sort();
  const plans = new Map<RoomId, Set<RatePlanId>>();
  const withAllPlans = new Set<RoomId>();
  const withRoomsLeft = new Set<RoomId>();
  for (const { roomId, ratePlanId, roomsLeft, restrictions } of parts) {
    let ofRoom = plans.get(roomId);
    if (!ofRoom) plans.set(roomId, (ofRoom = new Set()));
    if (ratePlanId !== null) ofRoom.add(ratePlanId);
    if (roomsLeft !== undefined) withRoomsLeft.add(roomId);
    if (roomsLeft !== undefined || (ratePlanId === null && restrictions)) withAllPlans.add(roomId);
  }
  const withRestrictions = parts.some(({ restrictions }) => restrictions !== undefined);
  return [...plans.keys()].sort(byNumber).map((roomId) => ({
    roomId,
    planIds: withAllPlans.has(roomId) ? 'all' : [...(plans.get(roomId) ?? [])],
    dates: sorted,
    withRestrictions,
    // Rooms left concern all plans of the room.
    withParents: withRoomsLeft.has(roomId),
  }));
}
