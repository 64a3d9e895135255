import type { Derivation } from '../../calendar/derivation/price-derivation';
import type { PriceGuard } from '../../calendar/price-guard';
import type { RatePlanId } from '../../platform/database/id';
import { conflict, invalid, ProblemException } from '../../platform/http/problem';
import { toGuard } from '../held-prices/price-guard.dto';
import { toRule } from './derivation-rules';
import type { RatePlan } from './rate-plan.entity';
import type { DerivationChangesDto, PlansChangeDto } from './plans-change.dto';

const PARTS = ['steps', 'rounding', 'minimum', 'maximum', 'inherit'] as const;

/** New values of a plan. A field that is left out stays unchanged. */
export interface NewPlanFields {
  derivation?: Derivation;
  guard?: PriceGuard | null;
}

/**
 * Returns the new fields of plans.
 * @throws ProblemException 400 for no change, an unknown plan, or an invalid rule or guard; 409 for a rule of a plan
 *   without a parent
 */
export function newFieldsOf(
  plans: ReadonlyMap<RatePlanId, RatePlan>,
  { ratePlanIds, derivation, guard }: Pick<PlansChangeDto, 'ratePlanIds' | 'derivation' | 'guard'>,
): Map<RatePlanId, NewPlanFields> {
  if (!derivation && guard === undefined)
    throw invalid([{ pointer: '/derivation', message: 'must be given, or guard' }]);
  if (derivation && PARTS.every((part) => derivation[part] === undefined))
    throw invalid([{ pointer: '/derivation', message: `must have at least one of ${PARTS.join(', ')}` }]);
  const unknown = ratePlanIds.flatMap((id, index) =>
    plans.has(id as RatePlanId)
      ? []
      : [{ pointer: `/ratePlanIds/${index}`, message: `names rate plan ${id}, which is unknown` }],
  );
  if (unknown.length > 0) throw invalid(unknown);
  const newGuard = guard && toGuard(guard);
  return new Map(
    [...plans.values()].map((plan) => [
      plan.id,
      {
        ...(derivation && { derivation: merge(plan, derivation) }),
        ...(newGuard !== undefined && { guard: newGuard }),
      },
    ]),
  );
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
