import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { CalendarField } from '../../calendar/calendar-field';
import type { LinkedPlan } from '../../calendar/calendar-plan';
import { ruleOf } from '../../calendar/calendar-plan';
import { PRICE_LIMIT } from '../../calendar/derivation/derived-price.service';
import { inheritedBy } from '../../calendar/derivation/derived-restriction.service';
import type { CellPast } from './cell-past';
import { valueBefore } from './cell-past';
import type { PlanField } from './cell-pasts.service';
import type { PlanPast, PushedCell } from './pushed-cells.repository';
import type { UndoVerdict } from './undo-record';

/** The outcome for a pushed cell. */
export type CellVerdict = UndoVerdict | 'unchanged';

/** A cell and its value after the undo, which equals the present one if the cell is left unchanged. */
export interface Restoration {
  roomId: RoomId;
  /** Null for a value of the room. */
  ratePlanId: RatePlanId | null;
  field: CalendarField;
  date: CalendarDate;
  from: number | null;
  to: number | null;
  /** Null for a derived value that was not pushed itself. */
  verdict: CellVerdict | null;
}

/** The known history of one field of the plans around a room whose pushes are undone. */
export interface PlansToRestore {
  roomId: RoomId;
  field: PlanField;
  /** Parents come before the plans that derive from them. */
  tree: LinkedPlan[];
  /** Pushed cells of the field, of all rooms of the tree. */
  pushed: PushedCell[];
  /** The dates on which rooms left were pushed to the room, because such a push may have set derived prices. */
  openedDates: ReadonlySet<CalendarDate>;
  pasts: Map<RatePlanId, Map<CalendarDate, CellPast>>;
  plans: Map<RatePlanId, PlanPast>;
}

/**
 * Decides the outcome for a pushed cell by its later changes.
 * @param past undefined if its room or its plan was deleted
 * @param began the beginning of the plan, in microseconds: an earlier plan may have had the same id
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
  // The undone pushes may have cancelled each other out.
  return past.before === past.value ? 'unchanged' : 'restored';
}

/** Decides the values of a room; a date that had no record keeps its new one, with no rooms. */
export function restoreRoom(pushed: PushedCell[], pasts: Map<CalendarDate, CellPast>): Restoration[] {
  return pushed.map((cell) => {
    const past = pasts.get(cell.date);
    const verdict = verdictOf(past, cell);
    const from = past?.value ?? null;
    return { ...cell, from, to: verdict === 'restored' ? (past?.before ?? null) : from, verdict };
  });
}

/**
 * Decides the values of prices or of one restriction after the undo. A pushed cell returns to its earlier value. A
 * derived cell that was not pushed itself also returns, if only the undone pushes have changed it since, and if its
 * parent was not changed by others or has its former value again. It keeps a value that it had before they changed its
 * parent. Otherwise it follows its parent, if it follows it at present. A pushed cell of a derived plan in another room
 * stays, with all plans below it, until that room is undone.
 */
export function restorePlans({
  roomId,
  field,
  tree,
  pushed,
  openedDates,
  pasts,
  plans,
}: PlansToRestore): Restoration[] {
  const pushedOf = new Map(pushed.map((cell) => [keyOf(cell.roomId, cell.ratePlanId, cell.date), cell]));
  const done = new Map<string, Restoration>();
  const restorations: Restoration[] = [];
  const add = (restoration: Restoration) => {
    restorations.push(restoration);
    done.set(keyOf(null, restoration.ratePlanId, restoration.date), restoration);
  };
  const dates = [...new Set([...pushed.map(({ date }) => date), ...openedDates])];
  const known = new Set(tree.filter((plan) => plan.roomId === roomId).map(({ id }) => id));
  for (const plan of tree) {
    const { began = null, ruleSince = null } = plans.get(plan.id) ?? {};
    const derive = deriverOf(plan, field);
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
      const isOpened = plan.roomId === roomId && openedDates.has(date);
      if (!past || !(parent ?? isOpened)) continue;
      const parentPast = plan.derivedFromId ? pasts.get(plan.derivedFromId)?.get(date) : undefined;
      const to = derivedValue({ derive, past, parent, parentPast, ruleSince });
      add({ roomId: plan.roomId, ratePlanId: plan.id, field, date, from: past.value, to, verdict: null });
    }
  }
  // These cells belong to plans that the room no longer has.
  for (const cell of pushed) {
    if (cell.roomId !== roomId || known.has(cell.ratePlanId as RatePlanId)) continue;
    restorations.push({ ...cell, from: null, to: null, verdict: verdictOf(undefined, cell) });
  }
  return restorations;
}

/** Computes the value of a plan from its parent's; null means "not set" or "none". */
type Deriver = (parent: number | null) => number | null;

interface DerivedCell {
  derive: Deriver;
  past: CellPast;
  parent: Restoration | undefined;
  parentPast: CellPast | undefined;
  ruleSince: number | null;
}

function derivedValue({ derive, past, parent, parentPast, ruleSince }: DerivedCell): number | null {
  const { firstUndone, before, value } = past;
  const isRestorable =
    firstUndone !== null &&
    isAsItWasLeft(past) &&
    (ruleSince ?? 0) < firstUndone &&
    isParentAsBefore(firstUndone, parent, parentPast) &&
    parent?.verdict !== 'unknown';
  if (isRestorable) return before;
  const isLeft =
    firstUndone === null &&
    parentPast?.firstUndone != null &&
    Math.max(past.lastOther ?? 0, ruleSince ?? 0) < parentPast.firstUndone;
  if (isLeft) return value;
  if (!parent || !past.exists || derive(parent.from) !== value) return value;
  return derive(parent.to);
}

/** Another undo may have changed the parent, and its own undo may have changed it back. */
function isParentAsBefore(
  moment: number,
  parent: Restoration | undefined,
  parentPast: CellPast | undefined,
): boolean {
  if (!parentPast || (parentPast.lastOther ?? 0) < moment) return true;
  return (parent ? parent.to : parentPast.value) === valueBefore(parentPast, moment);
}

/** Returns null for a price too large to store. The price becomes "not set", so that no wrong price is sold. */
function deriverOf(plan: LinkedPlan, field: PlanField): Deriver {
  if (field !== 'price')
    return (parent) => (plan.derivation && inheritedBy(plan).includes(field) ? parent : null);
  const rule = plan.derivation ? ruleOf(plan) : undefined;
  return (parent) => {
    const price = rule && parent !== null ? rule(parent) : null;
    return price !== null && price < PRICE_LIMIT ? price : null;
  };
}

/** The present value is compared as well, because a change made directly in SQL leaves no state. */
function isAsItWasLeft({ exists, value, after }: CellPast): boolean {
  return exists && value === after;
}

function keyOf(roomId: RoomId | null, ratePlanId: RatePlanId | null, date: CalendarDate): string {
  return `${roomId ?? ''}/${ratePlanId ?? ''}/${date}`;
}
