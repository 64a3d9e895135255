import type { Derivation } from '../../calendar/derivation/price-derivation';
import type { RatePlanId } from '../../platform/database/id';
import { conflict, invalid, ProblemException } from '../../platform/http/problem';
import { toRule } from './derivation-rules';
import type { RatePlan } from './rate-plan.entity';
import type { DerivationChangesDto } from './rule-change.dto';

const PARTS = ['steps', 'rounding', 'minimum', 'maximum', 'inherit'] as const;

/**
 * Returns the rules of plans with some of their parts changed.
 * @param ratePlanIds the requested plans
 * @throws ProblemException 400 for no change, an unknown plan or an invalid rule; 409 for a plan without a parent
 */
export function mergeRules(
  plans: ReadonlyMap<RatePlanId, RatePlan>,
  ratePlanIds: readonly RatePlanId[],
  changes: DerivationChangesDto,
): Map<RatePlanId, Derivation> {
  if (PARTS.every((part) => changes[part] === undefined))
    throw invalid([{ pointer: '/derivation', message: `must have at least one of ${PARTS.join(', ')}` }]);
  const unknown = ratePlanIds.flatMap((id, index) =>
    plans.has(id)
      ? []
      : [{ pointer: `/ratePlanIds/${index}`, message: `names rate plan ${id}, which is unknown` }],
  );
  if (unknown.length > 0) throw invalid(unknown);
  return new Map([...plans.values()].map((plan) => [plan.id, merge(plan, changes)]));
}

function merge({ id, derivation, currency }: RatePlan, changes: DerivationChangesDto): Derivation {
  if (!derivation) {
    throw conflict(
      `Rate plan ${id} is not derived from another plan, so it has no rule to change. ` +
        `Leave it out, or derive it from a plan first.`,
    );
  }
  const { steps = derivation.steps, rounding = derivation.rounding } = changes;
  const { minimum = derivation.minimum, maximum = derivation.maximum } = changes;
  const { inherit = derivation.inherit } = changes;
  try {
    return toRule({ steps, rounding, minimum, maximum, inherit }, currency);
  } catch (error) {
    throw error instanceof ProblemException ? invalid(error.errors.map((each) => naming(id, each))) : error;
  }
}

function naming(id: RatePlanId, { pointer, message }: ProblemException['errors'][number]) {
  return { pointer, message: `${message} (rate plan ${id})` };
}
