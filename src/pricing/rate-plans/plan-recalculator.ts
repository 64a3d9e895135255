import { BadRequestException, Injectable } from '@nestjs/common';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LinkedPlan } from '../../calendar/calendar-plan';
import { DerivedPriceService } from '../../calendar/derivation/derived-price.service';
import { DerivedRestrictionService } from '../../calendar/derivation/derived-restriction.service';
import type { RestrictionName } from '../../calendar/restrictions';
import type { RoomCalendars } from '../../calendar/room-calendars';
import type { RatePlanId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { conflict } from '../../platform/http/problem';
import type { OnProgress } from '../../platform/http/request-context';

/** A new rule of a plan, and the parent that it applies to. */
export interface NewDerivation extends Pick<LinkedPlan, 'derivedFromId' | 'derivation'> {
  /** The restrictions that the plan did not inherit before. */
  newlyInherited: readonly RestrictionName[];
}

/** Recalculates prices and restrictions by changed derivations, on calendars in memory. The caller saves them. */
@Injectable()
export class PlanRecalculator {
  constructor(
    private readonly derivedPrices: DerivedPriceService,
    private readonly derivedRestrictions: DerivedRestrictionService,
  ) {}

  /**
   * Recalculates plans with new derivations and every plan below them, on each date on which their parent has a record.
   * It creates missing records. If a parent's price is not set, the derived price becomes "not set". The plans keep the
   * restrictions that they inherited already.
   * @param calendars the plans with their trees and parents, on these dates
   * @param onProgress counts the plans
   * @throws ProblemException 409 if a derived price is too large to store
   */
  async recalculate(
    calendars: RoomCalendars,
    derivations: ReadonlyMap<RatePlanId, NewDerivation>,
    dates: CalendarDate[],
    onProgress?: OnProgress,
  ): Promise<void> {
    const roots = [...derivations].flatMap(([id, { derivedFromId, derivation }]) => {
      const plan = calendars.plan(id);
      if (!plan) return [];
      const changed = { ...plan, derivedFromId, derivation };
      calendars.addPlan(changed);
      return [changed];
    });
    const tree = calendars.treeBelow(roots);
    try {
      for (const [index, plan] of tree.entries()) {
        onProgress?.(index, tree.length);
        // Each plan takes about a millisecond. The pause lets other calls run in between.
        await nextTurn();
        this.derivedPrices.recalculatePlan(calendars, plan, dates);
      }
      for (const plan of tree) {
        const newlyInherited = derivations.get(plan.id)?.newlyInherited ?? [];
        if (newlyInherited.length === 0) continue;
        await nextTurn();
        this.derivedRestrictions.recalculate(calendars, calendars.treeBelow([plan]), dates, newlyInherited);
      }
    } catch (error) {
      throw error instanceof BadRequestException ? conflict(error.message) : error;
    }
  }
}
