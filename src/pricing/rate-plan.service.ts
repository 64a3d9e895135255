import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { datesOf } from '../calendar/date-range';
import { UpdateWindow } from '../calendar/update-window';
import type { RatePlanId, RoomId } from '../database/id';
import { TransactionRunner } from '../database/transaction-runner';
import { conflict, notFound } from '../http/problem';
import { RoomRepository } from '../room/room.repository';
import { DerivationRules } from './derivation-rules';
import { LinkedRoomsService } from './linked-rooms.service';
import type { ChangeRatePlanDto, CreateRatePlanDto, DerivationDto, RatePlanView } from './rate-plan.dto';
import type { StoredRatePlan } from './rate-plan.repository';
import { RatePlanRepository } from './rate-plan.repository';
import { RuleChangeService } from './rule-change.service';

const DEFAULT_CURRENCY = 'EUR';

/** Owns what people do to rate plans, and that stored prices follow a change of a derivation. */
@Injectable()
export class RatePlanService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly rooms: RoomRepository,
    private readonly linkedRooms: LinkedRoomsService,
    private readonly ratePlans: RatePlanRepository,
    private readonly rules: DerivationRules,
    private readonly ruleChanges: RuleChangeService,
    private readonly window: UpdateWindow,
  ) {}

  /** @throws ProblemException 404 for the room; 409 for a taken id or a derivation that does not fit */
  async create(roomId: RoomId, { id, name, currency, derivation }: CreateRatePlanDto): Promise<RatePlanView> {
    const parentId = parentOf(derivation);
    return this.transactions.run(async (manager) => {
      await this.linkedRooms.lockAll(manager, async () => {
        const parent = parentId && (await this.ratePlans.find(manager, parentId));
        return [roomId, ...(parent ? [parent.roomId] : [])];
      });
      if ((await this.rooms.lock(manager, [roomId])).length === 0) throw notFound('room', roomId);
      const draft = {
        roomId,
        name,
        currency: currency ?? DEFAULT_CURRENCY,
        derivedFromId: null,
        derivation: null,
      };
      const plan = await this.derive(manager, null, draft, derivation ?? null, currency);
      const ratePlanId = await this.insert(manager, (id ?? null) as RatePlanId | null, plan);
      if (plan.derivation) await this.recalculate(manager, roomId, ratePlanId);
      return this.get(manager, ratePlanId).then(toView);
    });
  }

  /** @throws ProblemException 404 */
  async read(ratePlanId: RatePlanId): Promise<RatePlanView> {
    return this.transactions.run(async (manager) => toView(await this.get(manager, ratePlanId)));
  }

  /**
   * Changes a plan. Where its derivation becomes another one, the stored prices of the plan and of all below it
   * are recalculated; where it is taken away, they stay as they are.
   * @throws ProblemException 404, and 409 for a derivation or a currency that does not fit
   */
  async change(ratePlanId: RatePlanId, changes: ChangeRatePlanDto): Promise<RatePlanView> {
    const parentId = parentOf(changes.derivation);
    return this.transactions.run(async (manager) => {
      await this.linkedRooms.lockAll(manager, () =>
        this.ratePlans.findReachedRooms(manager, ratePlanId, parentId),
      );
      const before = await this.get(manager, ratePlanId);
      const { name = before.name, currency = before.currency } = changes;
      const draft = { ...before, name, currency };
      const plan =
        changes.derivation === undefined
          ? draft
          : await this.derive(manager, ratePlanId, draft, changes.derivation, changes.currency);
      await this.rules.assertCurrencyFits(manager, { ...plan, id: ratePlanId });
      await this.ratePlans.update(manager, { ...plan, id: ratePlanId });
      if (plan.derivation && !isSameDerivation(before, plan)) {
        await this.recalculate(manager, before.roomId, ratePlanId);
      }
      return this.get(manager, ratePlanId).then(toView);
    });
  }

  /** @throws ProblemException 404, and 409 while a plan derives from it */
  async remove(ratePlanId: RatePlanId): Promise<void> {
    return this.transactions.run(async (manager) => {
      await this.linkedRooms.lockAll(manager, () =>
        this.ratePlans.findReachedRooms(manager, ratePlanId, null),
      );
      await this.get(manager, ratePlanId);
      const children = await this.ratePlans.findChildren(manager, ratePlanId);
      if (children.length > 0) {
        throw conflict(
          `Rate plans derive from rate plan ${ratePlanId}: ${children.join(', ')}. ` +
            `Delete them first, or take their derivation away.`,
        );
      }
      await this.ratePlans.delete(manager, ratePlanId);
    });
  }

  /** The plan with its new derivation, or none. A plan that names no currency takes that of its parent. */
  private async derive<T extends Omit<StoredRatePlan, 'id'>>(
    manager: EntityManager,
    ratePlanId: RatePlanId | null,
    plan: T,
    derivation: DerivationDto | null,
    currency: string | undefined,
  ): Promise<T> {
    if (!derivation) return { ...plan, derivedFromId: null, derivation: null };
    const { parent, rule } = await this.rules.check(manager, ratePlanId, plan.roomId, derivation);
    const isNew = ratePlanId === null;
    const derived = { ...plan, derivedFromId: parent.id, derivation: rule };
    const withCurrency =
      isNew && currency === undefined ? { ...derived, currency: parent.currency } : derived;
    this.rules.assertSameCurrency(withCurrency.currency, parent);
    return withCurrency;
  }

  private async recalculate(manager: EntityManager, roomId: RoomId, ratePlanId: RatePlanId): Promise<void> {
    const tree = await this.ratePlans.loadTree(manager, roomId, ratePlanId);
    await this.ruleChanges.apply(manager, tree, datesOf(this.window.current()));
  }

  private async insert(
    manager: EntityManager,
    id: RatePlanId | null,
    plan: Omit<StoredRatePlan, 'id'>,
  ): Promise<RatePlanId> {
    for (;;) {
      const inserted = await this.ratePlans.insert(manager, id, plan);
      if (inserted) return inserted;
      if (id) throw conflict(`There is a rate plan ${id} already. Leave the id out to get a free one.`);
      // The next number of the sequence was given to a plan by hand; the one after it may be free.
    }
  }

  private async get(manager: EntityManager, ratePlanId: RatePlanId): Promise<StoredRatePlan> {
    const plan = await this.ratePlans.find(manager, ratePlanId);
    if (!plan) throw notFound('rate plan', ratePlanId);
    return plan;
  }
}

function parentOf(derivation: DerivationDto | null | undefined): RatePlanId | null {
  return (derivation?.from ?? null) as RatePlanId | null;
}

function isSameDerivation(
  one: StoredRatePlan,
  other: Pick<StoredRatePlan, 'derivedFromId' | 'derivation'>,
): boolean {
  // Both come from the same function or from jsonb, which has an order of its own.
  const canonical = ({ derivedFromId, derivation }: typeof other) =>
    derivation &&
    JSON.stringify([
      derivedFromId,
      derivation.steps,
      derivation.rounding.mode,
      derivation.rounding.increment,
    ]) + JSON.stringify([derivation.minimum, derivation.maximum]);
  return canonical(one) === canonical(other);
}

function toView({ id, roomId, name, currency, derivedFromId, derivation }: StoredRatePlan): RatePlanView {
  const view = derivation && derivedFromId ? { from: derivedFromId, ...derivation } : null;
  return { id, roomId, name, currency, derivation: view };
}
