import { Inject, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config';
import type { DateRange } from '../../platform/dates/date-range';
import { datesOf } from '../../platform/dates/date-range';
import { UpdateWindow } from '../../platform/dates/update-window';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { ConfirmDto } from '../../platform/http/confirm';
import { assertConfirmed, countedIfAny } from '../../platform/http/confirm';
import type { EffectiveTime } from '../../calendar/history/effective-time';
import { StateRepository } from '../../calendar/history/state.repository';
import type { IfMatch } from '../../platform/http/entity-tag';
import { pageOf } from '../../platform/http/page';
import type { RankedPosition } from '../../platform/http/ranked-cursor';
import { inOrder, parseIdCursor, parsePosition, rankedCursor } from '../../platform/http/ranked-cursor';
import { conflict, notFound } from '../../platform/http/problem';
import { CalendarStore } from '../../calendar/calendar-store';
import { newlyInheritedBy } from '../../calendar/derivation/derived-restriction.service';
import type { LoadedCalendars } from '../../calendar/loaded-calendars';
import type { Change } from '../../push/change-runner';
import { ChangeRunner } from '../../push/change-runner';
import { ChangeGuard } from '../../push/journal/change-guard';
import { changesOf, valuesAfter } from '../../push/journal/changes';
import { ratePlanBefore } from '../../room/earlier-room';
import { toGuard } from '../held-prices/price-guard.dto';
import { DerivationRules, derivationOf } from './derivation-rules';
import type {
  ChangeRatePlanDto,
  CreateRatePlanDto,
  DerivationDto,
  ListRatePlansDto,
  RatePlanPage,
  RatePlanView,
} from './rate-plan.dto';
import type { RatePlan, RatePlanFields } from './rate-plan.entity';
import type { RatePlanFilter } from './rate-plan.repository';
import { RatePlanRepository } from './rate-plan.repository';
import { ClosureRepository, openingOf } from '../../room/closures/closure.repository';
import type { NewDerivation } from './plan-recalculator';
import { PlanRecalculator } from './plan-recalculator';
import { PlanTrees } from './plan-trees';
import type { Call } from '../../platform/http/request-context';

const DEFAULT_CURRENCY = 'EUR';

/** The rule that a plan gets, null if it keeps its prices, and the dates that follow it. */
interface NewRule extends NewDerivation {
  ratePlanId: RatePlanId;
  window: DateRange;
}

/** The moment of a change of a plan, and its fields for the journal. */
interface SavedPlan {
  effectiveTime: EffectiveTime;
  result: Pick<Change, 'appliedAt' | 'recalculated' | 'calendarChanges'>;
}

/**
 * Creates, reads, changes and deletes rate plans, for administrators. Stored prices follow a changed
 * derivation.
 */
@Injectable()
export class RatePlanService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly changes: ChangeRunner,
    private readonly store: CalendarStore,
    private readonly trees: PlanTrees,
    private readonly ratePlans: RatePlanRepository,
    private readonly rules: DerivationRules,
    private readonly recalculator: PlanRecalculator,
    private readonly window: UpdateWindow,
    private readonly states: StateRepository,
    private readonly closures: ClosureRepository,
    private readonly guard: ChangeGuard,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws ProblemException 404 for the room; 409 for a taken id, a full room or an invalid derivation */
  async create(call: Call, roomId: RoomId, plan: CreateRatePlanDto): Promise<RatePlanView> {
    const created = await this.changes.run(call, 'createRatePlan', (manager) =>
      this.createWithin(manager, call, roomId, plan),
    );
    return this.read(created.ratePlanId as RatePlanId);
  }

  /** Creates a plan in the transaction of the caller. @throws ProblemException as `create` does */
  async createWithin(
    manager: EntityManager,
    call: Call,
    roomId: RoomId,
    { id, name, currency, derivation, guard }: CreateRatePlanDto,
  ): Promise<Change> {
    const locked = await this.trees.lock(manager, { roomId, parentId: parentOf(derivation) });
    if (!locked.calendars.find(roomId)) throw notFound('room', roomId);
    await this.assertRoomHasSpace(manager, roomId);
    const draft: RatePlanFields = {
      roomId,
      name,
      currency: currency ?? DEFAULT_CURRENCY,
      derivedFromId: null,
      derivation: null,
      guard: guard ? toGuard(guard) : null,
    };
    const plan = await this.derive(manager, null, draft, derivation ?? null, currency);
    const ratePlanId = await this.ratePlans.insert(manager, (id ?? null) as RatePlanId | null, plan);
    if (!ratePlanId)
      throw conflict(`There is a rate plan ${id} already. Leave the id out to get a free one.`);
    const window = this.window.longest();
    const loaded = plan.derivation
      ? await this.trees.lock(manager, { ratePlanIds: [ratePlanId] }, daysOf(window))
      : locked;
    const newlyInherited = newlyInheritedBy(null, plan);
    const saved = await this.save(manager, call, loaded, { ratePlanId, ...plan, newlyInherited, window });
    await this.states.recordRatePlan(manager, ratePlanId, saved.effectiveTime, true);
    return { roomId, ratePlanId, changes: changesOf(null, fieldsOf(plan)), ...saved.result };
  }

  /** @throws ProblemException 400 for an invalid cursor */
  async list({
    search,
    roomId,
    propertyName,
    derived,
    derivedFrom,
    limit,
    cursor,
  }: ListRatePlansDto): Promise<RatePlanPage> {
    const filter = { roomId, propertyName, isDerived: derived && derived === 'true', derivedFrom };
    if (search !== undefined) return this.search(search, filter, limit, cursor);
    const after = cursor === undefined ? undefined : parseIdCursor<RatePlanId>(cursor);
    const found = await this.transactions.read((manager) =>
      this.ratePlans.list(manager, filter, after, limit + 1),
    );
    return pageOf(found, limit, (plans) => plans.map(toView));
  }

  private async search(
    search: string,
    filter: RatePlanFilter,
    limit: number,
    cursor: string | undefined,
  ): Promise<RatePlanPage> {
    const after = cursor === undefined ? undefined : parsePosition(cursor);
    return this.transactions.read(async (manager) => {
      const found = await this.ratePlans.search(manager, search, filter, after, limit + 1);
      const complete = async (places: RankedPosition<RatePlanId>[]) => {
        const ids = places.map(({ id }) => id);
        return inOrder(ids, await this.ratePlans.findAll(manager, ids)).map(toView);
      };
      return pageOf(found, limit, complete, rankedCursor);
    });
  }

  /** @throws ProblemException 404 */
  async read(ratePlanId: RatePlanId): Promise<RatePlanView> {
    return this.transactions.read(async (manager) => toView(await this.get(manager, ratePlanId)));
  }

  /**
   * Changes a plan.
   * A new derivation recalculates the stored prices of the plan and of all plans below it; removing the
   * derivation leaves them unchanged.
   * @throws ProblemException 404, 412 if the plan is not as the condition says, or 409 for an invalid derivation or
   *   currency
   */
  async change(
    call: Call,
    ratePlanId: RatePlanId,
    changes: ChangeRatePlanDto,
    condition?: IfMatch,
  ): Promise<RatePlanView> {
    await this.changes.run(call, 'changeRatePlan', (manager) =>
      this.changeWithin(manager, call, ratePlanId, changes, condition),
    );
    return this.read(ratePlanId);
  }

  /** Changes a plan in the transaction of the caller. @throws ProblemException as `change` does */
  async changeWithin(
    manager: EntityManager,
    call: Call,
    ratePlanId: RatePlanId,
    changes: ChangeRatePlanDto,
    condition?: IfMatch,
  ): Promise<Change> {
    const parentId = parentOf(changes.derivation);
    const window = this.window.longest();
    const days = changes.derivation ? daysOf(window) : undefined;
    const loaded = await this.trees.lock(manager, { ratePlanIds: [ratePlanId], parentId }, days);
    const plan = await this.get(manager, ratePlanId);
    await this.assertUnchanged(manager, plan, condition);
    const { id: _, ...before } = plan;
    const { name = before.name, currency = before.currency } = changes;
    const guard = changes.guard === undefined ? before.guard : changes.guard && toGuard(changes.guard);
    const draft = { ...before, name, currency, guard };
    const after =
      changes.derivation === undefined
        ? draft
        : await this.derive(manager, ratePlanId, draft, changes.derivation, changes.currency);
    await this.rules.assertCurrencyMayChange(manager, plan, after);
    await this.ratePlans.update(manager, ratePlanId, valuesAfter(changesOf(before, after)));
    const isSameRule = isDeepStrictEqual(derivationOf(before), derivationOf(after));
    const { derivedFromId, derivation } = after;
    const newRule = isSameRule ? null : derivation;
    const saved = await this.save(manager, call, loaded, {
      ratePlanId,
      derivedFromId,
      derivation: newRule,
      newlyInherited: newlyInheritedBy(before, after),
      window,
    });
    await this.states.recordRatePlan(manager, ratePlanId, saved.effectiveTime, false);
    const changed = changesOf(fieldsOf(before), fieldsOf(after));
    return { roomId: before.roomId, ratePlanId, changes: changed, ...saved.result };
  }

  /**
   * @throws ProblemException 404, 412 if the plan is not as the condition says, 400 without its name, or 409 while a
   *   plan derives from it
   */
  async remove(call: Call, ratePlanId: RatePlanId, confirm: ConfirmDto, condition?: IfMatch): Promise<void> {
    await this.changes.run(call, 'deleteRatePlan', async (manager) => {
      const loaded = await this.trees.lock(manager, { ratePlanIds: [ratePlanId] });
      const plan = await this.get(manager, ratePlanId);
      await this.assertUnchanged(manager, plan, condition);
      const lost = async () => {
        const open = await this.closures.countOpen(manager, plan.roomId, ratePlanId, this.window.today());
        const counts = [
          ...(await this.store.count(manager, plan.roomId, ratePlanId)),
          { count: open, noun: 'open closure' },
        ];
        return counts.flatMap(countedIfAny).join(', ') || 'nothing';
      };
      await assertConfirmed(confirm, `rate plan ${ratePlanId}`, plan.name, lost);
      const children = await this.ratePlans.findChildren(manager, ratePlanId);
      if (children.length > 0) {
        throw conflict(
          `Rate plans derive from rate plan ${ratePlanId}: ${children.map((child) => child.id).join(', ')}. ` +
            `Delete them first, or remove their derivation.`,
        );
      }
      // A cascade does not reach these rows if the tables by date are distributed.
      await this.store.deleteCells(manager, plan.roomId, ratePlanId);
      await this.ratePlans.delete(manager, ratePlanId);
      const { effectiveTime, result } = await this.save(manager, call, loaded);
      await this.states.recordDeletedRatePlan(manager, plan.roomId, ratePlanId, effectiveTime);
      await this.closures.openAll(manager, plan.roomId, ratePlanId, openingOf(call, effectiveTime.at));
      return { roomId: plan.roomId, ratePlanId, changes: changesOf(fieldsOf(plan), null), ...result };
    });
  }

  /**
   * Returns the plan with its new derivation, or without one. A new plan without a currency gets its parent's currency.
   */
  private async derive(
    manager: EntityManager,
    ratePlanId: RatePlanId | null,
    plan: RatePlanFields,
    derivation: DerivationDto | null,
    currency: string | undefined,
  ): Promise<RatePlanFields> {
    if (!derivation) return { ...plan, derivedFromId: null, derivation: null };
    const { parent, rule } = await this.rules.check(manager, ratePlanId, derivation);
    const isNew = ratePlanId === null;
    const derived = { ...plan, derivedFromId: parent.id, derivation: rule };
    const withCurrency =
      isNew && currency === undefined ? { ...derived, currency: parent.currency } : derived;
    await this.rules.assertSameSandbox(manager, plan.roomId, parent);
    this.rules.assertSameCurrency(withCurrency.currency, parent);
    return withCurrency;
  }

  /**
   * The limit bounds the work of a push. A push of inventory writes all plans of the room, and a push to a plan with derived
   * plans can do so too.
   */
  private async assertRoomHasSpace(manager: EntityManager, roomId: RoomId): Promise<void> {
    const { RATE_PLANS_PER_ROOM_MAX } = this.config;
    const count = await this.ratePlans.countOfRoom(manager, roomId);
    if (count < RATE_PLANS_PER_ROOM_MAX) return;
    throw conflict(
      `Room ${roomId} has ${count} rate plans; the maximum is ${RATE_PLANS_PER_ROOM_MAX} (RATE_PLANS_PER_ROOM_MAX). ` +
        `Delete one first.`,
    );
  }

  /** Takes the moment of a change, and recalculates the prices and restrictions that a new rule affects. */
  private async save(
    manager: EntityManager,
    { id: entryId }: Call,
    loaded: LoadedCalendars,
    newRule?: NewRule,
  ): Promise<SavedPlan> {
    const isRecalculated = newRule?.derivation != null;
    if (isRecalculated)
      await this.recalculator.recalculate(
        loaded.calendars,
        new Map([[newRule.ratePlanId, newRule]]),
        datesOf(newRule.window),
      );
    const { changes, effectiveTime } = await this.store.saveChanges(manager, loaded, entryId);
    const recalculated = isRecalculated ? { recalculated: newRule.window, calendarChanges: changes } : {};
    return { effectiveTime, result: { appliedAt: effectiveTime.at, ...recalculated } };
  }

  /** @throws ProblemException 412 */
  private async assertUnchanged(
    manager: EntityManager,
    plan: RatePlan,
    condition: IfMatch | undefined,
  ): Promise<void> {
    await this.guard.assertUnchanged(manager, condition, {
      title: `Rate plan ${plan.id}`,
      roomId: plan.roomId,
      ratePlanId: plan.id,
      present: toView(plan),
      before: ratePlanBefore,
    });
  }

  private async get(manager: EntityManager, ratePlanId: RatePlanId): Promise<RatePlan> {
    const plan = await this.ratePlans.find(manager, ratePlanId);
    if (!plan) throw notFound('rate plan', ratePlanId);
    return plan;
  }
}

/** The days whose prices and restrictions follow a new rule. */
function daysOf(window: DateRange) {
  return { dates: datesOf(window), withRestrictions: true };
}

function parentOf(derivation: DerivationDto | null | undefined): RatePlanId | undefined {
  return derivation?.from as RatePlanId | undefined;
}

/** Returns the fields of a rate plan that administrators set. */
function fieldsOf(plan: RatePlanFields): Pick<RatePlanView, 'name' | 'currency' | 'derivation' | 'guard'> {
  const { name, currency, guard } = plan;
  return { name, currency, derivation: derivationOf(plan), guard };
}

function toView(plan: RatePlan): RatePlanView {
  return { id: plan.id, roomId: plan.roomId, ...fieldsOf(plan) };
}
