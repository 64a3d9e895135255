import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import { CalendarStore } from '../../calendar/calendar-store';
import { newlyInheritedBy } from '../../calendar/derivation/derived-restriction.service';
import { StateRepository } from '../../calendar/history/state.repository';
import type { LoadedCalendars } from '../../calendar/loaded-calendars';
import type { RoomCalendars } from '../../calendar/room-calendars';
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
import { PlanRecalculator } from './plan-recalculator';
import { PlanTrees } from './plan-trees';
import type { RatePlan } from './rate-plan.entity';
import { RatePlanRepository } from './rate-plan.repository';
import type {
  PlanEffect,
  PlanSettings,
  PlansChangeDto,
  PlansChangeView,
  PropertyEffect,
} from './plans-change.dto';
import { effectsOf } from './plan-effects';
import type { NewPlanFields } from './new-plan-fields';
import { newFieldsOf } from './new-plan-fields';

/** The maximum number of plans in the rooms that a change of rules reaches. It holds their prices of two years in memory. */
const MAX_PLANS = 4_000;

interface PlansWish {
  ratePlanIds: readonly RatePlanId[];
  /** Decides the new fields under the locks. A plan without an entry in the result stays unchanged. */
  decide: (plans: ReadonlyMap<RatePlanId, RatePlan>) => Map<RatePlanId, NewPlanFields>;
  /** Whether rules may change, so that prices and restrictions follow. */
  changesRules: boolean;
  isDryRun: boolean;
  /** The preview that the caller has seen. */
  preview?: string;
  /** Returns the journal entries that the change of a room takes back. */
  undoes?: (roomId: RoomId) => string[];
}

/** A plan that changes. */
interface ChangedPlan {
  plan: RatePlan;
  /** Only the fields that change. */
  fields: NewPlanFields;
  before: PlanSettings;
  after: PlanSettings;
}

/** How many prices and restrictions change. */
type Counts = Pick<PlanEffect, 'prices' | 'restrictions'>;

/** The change of one room, under the id of its journal entry. */
type ChangeOfRoom = Change & { id: string };

const SETTINGS = ['derivation', 'guard'] as const;
const NO_DAYS = { dates: [] };

/**
 * Changes the rules or guards of several plans in one transaction: all of them or none. Parents stay, so no circle, chain
 * or currency can become wrong.
 */
@Injectable()
export class PlansChangeService {
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
   * Makes the same change to several plans.
   * @throws ProblemException 400 for an unknown plan, or an invalid rule or guard; 409 for a rule of a plan without a
   *   parent, a price that is too large to store, too many plans, or settings that are not those of the preview
   */
  change(call: Call, change: PlansChangeDto): Promise<PlansChangeView> {
    return this.carryOut(call, {
      ratePlanIds: change.ratePlanIds as RatePlanId[],
      decide: (plans) => newFieldsOf(plans, change),
      changesRules: change.derivation !== undefined,
      isDryRun: change.dryRun,
      preview: change.preview,
    });
  }

  /** Gives plans the requested fields. A dry run locks and changes nothing. */
  carryOut(call: Call, wish: PlansWish): Promise<PlansChangeView> {
    if (wish.isDryRun) return this.transactions.read((manager) => this.dryRun(manager, call, wish));
    return this.changes.runAll(call, async (manager, record) => {
      const found = await this.trees.find(manager, wish);
      assertFits(wish, found);
      const days = this.daysOf(wish);
      const loaded = await this.trees.lock(manager, wish, days, found);
      const plans = await this.decide(manager, wish);
      assertSeen(wish.preview, previewOf(plans));
      if (plans.length === 0) return resultOf(wish, plans, loaded);
      await this.recalculate(loaded, plans, days.dates, call);
      // Effects are computed before the calendars are saved, because afterwards nothing differs from the stored values.
      const result = resultOf(wish, plans, loaded);
      const rooms = await this.save(manager, call, wish, plans, loaded);
      for (const { id, ...change } of rooms)
        await record({ ...call, id }, 'changeRatePlans', () => Promise.resolve(change));
      return Object.assign(result, { requestIds: rooms.map(({ id }) => id) });
    });
  }

