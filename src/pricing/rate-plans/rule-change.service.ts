import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import { CalendarStore } from '../../calendar/calendar-store';
import { newlyInheritedBy } from '../../calendar/derivation/derived-restriction.service';
import type { Derivation } from '../../calendar/derivation/price-derivation';
import { StateRepository } from '../../calendar/history/state.repository';
import type { LoadedCalendars } from '../../calendar/loaded-calendars';
import { momentText } from '../../platform/dates/microseconds';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { byNumber } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { datesOf } from '../../platform/dates/date-range';
import { UpdateWindow } from '../../platform/dates/update-window';
import { digestOf } from '../../platform/http/digest';
import { conflict } from '../../platform/http/problem';
import type { Call } from '../../platform/http/request-context';
import { assertSeen } from '../../platform/http/seen-preview';
import type { Change } from '../../push/change-runner';
import { ChangeRunner } from '../../push/change-runner';
import { entryIdOf } from '../../push/journal/request-id';
import { derivationOf } from './derivation-rules';
import type { DerivationView } from './derivation.dto';
import { PlanRecalculator } from './plan-recalculator';
import { PlanTrees } from './plan-trees';
import type { RatePlan } from './rate-plan.entity';
import { RatePlanRepository } from './rate-plan.repository';
import type { RuleChangeDto, RuleChangeView, RuleEffect } from './rule-change.dto';
import { effectsOf } from './rule-effects';
import { mergeRules } from './rule-merge';

/** The maximum number of plans in the rooms that a change reaches. It holds their prices of two years in memory. */
const MAX_PLANS = 4_000;

interface RuleWish {
  ratePlanIds: readonly RatePlanId[];
  /** Decides the rules under the locks. A plan without a rule in the result keeps its own. */
  decide: (plans: ReadonlyMap<RatePlanId, RatePlan>) => Map<RatePlanId, Derivation>;
  isDryRun: boolean;
  /** The preview that the caller has seen. */
  preview?: string;
  /** Returns the journal entries that the change of a room takes back. */
  undoes?: (roomId: RoomId) => string[];
}

/** A plan that gets another rule. */
interface NewRule {
  plan: RatePlan;
  rule: Derivation;
  before: DerivationView;
  after: DerivationView;
}

/** How many prices and restrictions change. */
type Counts = Pick<RuleEffect, 'prices' | 'restrictions'>;

/** The change of one room, under the id of its journal entry. */
type ChangeOfRoom = Change & { id: string };

/**
 * Changes the rules of several plans in one transaction: all of them or none. Parents stay, so no circle, chain or
 * currency can become wrong.
 */
