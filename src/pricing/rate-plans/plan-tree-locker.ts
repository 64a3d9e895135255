import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarRequest } from '../../calendar/calendar-loader';
import { CalendarStore } from '../../calendar/calendar-store';
import type { LoadedCalendars } from '../../calendar/loaded-calendars';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { RatePlanRepository } from './rate-plan.repository';

/** The plan that a change is about. */
export interface ChangedPlan {
  /** The room of a new plan. */
  roomId?: RoomId;
  ratePlanId?: RatePlanId;
  /** The new parent of the plan. */
  parentId?: RatePlanId;
}

/** Locks the rooms that a change of a rate plan affects. */
@Injectable()
export class PlanTreeLocker {
  constructor(
    private readonly store: CalendarStore,
    private readonly ratePlans: RatePlanRepository,
  ) {}

  /**
   * Locks the rooms of a plan, of all plans below it, of its parent and of its new parent.
   * Only the plans name these rooms, so it reads the plans again under the locks.
   */
  async lock(manager: EntityManager, changed: ChangedPlan): Promise<LoadedCalendars> {
    for (;;) {
      const loaded = await this.store.load(manager, await this.requestsOf(manager, changed));
      const requests = await this.requestsOf(manager, changed);
      const isLocked = (roomId: RoomId) => loaded.calendars.find(roomId) !== undefined;
      if (requests.every(({ roomId }) => roomId === changed.roomId || isLocked(roomId))) return loaded;
    }
  }

  private async requestsOf(
    manager: EntityManager,
    { roomId, ratePlanId, parentId }: ChangedPlan,
  ): Promise<CalendarRequest[]> {
    const plan = ratePlanId && (await this.ratePlans.find(manager, ratePlanId));
    const parentIds = [plan ? plan.derivedFromId : null, parentId].flatMap((id) => id ?? []);
    const parents = parentIds.length > 0 ? await this.ratePlans.findAll(manager, parentIds) : [];
    return [
      ...(roomId ? [{ roomId, roots: [], dates: [] }] : []),
      ...(plan ? [{ roomId: plan.roomId, roots: [plan.id], dates: [] }] : []),
      ...parents.map((parent) => ({ roomId: parent.roomId, roots: [], dates: [] })),
    ];
  }
}
