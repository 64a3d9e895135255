import type { RoomChange } from '../../calendar/room-calendar';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { byNumber } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { CallResult, JournaledCall } from './journaled-call';

/** The kind of a change to a room. `ratePlan` and `room` include the prices that changed with them. */
export const CHANGE_KINDS = ['inventory', 'prices', 'room', 'ratePlan'] as const;
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
 * Returns the changes of a call for the feed of changes: one item for each room, in the order of their ids.
 */
export function changedRoomsOf(
  { operation, roomId, ratePlanId }: JournaledCall,
  { changes }: CallResult,
  calendarChanges: readonly RoomChange[],
): ChangedRoom[] {
  const rooms = new Map(calendarChanges.map((change) => [change.roomId, changedRoomOf(change)]));
  const isOfHeldPrices = operation === 'releaseHeldPrices' || operation === 'discardHeldPrices';
  if (roomId && !isOfHeldPrices && Object.keys(changes ?? {}).length > 0) {
    const room = rooms.get(roomId) ?? { roomId, kind: 'room', ratePlanIds: [], from: null, to: null };
    room.kind = ratePlanId ? 'ratePlan' : 'room';
    if (ratePlanId && !room.ratePlanIds.includes(ratePlanId)) room.ratePlanIds.push(ratePlanId);
    rooms.set(roomId, room);
  }
  const changed = [...rooms.values()].sort((one, other) => byNumber(one.roomId, other.roomId));
  for (const room of changed) room.ratePlanIds.sort(byNumber);
  return changed;
}

function changedRoomOf({ roomId, isInventory, roomsLeft, ratePlanIds, prices }: RoomChange): ChangedRoom {
  const [from, to] = rangeOf([...roomsLeft, ...prices]);
  const kind = isInventory ? 'inventory' : 'prices';
  return { roomId, kind, ratePlanIds: [...ratePlanIds], from, to };
}

function rangeOf(days: readonly { date: CalendarDate }[]): [CalendarDate | null, CalendarDate | null] {
  let [from, to]: [CalendarDate | null, CalendarDate | null] = [null, null];
  for (const { date } of days) {
    if (from === null || date < from) from = date;
    if (to === null || date > to) to = date;
  }
  return [from, to];
}
