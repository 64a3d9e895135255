import type { RatePlanId } from '../../platform/database/id';
import type { Derivation } from '../../calendar/derivation/price-derivation';
import type { Closure } from '../../room/closures/closure.repository';
import type { NumberRule } from '../../calendar/derivation/number-rule';
import { numberRule } from '../../calendar/derivation/number-rule';
import { closuresJson } from './closures-json';
import type { CalendarPlan, CalendarRoom, HeldPrice } from './calendar-source';
import type { PackedRestrictions } from '../../calendar/restrictions';
import { restrictionsJson } from './restrictions-json';
import { inOrderOfDerivation } from './plan-forest';
import type { Row, RowOrigin } from './price-row';
import { countsJson, NO_RECORD, pricesJson, statesOf } from './price-row';

/** The daily values of the plans of some rooms and of their parents. */
export interface PlanRows {
  prices: Map<RatePlanId, Row>;
  restrictions: Map<RatePlanId, PackedRestrictions[]>;
  held: Map<RatePlanId, HeldPrice[]>;
}

/** The derivations that all items of a page share. */
export interface Derivations {
  depths: Map<RatePlanId, number>;
  rules: Rules;
}

/** The rules of derivations. Plans with the same derivation share one rule. */
export class Rules {
  private readonly rules = new Map<string, NumberRule>();

  get(derivation: string): NumberRule {
    let rule = this.rules.get(derivation);
    if (!rule) {
      rule = numberRule(JSON.parse(derivation) as Derivation);
      this.rules.set(derivation, rule);
    }
    return rule;
  }
}

/**
 * Returns one room of the calendar of many rooms, as JSON text.
 * Its rows of prices are nearly all of the text, so it concatenates them directly and creates no intermediate
 * objects.
 */
export function itemJson(
  room: CalendarRoom,
  rows: PlanRows,
  derivations: Derivations,
  closures: Closure[],
): string {
  const { id: roomId, totalRooms, occupiedRooms, closed, plans } = room;
  const { name, propertyName, knownSince, lastPush } = room;
  const head = JSON.stringify({ roomId, name, propertyName, knownSince, lastPush });
  const ratePlans = inOrderOfDerivation(plans)
    .map((plan) => planJson(plan, rows, derivations))
    .filter((json) => json !== '');
  return (
    `${head.slice(0, -1)},"totalRooms":${countsJson(totalRooms)},"occupiedRooms":${countsJson(occupiedRooms)},` +
    `"closed":[${closed.join()}],"closures":${closuresJson(closures)},"ratePlans":[${ratePlans.join()}]}`
  );
}

/** @returns an empty text for a plan that may not have existed and has no record */
function planJson(
  plan: CalendarPlan,
  { prices, restrictions, held }: PlanRows,
  { depths, rules }: Derivations,
): string {
  const { id, name, currency, derivedFromId, isUncertain } = plan;
  const row = prices.get(id) ?? [];
  if (isUncertain && row.every((price) => price === NO_RECORD)) return '';
  const head = JSON.stringify({ id, name, currency, derivedFrom: derivedFromId, depth: depths.get(id) ?? 0 });
  const states = statesOf(row, originOf(plan, prices, rules));
  return (
    `${head.slice(0, -1)},"prices":${pricesJson(row)},"states":"${states}",` +
    `"restrictions":${restrictionsJson(restrictions.get(id))},` +
    `"held":${JSON.stringify(held.get(id) ?? [])}}`
  );
}

function originOf(
  { derivedFromId, derivation }: CalendarPlan,
  prices: Map<RatePlanId, Row>,
  rules: Rules,
): RowOrigin | undefined {
  if (derivedFromId === null || derivation === null) return undefined;
  return { parent: prices.get(derivedFromId), rule: rules.get(derivation) };
}
