import type { CalendarRoom } from '../api-types';

/** A room or a plan to close for sale. */
export interface ClosureTarget {
  roomId: string;
  ratePlanId: string | null;
}

/**
 * Returns the targets for selected rows of the calendar. A room closes all of its plans, so they are not listed beside
 * it.
 */
export function targetsOf(rooms: CalendarRoom[], rows: string[]): ClosureTarget[] {
  const chosen = new Set(rows);
  return rooms.flatMap(({ roomId, ratePlans }): ClosureTarget[] => {
    if (chosen.has(`r${roomId}`)) return [{ roomId, ratePlanId: null }];
    return ratePlans.flatMap(({ id }) => (chosen.has(id) ? [{ roomId, ratePlanId: id }] : []));
  });
}

/**
 * Returns the plans that derive from the targets, directly or through others, without the targets. They may belong to
 * other rooms. Plans that the calendar does not show are missing.
 */
export function derivedTargets(rooms: CalendarRoom[], targets: ClosureTarget[]): ClosureTarget[] {
  const chosen = new Set(targets.flatMap(({ ratePlanId }) => ratePlanId ?? []));
  const closedRooms = new Set(targets.flatMap((target) => (target.ratePlanId ? [] : target.roomId)));
  const plans = rooms
    .filter(({ roomId }) => !closedRooms.has(roomId))
    .flatMap(({ roomId, ratePlans }) => ratePlans.map((plan) => ({ roomId, ...plan })));
  const reached = new Set(chosen);
  let size = 0;
  while (reached.size > size) {
    size = reached.size;
    for (const { id, derivedFrom } of plans)
      if (derivedFrom !== null && reached.has(derivedFrom)) reached.add(id);
  }
  return plans.flatMap(({ roomId, id }) =>
    reached.has(id) && !chosen.has(id) ? [{ roomId, ratePlanId: id }] : [],
  );
}
