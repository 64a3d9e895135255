import type { RatePlanId } from '../platform/database/id';
import { byNumber } from '../platform/database/id';
import type { PastChange } from '../push/journal/past-change';
import { oldValues } from '../push/journal/past-change';
import type { RatePlanOfRoom, RoomView } from './room.dto';

/** Returns a room before a change of it or of one of its plans; undefined if it did not exist. */
export function roomBefore(room: RoomView, change: PastChange): RoomView | undefined {
  const { operation, ratePlanId, changes } = change;
  if (operation === 'createRoom') return undefined;
  if (ratePlanId === null && operation !== 'changeRatePlans') return oldValues(room, changes);
  if (operation === 'deleteRatePlan' && ratePlanId !== null) {
    const none = { name: '', currency: '', derivation: null, guard: null };
    const deleted = oldValues({ id: ratePlanId, roomId: room.id, ...none }, changes);
    const ratePlans = [...room.ratePlans, deleted].sort((one, other) =>
      byNumber(one.id as RatePlanId, other.id as RatePlanId),
    );
    return Object.assign({}, room, { ratePlans });
  }
  const ratePlans = room.ratePlans.flatMap((plan) => ratePlanBefore(plan, change) ?? []);
  return Object.assign({}, room, { ratePlans });
}

/** Returns a rate plan before a change of it or of another plan; undefined if it did not exist. */
export function ratePlanBefore<Plan extends RatePlanOfRoom>(
  plan: Plan,
  { operation, ratePlanId, changes }: PastChange,
): Plan | undefined {
  if (operation === 'changeRatePlans') {
    const fields = changes[plan.id];
    return fields ? Object.assign({}, plan, fields.from) : plan;
  }
  if (ratePlanId !== plan.id) return plan;
  return operation === 'createRatePlan' ? undefined : oldValues(plan, changes);
}
