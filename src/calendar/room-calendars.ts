import type { RatePlanId, RoomId } from '../platform/database/id';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { CalendarPlan } from './calendar-plan';
import type { CellPrice } from './cell';
import type { RoomCalendar } from './room-calendar';
import type { RoomChange } from './room-change';
import { NO_RECORD } from './cell';

/** The plans of a room whose trees are needed; an empty list means the room alone. */
export type PlanSelection = readonly RatePlanId[] | 'all';

/** The calendars of the loaded rooms, and the plans that link them. */
export class RoomCalendars {
  private readonly rooms = new Map<RoomId, RoomCalendar>();
  private readonly plans = new Map<RatePlanId, CalendarPlan>();
  private readonly children = new Map<RatePlanId, Set<CalendarPlan>>();

  /** Adds a room, or replaces its earlier calendar. */
  add(calendar: RoomCalendar): void {
    this.rooms.set(calendar.roomId, calendar);
    calendar.room.plans.forEach((plan) => this.addPlan(plan));
  }

  /** Adds a plan whose room may not be loaded; it derives from a plan of a loaded room. */
  addPlan(plan: CalendarPlan): void {
    const known = this.plans.get(plan.id);
    if (known?.derivedFromId) this.children.get(known.derivedFromId)?.delete(known);
    this.plans.set(plan.id, plan);
    if (!plan.derivedFromId) return;
    const siblings = this.children.get(plan.derivedFromId) ?? new Set();
    this.children.set(plan.derivedFromId, siblings.add(plan));
  }

  get all(): RoomCalendar[] {
    return [...this.rooms.values()];
  }

  /** @returns undefined if the room does not exist */
  find(roomId: RoomId): RoomCalendar | undefined {
    return this.rooms.get(roomId);
  }

  /** @throws Error if the room was not loaded */
  get(roomId: RoomId): RoomCalendar {
    const calendar = this.rooms.get(roomId);
    if (!calendar) throw new Error(`Room ${roomId} was not loaded`);
    return calendar;
  }

  plan(ratePlanId: RatePlanId): CalendarPlan | undefined {
    return this.plans.get(ratePlanId);
  }

  /** Returns the price of a plan; NO_RECORD also if its room was not loaded. */
  priceOf({ id, roomId }: Pick<CalendarPlan, 'id' | 'roomId'>, date: CalendarDate): CellPrice {
    const calendar = this.rooms.get(roomId);
    return calendar?.has(id) ? calendar.priceOf(id, date) : NO_RECORD;
  }

  /** Returns plans and all their descendants, each after its parent. @param plans plans of loaded rooms */
  treeBelow(plans: readonly CalendarPlan[]): CalendarPlan[] {
    // Plans are compared by id, because a room and the room of a parent may each have an object for the same plan.
    const seen = new Set<RatePlanId>();
    const childrenFirst: CalendarPlan[] = [];
    const visit = (plan: CalendarPlan) => {
      if (seen.has(plan.id)) return;
      seen.add(plan.id);
      this.children.get(plan.id)?.forEach(visit);
      childrenFirst.push(plan);
    };
    plans.forEach(visit);
    return childrenFirst.reverse();
  }

  /**
   * Returns the trees of some plans of a room, or of all its plans; none if the room or the plans are
   * missing.
   */
  treeOf(roomId: RoomId, planIds: PlanSelection): CalendarPlan[] {
    const plans = this.rooms.get(roomId)?.room.plans ?? [];
    return this.treeBelow(planIds === 'all' ? plans : plans.filter(({ id }) => planIds.includes(id)));
  }

  /** Returns a room and the rooms of the trees of its plans, without duplicates. */
  roomsOf(roomId: RoomId, planIds: PlanSelection): RoomId[] {
    return [...new Set([roomId, ...this.treeOf(roomId, planIds).map((plan) => plan.roomId)])];
  }

  /** Returns the changes in all rooms since the last call, in the order of the rooms' ids. */
  takeChanges(): RoomChange[] {
    return this.all.flatMap((calendar) => calendar.takeChange() ?? []);
  }
}
