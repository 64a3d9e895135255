import type { LinkedPlan } from '../../calendar/calendar-plan';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { CellPast, PlanField } from './cell-past';
import { isAsItWasLeft } from './cell-past';
import type { Deriver } from './following-value';
import { deriverOf, followingValue, isParentAsBefore } from './following-value';
import { ruleSinceOf } from './plan-lines';
import type { PlanPast, PushedCell } from './pushed-cells.repository';
import type { CellVerdict, Restoration } from './restoration';
import { verdictOf } from './restoration';

/** Returns the parent whose value a plan follows on a date at present; undefined if the plan has its own value. */
export type ParentOn = (plan: LinkedPlan, date: CalendarDate) => LinkedPlan | undefined;

/** The known history of one field of the plans around a room whose pushes are undone. */
export interface PlansToRestore {
  roomId: RoomId;
  field: PlanField;
  /** The present plans of the room. */
  own: readonly LinkedPlan[];
  /**
   * The plans of the room with cells of the undo, and all plans below them. Parents come before the plans that derive
   * from them.
   */
  tree: LinkedPlan[];
  parentOn: ParentOn;
  /** Pushed cells of the field, of all rooms of the tree and above it. */
  pushed: PushedCells;
  dates: readonly CalendarDate[];
  /** The dates on which rooms left were pushed to the room, because such a push may have set derived prices. */
  openedDates: ReadonlySet<CalendarDate>;
  pasts: ReadonlyMap<RatePlanId, ReadonlyMap<CalendarDate, CellPast>>;
  plans: ReadonlyMap<RatePlanId, PlanPast>;
  /** The plans of the room that the entries to undo have also changed before its known past. */
  oldPlans: ReadonlySet<RatePlanId>;
}

export class PushedCells {
  private readonly cells: Map<string, PushedCell>;

  constructor(readonly all: readonly PushedCell[]) {
    this.cells = new Map(all.map((cell) => [keyOf(cell.ratePlanId, cell.date, cell.roomId), cell]));
  }

  /** Returns the cell of a plan, if it was pushed while the plan was in its present room. */
  of({ id, roomId }: LinkedPlan, date: CalendarDate): PushedCell | undefined {
    return this.cells.get(keyOf(id, date, roomId));
  }
}

/** Reports whether a parent of the plan on a date, or a parent above that one, meets a condition. */
export function hasAbove(
  plan: LinkedPlan,
  date: CalendarDate,
  parentOn: ParentOn,
  isWanted: (above: LinkedPlan) => boolean,
): boolean {
  const seen = new Set<RatePlanId>();
  for (let above = parentOn(plan, date); above && !seen.has(above.id); above = parentOn(above, date)) {
    if (isWanted(above)) return true;
    seen.add(above.id);
  }
  return false;
}

/** The outcome for a cell of a plan. */
interface Outcome {
  from: number | null;
  to: number | null;
  verdict: CellVerdict | null;
  /** The last moment at which its rule or a rule above it has set the field, in microseconds. */
  ruleSince: number;
}

/** A cell, and the rule of its plan. */
interface CellOfPlan {
  plan: LinkedPlan;
  date: CalendarDate;
  derive: Deriver;
  /** The last moment at which a rule of the plan has set the field, in microseconds; 0 if none has. */
  ruleSince: number;
}

type Outcomes = Map<RatePlanId, Map<CalendarDate, Outcome>>;

/**
 * Decides the values of prices or of one restriction after the undo, by the cells that the undone entries have changed:
 * - A pushed cell returns to its earlier value, in the turn of its room.
 * - A cell that follows a cell of the undo at present is decided with it: see `followingValue`.
 * - Any other cell that they have changed returns to its earlier value, in the turn of its room. Its plan was detached or
 *   moved since, or does not inherit the restriction any more, or a push of rooms left has filled in its price.
 */
export function restorePlans(wanted: PlansToRestore): Restoration[] {
  const { field, tree, dates } = wanted;
  const done: Outcomes = new Map();
  const restorations: Restoration[] = [];
  for (const plan of tree) {
    const ofPlan = new Map<CalendarDate, Outcome>();
    done.set(plan.id, ofPlan);
    const derive = deriverOf(plan, field);
    const ruleSince = ruleSinceOf(wanted.plans.get(plan.id)?.rules ?? [], field);
    for (const date of dates) {
      const outcome = outcomeOf({ plan, date, derive, ruleSince }, wanted, done);
      if (!outcome) continue;
      ofPlan.set(date, outcome);
      const { ruleSince: _, ...values } = outcome;
      restorations.push({ roomId: plan.roomId, ratePlanId: plan.id, field, date, ...values });
    }
  }
  return [...restorations, ...leftCells(wanted)];
}

