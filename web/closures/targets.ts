import type { CalendarRoom, Closure, List, RatePlan } from '../api-types';
import { readAll } from '../read-all';

const ITEMS_A_PAGE = 200;

/** The part of the API that is needed here. Tests give another one. */
interface Reader {
  get<T>(path: string, query: Record<string, string | number | undefined>): Promise<T>;
}

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
 * Reads the plans that derive from the targets, directly or through others, in any room. Targets and plans of closed
 * rooms are not among them.
 */
export async function readDerived(api: Reader, targets: ClosureTarget[]): Promise<ClosureTarget[]> {
  const found = new Map<string, ClosureTarget>();
  for (const { ratePlanId } of targets) {
    // The plans below a found plan are found already.
    if (ratePlanId === null || found.has(ratePlanId)) continue;
    const read = (cursor: string | undefined) =>
      api.get<List<RatePlan>>('ratePlans', { derivedFrom: ratePlanId, limit: ITEMS_A_PAGE, cursor });
    for (const { id, roomId } of await readAll(read, Infinity)) found.set(id, { roomId, ratePlanId: id });
  }
  const isClosed = ({ roomId, ratePlanId }: ClosureTarget) =>
    targets.some((target) => target.roomId === roomId && [null, ratePlanId].includes(target.ratePlanId));
  return [...found.values()].filter((target) => !isClosed(target));
}

/** Whether an open closure has the same target, dates and reason. */
export async function isClosed(
  api: Reader,
  { roomId, ratePlanId, from, to, reason }: Pick<Closure, 'roomId' | 'ratePlanId' | 'from' | 'to' | 'reason'>,
): Promise<boolean> {
  const query = { roomId, open: 'true', limit: ITEMS_A_PAGE };
  const read = (cursor: string | undefined) => api.get<List<Closure>>('closures', { ...query, cursor });
  return (await readAll(read, Infinity)).some(
    (closure) =>
      closure.ratePlanId === ratePlanId &&
      closure.from === from &&
      closure.to === to &&
      closure.reason === reason,
  );
}
