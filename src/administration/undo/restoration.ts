import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { LinkedPlan } from '../../calendar/calendar-plan';
import { ruleOf } from '../../calendar/calendar-plan';
import { PRICE_LIMIT } from '../../calendar/derivation/derived-price.service';
import type { CellPast } from './cell-past';
import type { PlanPast, PushedCell } from './pushed-cells.repository';
import type { UndoVerdict } from './undo-record';

/** What becomes of a pushed cell. */
export type CellVerdict = UndoVerdict | 'unchanged';

/** A cell, and what it is to become: the same where it is left as it is. */
export interface Restoration {
  roomId: RoomId;
  ratePlanId: RatePlanId | null;
  date: CalendarDate;
  from: number | null;
  to: number | null;
  /** Null of a derived price that was not pushed itself. */
  verdict: CellVerdict | null;
}

/** What is known of the prices around a room whose pushes are undone. */
export interface PricesToRestore {
  roomId: RoomId;
  /** A parent before what derives from it. */
  tree: LinkedPlan[];
  /** Of all rooms of the tree. */
  pushed: PushedCell[];
  pasts: Map<RatePlanId, Map<CalendarDate, CellPast>>;
  plans: Map<RatePlanId, PlanPast>;
}

/**
 * What a cell becomes for which a push was made, by what has happened to it since.
 * @param past undefined where its room or its plan has been deleted
 * @param began since when there is this plan, and not an earlier one under its id, in microseconds
 */
export function verdictOf(
  past: CellPast | undefined,
  { isApplied, isOld, lastPushed, isOfEarlierRoom }: PushedCell,
  began: number | null = null,
): CellVerdict {
  if (past && isOld && past.lastOther === null) return 'unknown';
  if (!past || isOfEarlierRoom || lastPushed < (began ?? 0)) return isApplied ? 'changedSince' : 'unchanged';
  if (past.firstUndone === null) return isApplied && past.lastOther !== null ? 'changedSince' : 'unchanged';
  if (!isAsItWasLeft(past)) return 'changedSince';
  // What is undone may have cancelled itself out.
  return past.before === past.value ? 'unchanged' : 'restored';
}

/** How many rooms there are to be left again; a date that had none keeps its record, with no rooms. */
export function restoreRoomsLeft(pushed: PushedCell[], pasts: Map<CalendarDate, CellPast>): Restoration[] {
  return pushed.map((cell) => {
    const past = pasts.get(cell.date);
    const verdict = verdictOf(past, cell);
    const from = past?.value ?? null;
    return { ...cell, from, to: verdict === 'restored' ? (past?.before ?? null) : from, verdict };
  });
}

/**
 * What prices become again. A pushed cell goes back to what it was. A derived one that was not pushed itself goes back
 * as well where nothing but the undone pushes has changed it or its parent since; else it follows its parent, if it
 * does so now. A derived plan of another room whose own cell was pushed is left, with all below it, to the turn of
 * its room.
 */
export function restorePrices({ roomId, tree, pushed, pasts, plans }: PricesToRestore): Restoration[] {
  const pushedOf = new Map(pushed.map((cell) => [keyOf(cell.roomId, cell.ratePlanId, cell.date), cell]));
  const done = new Map<string, Restoration>();
  const restorations: Restoration[] = [];
  const add = (restoration: Restoration) => {
    restorations.push(restoration);
    done.set(keyOf(null, restoration.ratePlanId, restoration.date), restoration);
  };
  const dates = [...new Set(pushed.map(({ date }) => date))];
  const known = new Set(tree.filter((plan) => plan.roomId === roomId).map(({ id }) => id));
  for (const plan of tree) {
    const { began = null, ruleSince = null } = plans.get(plan.id) ?? {};
    const derive = deriverOf(plan);
    for (const date of dates) {
      const past = pasts.get(plan.id)?.get(date);
      const cell = pushedOf.get(keyOf(plan.roomId, plan.id, date));
      if (cell && plan.roomId !== roomId) continue;
      if (cell) {
        const verdict = verdictOf(past, cell, began);
        const from = past?.value ?? null;
        add({ ...cell, from, to: verdict === 'restored' ? (past?.before ?? null) : from, verdict });
        continue;
      }
      const parent = done.get(keyOf(null, plan.derivedFromId, date));
      const isOpened = plan.roomId === roomId && pushedOf.has(keyOf(roomId, null, date));
      if (!past || !(parent ?? isOpened)) continue;
      const parentPast = plan.derivedFromId ? pasts.get(plan.derivedFromId)?.get(date) : undefined;
      const to = derivedPrice({ derive, past, parent, parentPast, ruleSince });
      add({ roomId: plan.roomId, ratePlanId: plan.id, date, from: past.value, to, verdict: null });
    }
  }
  // Of plans that are not in the room any more.
  for (const cell of pushed) {
    if (cell.roomId !== roomId || cell.ratePlanId === null || known.has(cell.ratePlanId)) continue;
    restorations.push({ ...cell, from: null, to: null, verdict: verdictOf(undefined, cell) });
  }
  return restorations;
}

/** The price of a plan by its parent's; null is not set. */
type Deriver = (parent: number | null) => number | null;

interface DerivedCell {
  derive: Deriver;
  past: CellPast;
  parent: Restoration | undefined;
  parentPast: CellPast | undefined;
  ruleSince: number | null;
}

function derivedPrice({ derive, past, parent, parentPast, ruleSince }: DerivedCell): number | null {
  const { firstUndone, before, value } = past;
  const isRestorable =
    firstUndone !== null &&
    isAsItWasLeft(past) &&
    (ruleSince ?? 0) < firstUndone &&
    (parentPast?.lastOther ?? 0) < firstUndone &&
    parent?.verdict !== 'unknown';
  if (isRestorable) return before;
  if (!parent || !past.exists || derive(parent.from) !== value) return value;
  return derive(parent.to);
}

/** Not set where the rule gives more than can be stored: a price that nobody may sell at is not guessed. */
function deriverOf(plan: LinkedPlan): Deriver {
  const rule = plan.derivation ? ruleOf(plan) : undefined;
  return (parent) => {
    const price = rule && parent !== null ? rule(parent) : null;
    return price !== null && price < PRICE_LIMIT ? price : null;
  };
}

/** Others may have changed it in SQL, of which no state tells. */
function isAsItWasLeft({ exists, value, after }: CellPast): boolean {
  return exists && value === after;
}

function keyOf(roomId: RoomId | null, ratePlanId: RatePlanId | null, date: CalendarDate): string {
  return `${roomId ?? ''}/${ratePlanId ?? ''}/${date}`;
}
