import type { RoomChange } from '../../calendar/room-change';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { byNumber } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { CallResult, Changes, JournaledCall } from './journaled-call';

/**
 * The kind of a change to a room. `ratePlan` and `room` include the prices that changed with them; `restrictions` without
 * plans is about the whole room.
 */
export const CHANGE_KINDS = ['inventory', 'prices', 'restrictions', 'room', 'ratePlan'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A room that a transaction has changed, as an item of the feed of changes. */
export interface ChangedRoom {
  roomId: RoomId;
  kind: ChangeKind;
  /** The plans that have changed, or whose prices have. */
  ratePlanIds: RatePlanId[];
  /** The first and the last changed date; null if nothing by date has changed. */
  from: CalendarDate | null;
  to: CalendarDate | null;
}

/**
 * Returns the changes of a call for the feed of changes: one item for each room, in the order of their ids. A room has a
 * second item if restrictions changed together with prices or rooms left.
 */
export function changedRoomsOf(
  { operation, roomId, ratePlanId }: JournaledCall,
  { changes, closed }: CallResult,
  calendarChanges: readonly RoomChange[],
): ChangedRoom[] {
  if (roomId && closed) {
    return [{ roomId, kind: 'restrictions', ratePlanIds: ratePlanId ? [ratePlanId] : [], ...closed }];
  }
  const restricted = calendarChanges.flatMap((change) => restrictionsOf(change) ?? []);
  const rooms = new Map(
    calendarChanges.flatMap((change) => {
      const room = valuesOf(change);
      return room ? [[change.roomId, room] as const] : [];
    }),
  );
  if (roomId && Object.keys(changes ?? {}).length > 0) {
    const room = rooms.get(roomId) ?? { roomId, kind: 'room', ratePlanIds: [], from: null, to: null };
    const plans = operation === 'changeRatePlans' ? plansOf(changes) : ratePlanId ? [ratePlanId] : [];
    room.kind = plans.length > 0 ? 'ratePlan' : 'room';
    room.ratePlanIds = [...new Set([...room.ratePlanIds, ...plans])];
    rooms.set(roomId, room);
  }
  const changed = [...rooms.values(), ...restricted].sort((one, other) => byNumber(one.roomId, other.roomId));
  for (const room of changed) room.ratePlanIds.sort(byNumber);
  return changed;
}

const NOTHING_CREATED: Pick<RoomChange, 'prices' | 'ratePlanIds'> = { prices: [], ratePlanIds: [] };

/** Returns the plans that were changed together. */
function plansOf(changes: Changes | undefined): RatePlanId[] {
  return Object.keys(changes ?? {}) as RatePlanId[];
}

/** Returns the item about prices or rooms left; undefined if a change is about restrictions alone. */
function valuesOf(change: RoomChange): ChangedRoom | undefined {
  const { roomId, isInventory, hasPrices, roomsLeft, ratePlanIds, prices } = change;
  // Records without a price are then part of the item about the restrictions.
  if (!isInventory && !hasPrices && restrictionsOf(change)) return undefined;
  const [from, to] = rangeOf([...datesOf(roomsLeft), ...datesOf(prices)]);
  return { roomId, kind: isInventory ? 'inventory' : 'prices', ratePlanIds: [...ratePlanIds], from, to };
}

/** Returns the item about restrictions, with the records that were created for them. */
function restrictionsOf(change: RoomChange): ChangedRoom | undefined {
  const { roomId, isInventory, hasPrices, restrictedDates, restrictedPlanIds, restrictions } = change;
  const dates = [...restrictedDates, ...datesOf(restrictions)];
  if (dates.length === 0) return undefined;
  const created = isInventory || hasPrices ? NOTHING_CREATED : change;
  const [from, to] = rangeOf([...dates, ...datesOf(created.prices)]);
  const ratePlanIds = [...new Set([...restrictedPlanIds, ...created.ratePlanIds])];
  return { roomId, kind: 'restrictions', ratePlanIds, from, to };
}

function datesOf(days: readonly { date: CalendarDate }[]): CalendarDate[] {
  return days.map(({ date }) => date);
}

function rangeOf(dates: readonly CalendarDate[]): [CalendarDate | null, CalendarDate | null] {
  let [from, to]: [CalendarDate | null, CalendarDate | null] = [null, null];
  for (const date of dates) {
    if (from === null || date < from) from = date;
    if (to === null || date > to) to = date;
  }
  return [from, to];
}