  private async dryRun(manager: EntityManager, call: Call, wish: PlansWish): Promise<PlansChangeView> {
    assertFits(wish, await this.trees.find(manager, wish));
    const days = this.daysOf(wish);
    const loaded = await this.trees.find(manager, wish, days);
    const plans = await this.decide(manager, wish);
    await this.recalculate(loaded, plans, days.dates, call);
    return resultOf(wish, plans, loaded);
  }

  /** Returns the plans that change, in the order of their ids. */
  private async decide(manager: EntityManager, { ratePlanIds, decide }: PlansWish): Promise<ChangedPlan[]> {
    const found = await this.ratePlans.findAll(manager, ratePlanIds);
    const plans = new Map(found.map((plan) => [plan.id, plan]));
    const wished = decide(plans);
    return [...plans.values()]
      .flatMap((plan): ChangedPlan[] => {
        const wish = wished.get(plan.id) ?? {};
        const before = settingsOf(plan);
        const { derivedFromId, derivation, guard } = plan;
        const after = settingsOf({ derivedFromId, derivation, guard, ...wish });
        const names = SETTINGS.filter((name) => !isDeepStrictEqual(before[name], after[name]));
        const fields = Object.fromEntries(names.map((name) => [name, wish[name]])) as NewPlanFields;
        return names.length > 0 ? [{ plan, fields, before, after }] : [];
      })
      .sort((one, other) => byNumber(one.plan.id, other.plan.id));
  }

  /** The days whose prices and restrictions follow the rules. */
  private daysOf({ changesRules }: PlansWish) {
    return changesRules ? { dates: datesOf(this.window.longest()), withRestrictions: true } : NO_DAYS;
  }

  private recalculate(
    { calendars }: LoadedCalendars,
    plans: ChangedPlan[],
    dates: CalendarDate[],
    { onProgress }: Call,
  ): Promise<void> {
    const derivations = new Map(
      plans.flatMap(({ plan, fields: { derivation } }) => {
        if (!derivation) return [];
        const after = { derivedFromId: plan.derivedFromId, derivation };
        return [[plan.id, { ...after, newlyInherited: newlyInheritedBy(plan, after) }] as const];
      }),
    );
    return this.recalculator.recalculate(calendars, derivations, dates, onProgress);
  }

  /** Saves the plans and the calendars. @returns the journal entries of the rooms */
  private async save(
    manager: EntityManager,
    call: Call,
    { undoes }: PlansWish,
    plans: ChangedPlan[],
    loaded: LoadedCalendars,
  ): Promise<ChangeOfRoom[]> {
    const roomIds = [...new Set(plans.map(({ plan }) => plan.roomId))].sort(byNumber);
    const entryIds = new Map(roomIds.map((id, place) => [id, entryIdOf(call.id, id, place)]));
    const moment = loaded.takeMoment();
    const at = momentText(moment);
    const changesOf = loaded.recordByRoom(entryIds, moment);
    // A few large statements save everything, and they do not say how much they have done.
    call.onProgress?.(0, 0);
    await this.store.save(manager, loaded);
    for (const { plan, fields } of plans) {
      await this.ratePlans.update(manager, plan.id, fields);
      const entryId = entryIds.get(plan.roomId) ?? call.id;
      await this.states.recordRatePlan(manager, plan.id, { at, entryId }, false);
    }
    return roomIds.map((roomId) => {
      const ofRoom = plans.filter(({ plan }) => plan.roomId === roomId);
      const [only, ...others] = ofRoom;
      const hasNewRule = ofRoom.some(({ fields }) => fields.derivation);
      return {
        id: entryIds.get(roomId) ?? call.id,
        roomId,
        ratePlanId: only && others.length === 0 ? only.plan.id : null,
        changes: changesOfPlans(ofRoom),
        appliedAt: at,
        recalculated: hasNewRule ? this.window.longest() : undefined,
        calendarChanges: changesOf.get(roomId),
        undoes: undoes?.(roomId),
      };
    });
  }
}

