import { NO_RECORD } from '../../calendar/cell';
import { ruleFrom } from '../../calendar/calendar-plan';
import type { CellsByRoom } from '../../calendar/cell-reader';
import { formatNumber } from '../../calendar/derivation/money';
import type { LoadedCells } from '../../calendar/loaded-cells';
import type { RatePlanId } from '../../platform/database/id';
import type { Closure } from '../../room/closures/closure.repository';
import { closuresJson } from './closures-json';
import { inOrderOfDerivation } from './plan-forest';
import { restrictionsJson } from './restrictions-json';
import type { RowOrigin } from './row-json';
import { countsJson, pricesJson, statesOf } from './row-json';
import type { ShownPlan, ShownRoom } from './shown-room';

/** The derivations that all rooms of a page share. */
export interface Derivations {
  /** The plans of the rooms, and their ancestors. */
  plans: ReadonlyMap<RatePlanId, ShownPlan>;
  depths: ReadonlyMap<RatePlanId, number>;
}

/**
 * Returns one room of a calendar page, as JSON text.
 * Its rows of prices are nearly all of the text, so it concatenates them directly and creates no intermediate
 * objects.
 * @param cells the cells of the room, and of the rooms of its plans' parents
 */
export function pageRoomJson(
  { id: roomId, name, propertyName, knownSince, lastPush, plans }: ShownRoom,
  cells: CellsByRoom,
  derivations: Derivations,
  closures: Closure[],
): string {
  const own = cells.get(roomId);
  if (!own) throw new Error(`The cells of room ${roomId} were not read`);
  const head = JSON.stringify({ roomId, name, propertyName, knownSince, lastPush });
  const ratePlans = inOrderOfDerivation(plans)
    .map((plan) => planJson(plan, own, originOf(plan, cells, derivations), derivations.depths))
    .filter((json) => json !== '');
  const { roomsLeft, occupied, closed } = own;
  return (
    `${head.slice(0, -1)},"totalRooms":${countsJson(roomsLeft)},"occupiedRooms":${countsJson(occupied)},` +
    `"closed":[${closed.join()}],"closures":${closuresJson(closures)},"ratePlans":[${ratePlans.join()}]}`
  );
}

/** @returns an empty text for a plan that perhaps did not exist and has no record */
function planJson(
  { id, name, currency, derivedFromId, isUncertain }: ShownPlan,
  cells: LoadedCells,
  origin: RowOrigin | undefined,
  depths: ReadonlyMap<RatePlanId, number>,
): string {
  const row = cells.pricesOf(id);
  if (isUncertain && row.every((price) => price === NO_RECORD)) return '';
  const head = JSON.stringify({ id, name, currency, derivedFrom: derivedFromId, depth: depths.get(id) ?? 0 });
  const held = cells.held.of(id).map(({ date, price }) => ({ date, price: formatNumber(price) }));
  return (
    `${head.slice(0, -1)},"prices":${pricesJson(row)},"states":"${statesOf(row, origin)}",` +
    `"restrictions":${restrictionsJson(cells.findRestrictions(id))},"held":${JSON.stringify(held)}}`
  );
}

function originOf(
  { derivedFromId, derivation }: ShownPlan,
  cells: CellsByRoom,
  { plans }: Derivations,
): RowOrigin | undefined {
  if (derivedFromId === null || derivation === null) return undefined;
  const parent = plans.get(derivedFromId);
  return {
    parent: parent && cells.get(parent.roomId)?.pricesOf(parent.id),
    rule: ruleFrom(derivation),
  };
}
