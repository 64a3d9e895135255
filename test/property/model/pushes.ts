import type { Cause, Cell, Value } from './cell';
import { causeIn } from './cell';
import type { Field, PlanField } from './fields';
import { isRestriction, PLAN_FIELDS } from './fields';
import type { Hotel } from './hotel';
import type { Journal, JournalRecord } from './journal';
import type { PushedRecord } from './pushed-records';
import { recordsOf } from './pushed-records';
import type { Decision, Guard, Push } from './steps';

/** The effects of pushes, releases and discards on a hotel, with their journal records. */
export class Pushes {
  constructor(
    private readonly hotel: Hotel,
    private readonly journal: Journal,
  ) {}

  /** @param place the place of the call that this push repeats: newer values stay; null for a new call */
  push(push: Push, cause: Cause, place: number | null): JournalRecord[] {
    const pushed = recordsOf(this.hotel, push);
    const journaled = new Map<PushedRecord, JournalRecord>();
    for (const record of inTurn(pushed)) {
      const { roomId, ratePlanId, field, date, excluded } = record;
      const own = causeIn(roomId, cause);
      const verdict = excluded ?? this.apply(record, own, place);
      if (push.kind === 'message' && field === 'roomsLeft' && isInCalendar({ verdict }))
        this.hotel.fillRoom(roomId, date, own);
      journaled.set(record, { roomId, ratePlanId, field, date, verdict, cell: undefined });
    }
    const done = pushed.flatMap((record) => journaled.get(record) ?? []);
    if (push.kind === 'inventory') {
      // A push without cells to fill in does not look at plans of other rooms.
      const dates = done.filter(isInCalendar).map(({ date }) => date);
      const isFilling = this.hotel.hasUnpriced(push.roomId, dates);
      if (isFilling) for (const date of dates) this.hotel.fillRoom(push.roomId, date, cause);
    }
    return done.map((record) => (isInCalendar(record) ? { ...record, cell: this.cellOf(record) } : record));
  }

  decide({ kind, ratePlanId, from, to }: Decision, cause: Cause): JournalRecord[] {
    const { held, roomId } = this.hotel.plan(ratePlanId);
    const taken = [...held].filter(([date]) => date >= from && date <= to);
    return taken.map(([date, price]) => {
      held.delete(date);
      const record = { roomId, ratePlanId, field: 'price' as const, date };
      if (kind === 'discard') return { ...record, verdict: 'unchanged', cell: undefined };
      const verdict = this.setInPlan(ratePlanId, 'price', date, price, cause, () => false);
      return { ...record, verdict, cell: this.hotel.cell(roomId, ratePlanId, 'price', date) };
    });
  }

  private cellOf({ roomId, ratePlanId, field, date }: JournalRecord): Cell | undefined {
    return this.hotel.cell(roomId, ratePlanId, field, date);
  }

  private apply(
    { roomId, ratePlanId, field, date, value }: PushedRecord,
    cause: Cause,
    place: number | null,
  ): JournalRecord['verdict'] {
    if (field === 'roomsLeft' || field === 'closed') {
      if (place !== null && this.isSetSince(roomId, null, field, date, place)) return 'late';
      return this.hotel.setRoom(roomId, field, date, value, cause) ? 'applied' : 'unchanged';
    }
    const id = ratePlanId ?? '';
    const isLeft = (planId: string) => place !== null && this.isSetSince(roomId, planId, field, date, place);
    if (isLeft(id)) return 'late';
    if (field === 'price' && value !== null && this.isHeld(id, date, value)) return 'held';
    return this.setInPlan(id, field, date, value, cause, isLeft);
  }

  private isHeld(ratePlanId: string, date: string, price: bigint): boolean {
    const { guard, held, days } = this.hotel.plan(ratePlanId);
    const isHeld = guard !== null && isOutside(guard, price, days.get(date)?.price.value ?? null);
    if (isHeld) held.set(date, price);
    else held.delete(date);
    return isHeld;
  }

  private setInPlan(
    ratePlanId: string,
    field: PlanField,
    date: string,
    value: Value,
    cause: Cause,
    isLeft: (ratePlanId: string) => boolean,
  ): 'applied' | 'unchanged' {
    const before = this.hotel.plan(ratePlanId).days.get(date)?.[field].value;
    this.hotel.setPlan(ratePlanId, field, date, value, cause, isLeft);
    return before === value ? 'unchanged' : 'applied';
  }

  /**
   * Whether a value was set after a place: pushed to the plan or room, pushed to a plan that the plan follows, or
   * changed by people. A held price counts as set for its own plan.
   */
  private isSetSince(
    roomId: string,
    ratePlanId: string | null,
    field: Field,
    date: string,
    place: number,
  ): boolean {
    const isOfPlan = field === 'price' || isRestriction(field);
    const followed = ratePlanId !== null && isOfPlan ? this.hotel.followedBy(ratePlanId, field) : [];
    const sets = (record: JournalRecord) =>
      record.field === field &&
      record.date === date &&
      (record.ratePlanId === null ? record.roomId === roomId : followed.includes(record.ratePlanId)) &&
      (isInCalendar(record) || (record.verdict === 'held' && record.ratePlanId === ratePlanId));
    const isPushed = this.journal
      .after(place)
      .some(
        ({ kind, operation, records }) => (kind === 'push' || operation === 'release') && records.some(sets),
      );
    const own = ratePlanId === null ? roomId : this.hotel.plan(ratePlanId).roomId;
    const { changes = [] } = this.hotel.cell(own, ratePlanId, field, date) ?? {};
    return isPushed || changes.some(({ kind, at }) => kind !== 'push' && at > place);
  }
}

/**
 * Orders the records as a message applies them: first the rooms left, and then each run of records of a plan, by field.
 * The order decides which record creates the stored one, and so counts as applied.
 */
function inTurn(pushed: readonly PushedRecord[]): PushedRecord[] {
  const turns = new Map<PushedRecord, number>();
  let [run, plan]: [number, string | null] = [0, null];
  for (const record of pushed) {
    const { ratePlanId, field } = record;
    if (ratePlanId !== null && ratePlanId !== plan) [run, plan] = [run + 1, ratePlanId];
    turns.set(
      record,
      ratePlanId === null ? 0 : run * PLAN_FIELDS.length + PLAN_FIELDS.indexOf(field as PlanField),
    );
  }
  return [...pushed].sort((one, other) => (turns.get(one) ?? 0) - (turns.get(other) ?? 0));
}

function isInCalendar({ verdict }: Pick<JournalRecord, 'verdict'>): boolean {
  return verdict === 'applied' || verdict === 'unchanged';
}

function isOutside(guard: Guard, price: bigint, stored: Value): boolean {
  const { minimum, maxDecreasePercent, maxIncreasePercent } = guard;
  if (minimum !== null && price < minimum) return true;
  if (stored === null || stored === 0n) return false;
  if (maxDecreasePercent !== null && price * 100n < stored * BigInt(100 - maxDecreasePercent)) return true;
  return maxIncreasePercent !== null && price * 100n > stored * BigInt(100 + maxIncreasePercent);
}