@Injectable()
export class RuleChangeService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly changes: ChangeRunner,
    private readonly store: CalendarStore,
    private readonly trees: PlanTrees,
    private readonly ratePlans: RatePlanRepository,
    private readonly recalculator: PlanRecalculator,
    private readonly window: UpdateWindow,
    private readonly states: StateRepository,
  ) {}

  /**
   * Makes the same change to the rules of plans.
   * @throws ProblemException 400 for an unknown plan or an invalid rule; 409 for a plan without a parent, a price that is
   *   too large to store, too many plans, or rules that are not those of the preview
   */
  change(call: Call, { ratePlanIds, derivation, dryRun, preview }: RuleChangeDto): Promise<RuleChangeView> {
    const ids = ratePlanIds as RatePlanId[];
    return this.carryOut(call, {
      ratePlanIds: ids,
      decide: (plans) => mergeRules(plans, ids, derivation),
      isDryRun: dryRun,
      preview,
    });
  }

  /** Gives plans the requested rules. A dry run locks and changes nothing. */
  carryOut(call: Call, wish: RuleWish): Promise<RuleChangeView> {
    if (wish.isDryRun) return this.transactions.read((manager) => this.dryRun(manager, wish));
    return this.changes.runAll(call, async (manager, record) => {
      const found = await this.trees.find(manager, wish);
      assertFits(found);
      const days = this.days();
      const loaded = await this.trees.lock(manager, wish, days, found);
      const rules = await this.decide(manager, wish);
      assertSeen(wish.preview, previewOf(rules));
      if (rules.length === 0) return resultOf(wish, rules, loaded);
      await this.recalculate(loaded, rules, days.dates);
      // Effects are computed before the calendars are saved, because afterwards nothing differs from the stored values.
      const result = resultOf(wish, rules, loaded);
      const rooms = await this.save(manager, call, wish, rules, loaded);
      for (const { id, ...change } of rooms)
        await record({ ...call, id }, 'changeDerivations', () => Promise.resolve(change));
      return Object.assign(result, { requestIds: rooms.map(({ id }) => id) });
    });
  }

  private async dryRun(manager: EntityManager, wish: RuleWish): Promise<RuleChangeView> {
    assertFits(await this.trees.find(manager, wish));
    const days = this.days();
    const loaded = await this.trees.find(manager, wish, days);
    const rules = await this.decide(manager, wish);
    await this.recalculate(loaded, rules, days.dates);
    return resultOf(wish, rules, loaded);
  }

  /** Returns the plans that get another rule, in the order of their ids. */
  private async decide(manager: EntityManager, { ratePlanIds, decide }: RuleWish): Promise<NewRule[]> {
    const found = await this.ratePlans.findAll(manager, ratePlanIds);
    const plans = new Map(found.map((plan) => [plan.id, plan]));
    const wished = decide(plans);
    return [...plans.values()]
      .flatMap((plan): NewRule[] => {
        const rule = wished.get(plan.id) ?? null;
        const before = derivationOf(plan);
        const after = derivationOf({ derivedFromId: plan.derivedFromId, derivation: rule });
        return rule && before && after && !isDeepStrictEqual(before, after)
          ? [{ plan, rule, before, after }]
          : [];
      })
      .sort((one, other) => byNumber(one.plan.id, other.plan.id));
  }

  /** The days whose prices and restrictions follow the rules. */
  private days() {
    return { dates: datesOf(this.window.current()), withRestrictions: true };
  }

  private recalculate(
    { calendars }: LoadedCalendars,
    rules: NewRule[],
    dates: CalendarDate[],
  ): Promise<void> {
    const derivations = new Map(
      rules.map(({ plan, rule }) => {
        const after = { derivedFromId: plan.derivedFromId, derivation: rule };
        return [plan.id, { ...after, newlyInherited: newlyInheritedBy(plan, after) }];
      }),
    );
    return this.recalculator.recalculate(calendars, derivations, dates);
  }

  /** Saves the rules and the calendars. @returns the journal entries of the rooms */
  private async save(
    manager: EntityManager,
    call: Call,
    { undoes }: RuleWish,
    rules: NewRule[],
    loaded: LoadedCalendars,
  ): Promise<ChangeOfRoom[]> {
    const roomIds = [...new Set(rules.map(({ plan }) => plan.roomId))].sort(byNumber);
    const entryIds = new Map(roomIds.map((id, place) => [id, entryIdOf(call.id, id, place)]));
    const moment = loaded.takeMoment();
    const at = momentText(moment);
    const changesOf = loaded.recordByRoom(entryIds, moment);
    await this.store.save(manager, loaded);
    for (const { plan, rule } of rules) {
      await this.ratePlans.update(manager, plan.id, { derivation: rule });
      const entryId = entryIds.get(plan.roomId) ?? call.id;
      await this.states.recordRatePlan(manager, plan.id, { at, entryId }, false);
    }
    return roomIds.map((roomId) => {
      const ofRoom = rules.filter(({ plan }) => plan.roomId === roomId);
      const [only, ...others] = ofRoom;
      return {
        id: entryIds.get(roomId) ?? call.id,
        roomId,
        ratePlanId: only && others.length === 0 ? only.plan.id : null,
        changes: changesOfRules(ofRoom),
        appliedAt: at,
        recalculated: this.window.current(),
        calendarChanges: changesOf.get(roomId),
        undoes: undoes?.(roomId),
      };
    });
  }
}

/** @throws ProblemException 409 if the prices of the rooms would take too much memory */
function assertFits({ calendars }: LoadedCalendars): void {
  const reached = calendars.all.reduce((sum, { room }) => sum + room.plans.length, 0);
  if (reached <= MAX_PLANS) return;
  throw conflict(
    `The rooms of these plans and of all plans below them have ${reached} rate plans; the maximum is ${MAX_PLANS}. ` +
      `Change the rules of fewer plans at once.`,
  );
}

/** Returns the old and new rules by plan, in the form of the journal. */
function changesOfRules(rules: NewRule[]): Change['changes'] {
  return Object.fromEntries(rules.map(({ plan, before, after }) => [plan.id, { from: before, to: after }]));
}

/** Identifies old and new rules. Their prices do not count, because they follow the pushes. */
function previewOf(rules: NewRule[]): string {
  return digestOf(rules.map(({ plan: { id }, before, after }) => ({ id, before, after })));
}

function resultOf(
  { ratePlanIds, isDryRun }: RuleWish,
  rules: NewRule[],
  { calendars }: LoadedCalendars,
): RuleChangeView {
  const effects = effectsOf(calendars);
  const ratePlans = rules.map(({ plan, before, after }) => {
    const effect = effects.get(plan.id) ?? { prices: 0, restrictions: 0, largest: null };
    return { ratePlanId: plan.id, roomId: plan.roomId, before, after, ...effect };
  });
  const all = sumOf([...effects.values()]);
  const own = sumOf(ratePlans);
  return {
    dryRun: isDryRun,
    preview: previewOf(rules),
    changed: rules.length,
    unchanged: ratePlanIds.length - rules.length,
    prices: own.prices,
    derived: all.prices - own.prices,
    derivedRestrictions: all.restrictions - own.restrictions,
    requestIds: [],
    ratePlans,
  };
}

function sumOf(effects: readonly Counts[]): Counts {
  const sum = { prices: 0, restrictions: 0 };
  for (const { prices, restrictions } of effects) {
    sum.prices += prices;
    sum.restrictions += restrictions;
  }
  return sum;
}
