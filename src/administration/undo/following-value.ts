import type { LinkedPlan } from '../../calendar/calendar-plan';
import { ruleOf } from '../../calendar/calendar-plan';
import { PRICE_LIMIT } from '../../calendar/derivation/money';
import type { CellPast, PlanField } from './cell-past';
import { isAsItWasLeft, valueBefore } from './cell-past';
import { sourceOf } from './plan-lines';
import type { Restoration } from './restoration';

/** Computes the value of a plan from its parent's; null means "not set" or "none". */
export type Deriver = (parent: number | null) => number | null;

/** The outcome for the parent of a cell, and the last moment at which its rule or a rule above it has set the field. */
type ParentOutcome = Pick<Restoration, 'from' | 'to' | 'verdict'> & { ruleSince: number };

interface FollowingCell {
  derive: Deriver;
  past: CellPast;
  parent: ParentOutcome;
  parentPast: CellPast | undefined;
  ruleSince: number;
}

/**
 * Decides the value of a cell whose parent is part of the undo. The cell returns to its earlier value if only the
 * undone entries have changed it since, and if its parent also returns to its earlier value, or has its former value
 * again. The cell keeps a value that it had before the undone entries changed its parent. In all other cases, a cell
 * that follows its parent at present still follows it after the undo.
 */
export function followingValue({
  derive,
  past,
  parent,
  parentPast,
  ruleSince,
}: FollowingCell): number | null {
  const { firstUndone, before, value } = past;
  const isRestorable =
    firstUndone !== null &&
    isAsItWasLeft(past) &&
    ruleSince < firstUndone &&
    isParentAsBefore(firstUndone, parent, parentPast) &&
    parent.verdict !== 'unknown';
  if (isRestorable) return before;
  const isLeft =
    firstUndone === null &&
    parentPast?.firstUndone != null &&
    Math.max(past.lastOther ?? 0, ruleSince, parent.ruleSince) < parentPast.firstUndone;
  if (isLeft) return value;
  return past.exists && derive(parent.from) === value ? derive(parent.to) : value;
}

/**
 * Whether the undo gives a parent the value that it had just before a moment. There are two cases. The parent returns to
 * its earlier value, and neither others nor a newer rule have changed it since the moment. Or it already has that
 * value. A parent keeps its present value if it follows a plan whose push is not undone.
 */
export function isParentAsBefore(
  moment: number,
  parent: ParentOutcome | undefined,
  parentPast: CellPast | undefined,
): boolean {
  if (!parentPast) return true;
  const { lastOther, firstUndone, before, value } = parentPast;
  const to = parent ? parent.to : value;
  const isReturning = firstUndone === null || to === before;
  if (isReturning && Math.max(lastOther ?? 0, parent?.ruleSince ?? 0) < moment) return true;
  return to === valueBefore(parentPast, moment);
}

/** Returns null for a price too large to store. The price becomes "not set", so that no wrong price is sold. */
export function deriverOf(plan: LinkedPlan, field: PlanField): Deriver {
  if (field !== 'price') return (parent) => (sourceOf(plan, field) === null ? null : parent);
  const rule = plan.derivation ? ruleOf(plan) : undefined;
  return (parent) => {
    const price = rule && parent !== null ? rule(parent) : null;
    return price !== null && price < PRICE_LIMIT ? price : null;
  };
}
