import type { RoomChange } from './room-change';
import type { RoomCalendars } from './room-calendars';
import type { RatePlanId, RoomId } from '../platform/database/id';

/**
 * Returns which room of a call caused the change of a room: the changed room itself, or the room with an ancestor of its
 * derived plans.
 * @param rooms the rooms of the call
 */
export function roomBehind(
  calendars: RoomCalendars,
  {
    roomId,
    ratePlanIds,
    restrictedPlanIds,
  }: Pick<RoomChange, 'roomId' | 'ratePlanIds' | 'restrictedPlanIds'>,
  rooms: ReadonlyMap<RoomId, unknown>,
): RoomId {
  if (rooms.has(roomId)) return roomId;
  let ratePlanId: RatePlanId | null | undefined = ratePlanIds[0] ?? restrictedPlanIds[0];
  while (ratePlanId) {
    const plan = calendars.plan(ratePlanId);
    if (plan && rooms.has(plan.roomId)) return plan.roomId;
    ratePlanId = plan?.derivedFromId;
  }
  const [first] = rooms.keys();
  return first ?? roomId;
}
