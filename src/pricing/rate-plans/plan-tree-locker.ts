import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarRequest, LoadOptions } from '../../calendar/calendar-loader';
import { CalendarStore } from '../../calendar/calendar-store';
import type { LoadedCalendars } from '../../calendar/loaded-calendars';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { RatePlanRepository } from './rate-plan.repository';

/** The plans of a change. */
interface ChangedPlans {
  /** The room of a new plan. */
  roomId?: RoomId;
  ratePlanIds?: readonly RatePlanId[];
  /** The new parent of the plan. */
  parentId?: RatePlanId;
}

/** The part of the calendars to load with the rooms. */
type Days = Pick<CalendarRequest, 'dates' | 'withRestrictions'>;

/** Finds and locks the rooms that a change of rate plans affects. */
@Injectable()
export class PlanTreeLocker {
  constructor(
    private readonly store: CalendarStore,
    private readonly ratePlans: RatePlanRepository,
  ) {}

  /**
   * Locks the rooms of plans, of all plans below them, of their parents and of a new parent, in the order of their ids.
   * The rooms are known only from the plans, so it reads the plans again under the locks.
   */
  async lock(manager: EntityManager, changed: ChangedPlans): Promise<LoadedCalendars> {
    for (;;) {
      const found = await this.load(manager, changed, { dates: [] }, { withoutLocks: true });
      const roomIds = found.calendars.all.map(({ roomId }) => roomId);
      const loaded = await this.load(manager, changed, { dates: [] }, { roomIds });
      const requests = await this.requestsOf(manager, changed);
      const isLocked = (roomId: RoomId) => loaded.calendars.find(roomId) !== undefined;
      if (requests.every(({ roomId }) => roomId === changed.roomId || isLocked(roomId))) return loaded;
    }
  }

  /** Loads the calendars of these rooms. */
  async load(
    manager: EntityManager,
    changed: ChangedPlans,
    days: Days,
    options?: LoadOptions,
  ): Promise<LoadedCalendars> {
    const requests = await this.requestsOf(manager, changed);
    return this.store.load(
      manager,
      requests.map((request) => ({ ...request, ...days })),
      options,
    );
  }

  private async requestsOf(
    manager: EntityManager,
    { roomId, ratePlanIds = [], parentId }: ChangedPlans,
  ): Promise<Pick<CalendarRequest, 'roomId' | 'roots'>[]> {
    const plans = await this.ratePlans.findAll(manager, ratePlanIds);
    const parentIds = [...plans.map((plan) => plan.derivedFromId), parentId].flatMap((id) => id ?? []);
    const parents = await this.ratePlans.findAll(manager, parentIds);
    return [
      ...(roomId ? [{ roomId, roots: [] }] : []),
      ...plans.map((plan) => ({ roomId: plan.roomId, roots: [plan.id] })),
      ...parents.map((parent) => ({ roomId: parent.roomId, roots: [] })),
    ];
  }
}