/** @returns undefined if the cell is not part of the undo, or not of this turn */
function outcomeOf(
  { plan, date, derive, ruleSince }: CellOfPlan,
  wanted: PlansToRestore,
  done: Outcomes,
): Outcome | undefined {
  const { roomId, field, parentOn, pushed, openedDates, pasts, plans } = wanted;
  const past = pasts.get(plan.id)?.get(date);
  const began = plans.get(plan.id)?.began ?? null;
  const from = past?.value ?? null;
  const by = (verdict: CellVerdict) => ({
    from,
    to: verdict === 'restored' ? (past?.before ?? null) : from,
    verdict,
    ruleSince,
  });
  const cell = pushed.of(plan, date);
  if (cell) return plan.roomId === roomId ? by(verdictOf(past, cell, began)) : undefined;
  if (!past) return undefined;
  const parentPlan = parentOn(plan, date);
  const parentPast = parentPlan && pasts.get(parentPlan.id)?.get(date);
  const parent = parentPlan && done.get(parentPlan.id)?.get(date);
  if (parent) {
    const to = followingValue({ derive, past, parent, parentPast, ruleSince });
    return { from, to, verdict: null, ruleSince: Math.max(ruleSince, parent.ruleSince) };
  }
  if (plan.roomId !== roomId || !isOwn(plan, date, past, wanted)) return undefined;
  // A push of rooms left fills in prices, and no restrictions.
  const isOpened = field === 'price' && openedDates.has(date);
  const isFilledIn = isOpened && parentPlan && ruleSince < (past.lastUndone ?? 0);
  const outcome = by(isOld(plan, past, wanted) ? 'unknown' : ownVerdict(past, parentPast, ruleSince));
  return isFilledIn ? { ...outcome, verdict: null } : outcome;
}

/** Whether the entries to undo have changed a cell that follows none of their cells at present. */
function isOwn(plan: LinkedPlan, date: CalendarDate, past: CellPast, wanted: PlansToRestore): boolean {
  const { parentOn, pushed, pasts } = wanted;
  if (past.lastUndone === null && !isOld(plan, past, wanted)) return false;
  return !hasAbove(plan, date, parentOn, (above) => {
    return pushed.of(above, date) !== undefined || pasts.get(above.id)?.get(date)?.lastUndone != null;
  });
}

/** Whether the entries to undo may also have changed a cell before the known past, and nothing else has since. */
function isOld({ id }: LinkedPlan, { exists, lastOther }: CellPast, { oldPlans }: PlansToRestore): boolean {
  return oldPlans.has(id) && exists && lastOther === null;
}

/** @param parentPast the past of a parent that the undo does not change */
function ownVerdict(past: CellPast, parentPast: CellPast | undefined, ruleSince: number): CellVerdict {
  const { firstUndone, before, value } = past;
  if (firstUndone === null || !isAsItWasLeft(past)) return 'changedSince';
  const isFollowing =
    parentPast && (ruleSince >= firstUndone || !isParentAsBefore(firstUndone, undefined, parentPast));
  if (isFollowing) return 'changedSince';
  return before === value ? 'unchanged' : 'restored';
}

/** The pushed cells of plans that the room no longer has. */
function leftCells({ roomId, own, pushed }: PlansToRestore): Restoration[] {
  const known = new Set(own.map(({ id }) => id));
  return pushed.all
    .filter((cell) => cell.roomId === roomId && !known.has(cell.ratePlanId as RatePlanId))
    .map(({ ratePlanId, field, date, ...cell }) => {
      const verdict = verdictOf(undefined, { ratePlanId, field, date, ...cell });
      return { roomId, ratePlanId, field, date, from: null, to: null, verdict };
    });
}

function keyOf(ratePlanId: RatePlanId | null, date: CalendarDate, roomId: RoomId | '' = ''): string {
  return `${roomId}/${ratePlanId ?? ''}/${date}`;
}
