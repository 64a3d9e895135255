import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarRequest, LoadOptions } from '../../calendar/calendar-loader';
import { CalendarStore } from '../../calendar/calendar-store';
import type { LoadedCalendars } from '../../calendar/loaded-calendars';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { RatePlanRepository } from './rate-plan.repository';

interface ChangedPlans {
  /** The room of a new plan. */
  roomId?: RoomId;
  ratePlanIds?: readonly RatePlanId[];
  /** The new parent of the plan. */
  parentId?: RatePlanId;
}

/** The part of the calendars to load with the rooms. */
type Days = Pick<CalendarRequest, 'dates' | 'withRestrictions'>;

const NO_DAYS: Days = { dates: [] };

/**
 * Finds, locks and loads the rooms that a change of rate plans affects: those of the plans, of all plans below them, and
 * of their parents.
 */
@Injectable()
export class PlanTrees {
  constructor(
    private readonly store: CalendarStore,
    private readonly ratePlans: RatePlanRepository,
  ) {}

  /** Finds the rooms without locking them, so nothing may be saved. */
  find(manager: EntityManager, changed: ChangedPlans, days: Days = NO_DAYS): Promise<LoadedCalendars> {
    return this.load(manager, changed, days, { withoutLocks: true });
  }

  /**
   * Locks the rooms in the order of their ids, and loads some of their days. The rooms are known only from the plans, so it
   * reads the plans again under the locks.
   * @param found the rooms as `find` has returned them
   */
  async lock(
    manager: EntityManager,
    changed: ChangedPlans,
    days: Days = NO_DAYS,
    found?: LoadedCalendars,
  ): Promise<LoadedCalendars> {
    for (;;) {
      const { calendars } = found ?? (await this.find(manager, changed));
      const reachedRoomIds = calendars.all.map(({ roomId }) => roomId);
      const loaded = await this.load(manager, changed, { ...days, reachedRoomIds });
      const requests = await this.requestsOf(manager, changed);
      const isLocked = (roomId: RoomId) => loaded.calendars.find(roomId) !== undefined;
      if (requests.every(({ roomId }) => roomId === changed.roomId || isLocked(roomId))) return loaded;
      found = undefined;
    }
  }

  private async load(
    manager: EntityManager,
    changed: ChangedPlans,
    needs: Days & Pick<CalendarRequest, 'reachedRoomIds'>,
    options?: LoadOptions,
  ): Promise<LoadedCalendars> {
    const requests = await this.requestsOf(manager, changed);
    return this.store.load(
      manager,
      requests.map((request) => ({ ...request, ...needs })),
      options,
    );
  }

  private async requestsOf(
    manager: EntityManager,
    { roomId, ratePlanIds = [], parentId }: ChangedPlans,
  ): Promise<Pick<CalendarRequest, 'roomId' | 'planIds'>[]> {
    const plans = await this.ratePlans.findAll(manager, ratePlanIds);
    const parentIds = [...plans.map((plan) => plan.derivedFromId), parentId].flatMap((id) => id ?? []);
    const parents = await this.ratePlans.findAll(manager, parentIds);
    return [
      ...(roomId ? [{ roomId, planIds: [] }] : []),
      ...plans.map((plan) => ({ roomId: plan.roomId, planIds: [plan.id] })),
      ...parents.map((parent) => ({ roomId: parent.roomId, planIds: [] })),
    ];
  }
}
