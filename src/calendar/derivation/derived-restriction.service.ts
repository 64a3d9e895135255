import { Injectable } from '@nestjs/common';
import type { RatePlanId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { CalendarPlan, LinkedPlan } from '../calendar-plan';
import type { RestrictionName } from '../restrictions';
import { RESTRICTIONS } from '../restrictions';
import { NO_RECORD } from '../cell';
import type { RoomCalendars } from '../room-calendars';
import type { KeptDates } from './derived-price.service';

type Derived = Pick<LinkedPlan, 'derivedFromId' | 'derivation'>;

/** Returns the restrictions of a derived plan that follow its parent's. */
export function inheritedBy({ derivation }: Pick<LinkedPlan, 'derivation'>): readonly RestrictionName[] {
  return derivation?.inherit ?? RESTRICTIONS;
}

/**
 * Returns the restrictions that a plan inherits by a new derivation and did not inherit before. The plan keeps the
 * others: a restriction that was set on a derived plan stays until that of its parent is set.
 * @param before the plan before the change; null for a new plan
 */
export function newlyInheritedBy(before: Derived | null, after: Derived): readonly RestrictionName[] {
  const inherited = inheritedBy(after);
  if (before?.derivedFromId !== after.derivedFromId) return inherited;
  const earlier = inheritedBy(before);
  return inherited.filter((name) => !earlier.includes(name));
}

/**
 * Copies restrictions to derived plans on calendars in memory.
 * The caller's transaction locks and loads their rooms, and saves the differences.
 */
@Injectable()
export class DerivedRestrictionService {
  /**
   * Copies restrictions to the plans of a tree, whose first plan has a new derivation.
   * @param tree plans, each after its parent; the parent of the first one is loaded as well
   * @param names the restrictions that the first plan newly inherits
   */
  recalculate(
    calendars: RoomCalendars,
    [first, ...below]: readonly CalendarPlan[],
    dates: readonly CalendarDate[],
    names: readonly RestrictionName[],
  ): void {
    const parent = first?.derivedFromId && calendars.plan(first.derivedFromId);
    if (first && parent) this.inherit(calendars, [parent, first, ...below], dates, names);
  }

  /**
   * Copies restrictions from a plan to every plan below it that inherits them. A plan that does not inherit a
   * restriction keeps it, and so do the plans below that plan. It creates missing records.
   * @param tree plans, each after its parent
   * @param kept cells that keep the restrictions; plans below them take theirs
   */
  inherit(
    calendars: RoomCalendars,
    tree: readonly CalendarPlan[],
    dates: readonly CalendarDate[],
    names: readonly RestrictionName[],
    kept: KeptDates = new Map(),
  ): void {
    const [root, ...below] = tree;
    if (!root) return;
    const namesOf = new Map<RatePlanId, readonly RestrictionName[]>([[root.id, names]]);
    for (const plan of below) {
      const ofParent = namesOf.get(plan.derivedFromId as RatePlanId) ?? [];
      const inherited = ofParent.filter((name) => inheritedBy(plan).includes(name));
      namesOf.set(plan.id, inherited);
      const keptDates = kept.get(plan.id);
      const own = keptDates ? dates.filter((date) => !keptDates.has(date)) : dates;
      this.copyFromParent(calendars, plan, own, inherited);
    }
  }

  /** Copies restrictions from the parent of a derived plan, on each date on which the parent has a record. */
  private copyFromParent(
    calendars: RoomCalendars,
    plan: CalendarPlan,
    dates: readonly CalendarDate[],
    names: readonly RestrictionName[],
  ): void {
    if (names.length === 0) return;
    const parent = calendars.plan(plan.derivedFromId as RatePlanId);
    if (!parent) throw new Error(`The parent of rate plan ${plan.id} was not loaded`);
    const [from, to] = [calendars.get(parent.roomId), calendars.get(plan.roomId)];
    for (const date of dates) {
      if (from.priceOf(parent.id, date) === NO_RECORD) continue;
      to.inheritRestrictions(plan.id, date, from.packedOf(parent.id, date), names);
    }
  }
}
