import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { FieldError } from '../../platform/http/problem';
import { conflict, invalid } from '../../platform/http/problem';
import { parseMoney } from '../../calendar/derivation/money';
import type { Derivation, DerivationStep } from '../../calendar/derivation/price-derivation';
import { inheritedBy } from '../../calendar/derivation/derived-restriction.service';
import { RESTRICTIONS } from '../../calendar/restrictions';
import type { DerivationView } from './derivation.dto';
import type { DerivationDto, DerivationStepDto } from './rate-plan.dto';
import type { RatePlan, RatePlanFields } from './rate-plan.entity';
import { RatePlanRepository } from './rate-plan.repository';
import { RateRoomAvailabilityRepository } from '../rate-room-availability.repository';
import { smallestUnitOf } from './smallest-unit';

const MAX_LEVELS = 10;

/** A valid derivation and its parent plan. */
export interface CheckedDerivation {
  parent: RatePlan;
  rule: Derivation;
}

/** Decides which derivations are valid. The caller locks the rooms of all plans in question. */
@Injectable()
export class DerivationRules {
  constructor(
    private readonly ratePlans: RatePlanRepository,
    private readonly availabilities: RateRoomAvailabilityRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @param ratePlanId the plan to derive; null if it does not exist yet
   * @throws ProblemException 400 for an invalid derivation or an unknown parent; 409 for the plan itself as
   *   parent, a cycle, a chain that would be too long, or a tree that would be too large
   */
  async check(
    manager: EntityManager,
    ratePlanId: RatePlanId | null,
    derivation: DerivationDto,
  ): Promise<CheckedDerivation> {
    const parentId = derivation.from as RatePlanId;
    if (parentId === ratePlanId) {
      throw conflict(
        `Rate plan ${parentId} cannot be derived from itself. Choose another plan as its parent.`,
      );
    }
    const parent = await this.ratePlans.find(manager, parentId);
    if (!parent)
      throw invalid([
        { pointer: '/derivation/from', message: `names rate plan ${parentId}, which is unknown` },
      ]);
    const rule = toRule(derivation, parent.currency);
    const below = ratePlanId ? await this.ratePlans.findTree(manager, ratePlanId) : [];
    if (below.some(({ id }) => id === parentId)) {
      throw conflict(
        `Rate plan ${parentId} is itself derived from rate plan ${ratePlanId}, directly or through others: the ` +
          `derivation would form a circle. Choose a parent that does not depend on this plan.`,
      );
    }
    const { rootId, depth } = await this.ratePlans.rootOf(manager, parentId);
    const levels = depth + Math.max(1, ...below.map((plan) => plan.depth));
    if (levels > MAX_LEVELS) {
      throw conflict(
        `The chain of derived plans would have ${levels} levels; the maximum is ${MAX_LEVELS}. ` +
          `Derive from a plan nearer to the root.`,
      );
    }
    await this.assertTreeFits(manager, rootId, ratePlanId, Math.max(1, below.length));
    return { parent, rule };
  }

  /** Allows changes of rules inside a tree that is already too large, but no additions to it. */
  private async assertTreeFits(
    manager: EntityManager,
    rootId: RatePlanId,
    ratePlanId: RatePlanId | null,
    added: number,
  ): Promise<void> {
    const derived = await this.ratePlans.findIdsBelow(manager, rootId);
    const { DERIVED_PLANS_MAX } = this.config;
    const isInside = ratePlanId !== null && derived.includes(ratePlanId);
    if (isInside || derived.length + added <= DERIVED_PLANS_MAX) return;
    throw conflict(
      `${derived.length + added} rate plans would derive from rate plan ${rootId}, directly or through others; ` +
        `the maximum is ${DERIVED_PLANS_MAX} (DERIVED_PLANS_MAX). Derive from another plan, or set its prices directly.`,
    );
  }

  /**
   * Stored prices would become amounts of another currency.
   * @throws ProblemException 409 if the plan has prices or plans derived from it, or its parent has another currency
   */
  async assertCurrencyMayChange(
    manager: EntityManager,
    before: RatePlan,
    { currency, derivedFromId }: RatePlanFields,
  ): Promise<void> {
    if (currency === before.currency) return;
    const parent = derivedFromId && (await this.ratePlans.find(manager, derivedFromId));
    if (parent) this.assertSameCurrency(currency, parent);
    const [child] = await this.ratePlans.findChildren(manager, before.id);
    if (child) {
      throw conflict(
        `Rate plan ${child.id} derives from rate plan ${before.id}, and a derived plan has the currency of its parent. ` +
          `Remove its derivation first, or create another rate plan in ${currency}.`,
      );
    }
    if (before.hasHeldPrices || (await this.availabilities.hasPrices(manager, before))) {
      throw conflict(
        `Rate plan ${before.id} has prices in ${before.currency}, so its currency cannot change. ` +
          `Create another rate plan in ${currency}, and push its prices.`,
      );
    }
  }

  /** @throws ProblemException 409 if the derivation would link a sandbox with other rooms */
  async assertSameSandbox(manager: EntityManager, roomId: RoomId, parent: RatePlan): Promise<void> {
    if (await this.ratePlans.areOfOneSandbox(manager, roomId, parent.roomId)) return;
    throw conflict(
      `Rate plan ${parent.id} and room ${roomId} are not of the same sandbox. Choose a parent within the sandbox, ` +
        `or outside of all of them.`,
    );
  }

  /** @throws ProblemException 409 */
  assertSameCurrency(currency: string, relative: RatePlan): void {
    if (relative.currency === currency) return;
    throw conflict(
      `Rate plan ${relative.id} is in ${relative.currency}, and a derived plan has the currency of its parent. ` +
        `Give this plan the currency ${relative.currency}, or link it to another plan.`,
    );
  }
}

/** Returns the derivation of a plan in answers; null if its prices are pushed. */
export function derivationOf({
  derivedFromId,
  derivation,
}: Pick<RatePlan, 'derivedFromId' | 'derivation'>): DerivationView | null {
  if (!derivation || !derivedFromId) return null;
  return { from: derivedFromId, ...derivation, inherit: [...inheritedBy({ derivation })] };
}

/** @throws ProblemException 400 with a pointer for each wrong field */
export function toRule(
  {
    steps,
    rounding,
    minimum = null,
    maximum = null,
    inherit = [...RESTRICTIONS],
  }: Omit<DerivationDto, 'from'>,
  currency: string,
): Derivation {
  const errors: FieldError[] = [];
  const rule = {
    steps: steps.map((step, index) => toStep(step, `/derivation/steps/${index}`, errors)),
    rounding: {
      mode: rounding?.mode ?? 'halfUp',
      increment: rounding?.increment ?? smallestUnitOf(currency),
    },
    minimum,
    maximum,
    inherit: RESTRICTIONS.filter((name) => inherit.includes(name)),
  };
  if (minimum !== null && maximum !== null && parseMoney(minimum) > parseMoney(maximum)) {
    errors.push({
      pointer: '/derivation/minimum',
      message: `is ${minimum}, which is above the maximum of ${maximum}`,
    });
  }
  if (errors.length > 0) throw invalid(errors);
  return rule;
}

function toStep(
  { percent, amount }: DerivationStepDto,
  pointer: string,
  errors: FieldError[],
): DerivationStep {
  if (percent !== undefined && amount === undefined) return { percent };
  if (amount !== undefined && percent === undefined) return { amount };
  errors.push({ pointer, message: 'must have either percent or amount' });
  return { amount: '0' };
}
