import { BadRequestException, Injectable } from '@nestjs/common';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import type { LoadOptions } from '../../calendar/calendar-loader';
import type { CalendarPlan } from '../../calendar/calendar-plan';
import { DerivedPriceService } from '../../calendar/derivation/derived-price.service';
import { DerivedRestrictionService } from '../../calendar/derivation/derived-restriction.service';
import type { Derivation } from '../../calendar/derivation/price-derivation';
import type { LoadedCalendars } from '../../calendar/loaded-calendars';
import type { RatePlanId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { conflict } from '../../platform/http/problem';
import { PlanTreeLocker } from './plan-tree-locker';

/** Recalculates prices and restrictions by changed derivations, on calendars in memory. The caller saves them. */
@Injectable()
export class PlanRecalculator {
  constructor(
    private readonly locker: PlanTreeLocker,
    private readonly derivedPrices: DerivedPriceService,
    private readonly derivedRestrictions: DerivedRestrictionService,
  ) {}

  /**
   * Recalculates plans with new derivations and every plan below them, on each date on which their parent has a record.
   * It creates missing records. If a parent's price is not set, the derived price becomes "not set".
   * The caller's transaction has locked all their rooms, unless the result is not saved.
   * @param rules the new derivations; the parents of the plans are those that are stored
   * @throws ProblemException 409 if a derived price is too large to store
   */
  async recalculate(
    manager: EntityManager,
    rules: ReadonlyMap<RatePlanId, Derivation>,
    dates: CalendarDate[],
    options?: LoadOptions,
  ): Promise<LoadedCalendars> {
    const changed = { ratePlanIds: [...rules.keys()] };
    const loaded = await this.locker.load(manager, changed, { dates, withRestrictions: true }, options);
    const { calendars } = loaded;
    const withRule = (plan: CalendarPlan) => ({ ...plan, derivation: rules.get(plan.id) ?? plan.derivation });
    const roots = changed.ratePlanIds.flatMap((id) => calendars.plan(id) ?? []);
    const tree = calendars.treeBelow(roots);
    try {
      for (const plan of tree) {
        // Each plan takes about a millisecond. The pause lets other calls run in between.
        await nextTurn();
        this.derivedPrices.recalculatePlan(calendars, withRule(plan), dates);
      }
      for (const plan of tree.filter(({ id }) => rules.has(id))) {
        await nextTurn();
        this.derivedRestrictions.recalculate(calendars, calendars.treeBelow([plan]).map(withRule), dates);
      }
    } catch (error) {
      throw error instanceof BadRequestException ? conflict(error.message) : error;
    }
    return loaded;
  }
}
