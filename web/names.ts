import type { Api } from './api';
import type { RatePlan, Room } from './api-types';

const KEPT_MS = 60_000;

/** The names of a room and of its plans, by their ids. */
export interface NamedRoom {
  room: string;
  hotel: string | null;
  plans: Map<string, RatePlan>;
}

interface Known {
  until: number;
  /** Undefined while it is loading, null if there is none. */
  named: NamedRoom | null | undefined;
  loading: Promise<void>;
}

/** The names of hotels, rooms and plans by their ids. Each room is asked for once a minute at most. */
export class Names {
  private readonly rooms = new Map<string, Known>();
  private readonly roomOfPlan = new Map<string, Promise<string | null>>();

  constructor(private readonly api: Api) {}

  /** The room, if it is known already. */
  get(roomId: string): NamedRoom | null | undefined {
    return this.rooms.get(roomId)?.named;
  }

  /** Loads the rooms that are not known yet. */
  load(roomId: string): Promise<void> {
    const known = this.rooms.get(roomId);
    if (known && known.until > Date.now()) return known.loading;
    const entry: Known = {
      until: Date.now() + KEPT_MS,
      named: known?.named,
      loading: this.api.get<Room>(`rooms/${roomId}`).then(
        (room) => {
          entry.named = named(room);
        },
        () => {
          entry.named ??= null;
        },
      ),
    };
    this.rooms.set(roomId, entry);
    return entry.loading;
  }

  /** The room of a plan; null if there is no such plan. */
  findRoom(ratePlanId: string): Promise<string | null> {
    let found = this.roomOfPlan.get(ratePlanId);
    if (!found) {
      found = this.api.get<RatePlan>(`ratePlans/${ratePlanId}`).then(
        ({ roomId }) => roomId,
        () => null,
      );
      this.roomOfPlan.set(ratePlanId, found);
    }
    return found;
  }

  /** Marks all names as outdated, after something was renamed, created or deleted. */
  forget(): void {
    for (const known of this.rooms.values()) known.until = 0;
    this.roomOfPlan.clear();
  }

  /** Adds rooms that were loaded for another reason. */
  learn(rooms: Room[]): void {
    for (const room of rooms) {
      const entry = { until: Date.now() + KEPT_MS, named: named(room), loading: Promise.resolve() };
      this.rooms.set(room.id, entry);
    }
  }
}

function named({ name, propertyName, ratePlans }: Room): NamedRoom {
  return { room: name, hotel: propertyName, plans: new Map(ratePlans.map((plan) => [plan.id, plan])) };
}

/** "Hotel · Room · Plan" as text, with an id in place of an unknown name. */
export function placeText(
  of: NamedRoom | null | undefined,
  roomId: string | null,
  ratePlanId: string | null,
): string {
  const parts = [
    of?.hotel,
    roomId === null ? null : (of?.room ?? `Room ${roomId}`),
    ratePlanId === null ? null : (of?.plans.get(ratePlanId)?.name ?? `Rate plan ${ratePlanId}`),
  ];
  return parts.filter((part) => part !== null && part !== undefined).join(' · ');
}