/** @throws ProblemException 409 if the prices of the rooms would take too much memory */
function assertFits({ changesRules }: PlansWish, { calendars }: LoadedCalendars): void {
  if (!changesRules) return;
  const reached = calendars.all.reduce((sum, { room }) => sum + room.plans.length, 0);
  if (reached <= MAX_PLANS) return;
  throw conflict(
    `The rooms of these plans and of all plans below them have ${reached} rate plans; the maximum is ${MAX_PLANS}. ` +
      `Change the rules of fewer plans at once.`,
  );
}

/** Returns the fields of a plan that a change of several plans may set. */
export function settingsOf(plan: Pick<RatePlan, 'derivedFromId' | 'derivation' | 'guard'>): PlanSettings {
  return { derivation: derivationOf(plan), guard: plan.guard };
}

/** Returns the old and new fields by plan, in the form of the journal. */
function changesOfPlans(plans: ChangedPlan[]): Change['changes'] {
  return Object.fromEntries(
    plans.map(({ plan, fields, before, after }) => {
      const changed = (values: PlanSettings) =>
        Object.fromEntries(SETTINGS.flatMap((name) => (name in fields ? [[name, values[name]]] : [])));
      return [plan.id, { from: changed(before), to: changed(after) }];
    }),
  );
}

/** Identifies old and new settings. The prices of the plans do not count, because they follow the pushes. */
function previewOf(plans: ChangedPlan[]): string {
  return digestOf(plans.map(({ plan: { id }, before, after }) => ({ id, before, after })));
}

function resultOf(
  { ratePlanIds, isDryRun }: PlansWish,
  plans: ChangedPlan[],
  { calendars }: LoadedCalendars,
): PlansChangeView {
  const effects = effectsOf(calendars);
  const ratePlans = plans.map(({ plan, before, after }) => {
    const effect = effects.get(plan.id) ?? { prices: 0, restrictions: 0, largest: null };
    return { ratePlanId: plan.id, roomId: plan.roomId, before, after, ...effect };
  });
  const all = sumOf([...effects.values()]);
  const own = sumOf(ratePlans);
  return {
    dryRun: isDryRun,
    preview: previewOf(plans),
    changed: plans.length,
    unchanged: ratePlanIds.length - plans.length,
    prices: own.prices,
    derived: all.prices - own.prices,
    derivedRestrictions: all.restrictions - own.restrictions,
    requestIds: [],
    byProperty: propertiesOf(calendars, new Set(plans.map(({ plan }) => plan.id)), effects),
    ratePlans,
  };
}

/** Returns the properties of rooms with changed plans or prices. */
function propertiesOf(
  calendars: RoomCalendars,
  changed: ReadonlySet<RatePlanId>,
  effects: ReadonlyMap<RatePlanId, Counts>,
): PropertyEffect[] {
  const properties = new Map<string | null, PropertyEffect>();
  for (const { room } of calendars.all) {
    const { propertyName } = room;
    const property = properties.get(propertyName) ?? { propertyName, ratePlans: 0, prices: 0 };
    for (const { id } of room.plans) {
      property.ratePlans += changed.has(id) ? 1 : 0;
      property.prices += effects.get(id)?.prices ?? 0;
    }
    if (property.ratePlans + property.prices > 0) properties.set(propertyName, property);
  }
  return [...properties.values()].sort((one, other) =>
    (one.propertyName ?? '').localeCompare(other.propertyName ?? ''),
  );
}

function sumOf(effects: readonly Counts[]): Counts {
  const sum = { prices: 0, restrictions: 0 };
  for (const { prices, restrictions } of effects) {
    sum.prices += prices;
    sum.restrictions += restrictions;
  }
  return sum;
}
