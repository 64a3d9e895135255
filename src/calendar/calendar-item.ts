import type { RatePlanId } from '../database/id';
import type { LastPush } from '../history/last-push.repository';
import type { Derivation } from '../pricing/derivation/price-derivation';
import type { NumberRule } from '../pricing/derivation/number-rule';
import { numberRule } from '../pricing/derivation/number-rule';
import type { CalendarPlan, CalendarRoom, CalendarRows, HeldPriceOfDay, RoomRows } from './calendar-source';
import { inOrderOfDerivation } from './plan-forest';
import type { Row, RowOrigin } from './price-row';
import { countsJson, NO_RECORD, pricesJson, statesOf } from './price-row';

/** What the items of a page have in common. */
export interface PageContext {
  depths: Map<RatePlanId, number>;
  rules: Rules;
}

/** What the rooms of a batch have on the days of the range. */
export interface BatchContext extends PageContext {
  rows: CalendarRows;
  held: Map<RatePlanId, HeldPriceOfDay[]>;
}

/** The rules of derivations, each made once however many plans have it. */
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
 * One room of the calendar of many, as JSON text: it is put together by hand because its rows of prices, which are
 * nearly all of it, are then written once instead of being made as values first.
 */
export function itemJson(
  room: CalendarRoom,
  plans: CalendarPlan[],
  lastPush: LastPush | undefined,
  context: BatchContext,
): string {
  const { id: roomId, name, propertyName, knownSince } = room;
  const head = JSON.stringify({ roomId, name, propertyName, knownSince, lastPush: lastPush ?? null });
  const { totalRooms, occupiedRooms } = context.rows.rooms.get(roomId) ?? NO_ROWS;
  const ratePlans = inOrderOfDerivation(plans)
    .map((plan) => planJson(plan, context))
    .filter((json) => json !== '');
  return (
    `${head.slice(0, -1)},"totalRooms":${countsJson(totalRooms)},"occupiedRooms":${countsJson(occupiedRooms)},` +
    `"ratePlans":[${ratePlans.join()}]}`
  );
}

const NO_ROWS: RoomRows = { totalRooms: [], occupiedRooms: [] };

/** @returns nothing for a plan that may not have been there, and has no record */
function planJson(plan: CalendarPlan, { depths, rules, rows, held }: BatchContext): string {
  const { id, name, currency, derivedFromId, isUncertain } = plan;
  const row = rows.plans.get(id) ?? [];
  if (isUncertain && row.every((price) => price === NO_RECORD)) return '';
  const head = JSON.stringify({ id, name, currency, derivedFrom: derivedFromId, depth: depths.get(id) ?? 0 });
  const states = statesOf(row, originOf(plan, rows.plans, rules));
  return (
    `${head.slice(0, -1)},"prices":${pricesJson(row)},"states":"${states}",` +
    `"held":${JSON.stringify(held.get(id) ?? [])}}`
  );
}

function originOf(
  { derivedFromId, derivation }: CalendarPlan,
  rows: Map<RatePlanId, Row>,
  rules: Rules,
): RowOrigin | undefined {
  if (derivedFromId === null || derivation === null) return undefined;
  return { parent: rows.get(derivedFromId), rule: rules.get(derivation) };
}
