import { groupBy } from '../../calendar/group-by';
import type { RoomToRead } from '../../calendar/loaded-room';
import type { RoomId } from '../../platform/database/id';
import type { Derivations } from './page-room-json';
import type { ShownPlan, ShownRoom } from './shown-room';

/** A room whose cells are read. */
export type RoomWithPlans = Omit<RoomToRead, 'plans'> & { plans: readonly ShownPlan[] };

/** The rooms of a page, and the other rooms with a plan from which one of their plans derives. Each room is read once. */
export class RoomsToRead {
  private readonly rooms: ReadonlyMap<RoomId, RoomWithPlans>;
  private readonly taken = new Set<RoomId>();

  /** @param plans the plans of the rooms, and their ancestors */
  constructor(
    ofPage: readonly ShownRoom[],
    private readonly plans: Derivations['plans'],
  ) {
    const others = [...groupBy([...plans.values()], ({ roomId }) => roomId)].map(([id, ofRoom]) => ({
      id,
      plans: ofRoom,
      began: ofRoom[0]?.roomBegan,
    }));
    // Only some plans of another room may be known.
    this.rooms = new Map<RoomId, RoomWithPlans>([...others, ...ofPage].map((room) => [room.id, room]));
  }

  /** Returns some rooms of the page, and the rooms of their plans' parents, except rooms that it returned before. */
  take(batch: readonly ShownRoom[]): RoomWithPlans[] {
    const wanted = batch.flatMap(({ id, plans }) => [
      id,
      ...plans.flatMap((plan) => this.roomOfParent(plan)),
    ]);
    const ids = [...new Set(wanted)].filter((id) => !this.taken.has(id));
    for (const id of ids) this.taken.add(id);
    return ids.flatMap((id) => this.rooms.get(id) ?? []);
  }

  private roomOfParent({ derivedFromId }: ShownPlan): RoomId[] {
    const parent = derivedFromId && this.plans.get(derivedFromId);
    return parent ? [parent.roomId] : [];
  }
}
