import type { Cell, Value } from './cell';
import type { Field, PlanField } from './fields';
import { PLAN_FIELDS, ROOM_FIELDS } from './fields';
import type { Hotel } from './hotel';
import type { Entry, JournalRecord } from './journal';

/** The outcome for a cell. */
export interface Restoration {
  ratePlanId: string | null;
  field: Field;
  date: string;
  cell: Cell | undefined;
  from: Value;
  to: Value;
  /** Null for a derived value that follows its parent. */
  verdict: 'restored' | 'changedSince' | 'unchanged' | null;
  /** When a rule last set the field: the rule of the plan, or of a plan above it from which the value may come. */
  rulesSince: number;
}

/** The pushes of the undone entries to a cell. */
interface Pushed {
  ratePlanId: string | null;
  field: Field;
  date: string;
  isApplied: boolean;
  /** The time of the last push that changed its value. */
  lastApplied: number;
  /** Whether the cell is the present one, and not that of a deleted plan or room. */
  isThere: boolean;
}

/** Undoes the changes of some entries. */
export class Undo {
  private readonly ids: Set<string>;
  private readonly dates: Set<string>;
  /** The fields that the undone entries may have changed. A push of rooms left fills in prices. */
  private readonly fields: Set<Field>;

  /** @param onlyOfPlan the only plan whose records are undone; null for all records */
  constructor(
    private readonly hotel: Hotel,
    private readonly undone: Entry[],
    private readonly onlyOfPlan: string | null = null,
  ) {
    this.ids = new Set(undone.map(({ requestId }) => requestId));
    const records = undone.flatMap((entry) => this.recordsOf(entry));
    this.dates = new Set(records.map(({ date }) => date));
    this.fields = new Set(records.map(({ field }) => (field === 'roomsLeft' ? 'price' : field)));
  }

  /** The rooms that the entries were for or have changed, in the order in which they are undone. */
  get roomIds(): string[] {
    const rooms = new Set(this.pushedRooms);
    for (const { roomId, days } of this.hotel.plans.values()) {
      for (const [date, day] of days)
        if (PLAN_FIELDS.some((field) => this.isTouched(day[field], field, date))) rooms.add(roomId);
    }
    return [...rooms].sort((one, other) => Number(one) - Number(other));
  }

  /** The rooms that the entries were for. */
  get pushedRooms(): string[] {
    const entries = this.undone.filter(({ records }) => records.some(isPushed));
    return [...new Set(entries.map(({ roomId }) => roomId))];
  }

  /** The request ids of the entries to undo that are for a room or have changed it, the newest first. */
  idsIn(roomId: string): string[] {
    const entries = this.undone.filter(
      (entry) => entry.roomId === roomId || this.hotel.hasChanged(entry.requestId, roomId),
    );
    return entries
      .map(({ requestId }) => requestId)
      .sort()
      .reverse();
  }

  /** The restoration of each cell of a room, and of the cells that follow them. */
  restore(roomId: string): Restoration[] {
    const pushed = this.pushedIn(roomId);
    const done = ROOM_FIELDS.flatMap((field) => pushed.filter((cell) => cell.field === field)).map((cell) =>
      this.restorePushed(roomId, cell),
    );
    for (const field of PLAN_FIELDS) {
      for (const ratePlanId of this.hotel.withDerived([...this.hotel.plans.keys()])) {
        for (const date of this.hotel.plan(ratePlanId).days.keys())
          if (this.roomOf(ratePlanId, field, date) === roomId)
            done.push(this.restoreOfPlan(ratePlanId, field, date, done));
      }
    }
    // `left` has the pushed cells of plans that have left the room or have no record any more.
    const isDone = (cell: Pushed) => done.some((each) => isOf(each, cell.ratePlanId, cell.field, cell.date));
    // A plan that has left the room may be done as well, because it follows a plan of the room now.
    const hasLeft = (id: string) => this.hotel.plans.get(id)?.roomId !== roomId;
    const left = pushed.filter(
      (cell) => cell.ratePlanId !== null && (hasLeft(cell.ratePlanId) || !isDone(cell)),
    );
    return [...done, ...left.map((cell) => this.restorePushed(roomId, cell))];
  }

  /**
   * Returns the room in whose turn a cell is undone. A pushed cell belongs to the turn of its own room. A cell that
   * follows another cell of the undo belongs to the turn of that cell. Any other cell that the entries have changed
   * belongs to the turn of its own room.
   * @returns undefined if the undo does not concern the cell
   */
  private roomOf(ratePlanId: string, field: PlanField, date: string): string | undefined {
    const { roomId, days } = this.hotel.plan(ratePlanId);
    if (this.pushed(ratePlanId, field, date)) return roomId;
    const parentId = this.parentOf(ratePlanId, field, date);
    const ofParent = parentId && this.roomOf(parentId, field, date);
    const cell = days.get(date)?.[field];
    return ofParent ?? (cell && this.isTouched(cell, field, date) ? roomId : undefined);
  }

  /** Returns the plan that a plan follows now, if the followed plan has a record on the date. */
  private parentOf(ratePlanId: string, field: PlanField, date: string): string | undefined {
    const [, parentId] = this.hotel.followedBy(ratePlanId, field);
    return parentId && this.hotel.plan(parentId).days.has(date) ? parentId : undefined;
  }

  private restoreOfPlan(
    ratePlanId: string,
    field: PlanField,
    date: string,
    done: Restoration[],
  ): Restoration {
    const { roomId, days } = this.hotel.plan(ratePlanId);
    const ruleSince = this.hotel.ruleSinceOf(ratePlanId, field);
    const pushed = this.pushed(ratePlanId, field, date);
    if (pushed) return this.restorePushed(roomId, pushed);
    const cell = days.get(date)?.[field] as Cell;
    const { value } = cell;
    const left = { ratePlanId, field, date, cell, from: value, to: value, verdict: null };
    const parentId = this.parentOf(ratePlanId, field, date);
    const parent = done.find((each) => isOf(each, parentId ?? '', field, date));
    if (parent) {
      const to = this.followingValue(ratePlanId, cell, parent);
      return { ...left, to, rulesSince: Math.max(ruleSince, parent.rulesSince) };
    }
    const [first] = this.lastRun(cell);
    const isFollowing =
      first && parentId && (ruleSince >= first.at || !this.isAsBefore(parentId, field, date, first.at));
    const verdict =
      !first || isFollowing ? 'changedSince' : first.before === value ? 'unchanged' : 'restored';
    const to = verdict === 'restored' && first ? first.before : value;
    // A price that rooms left have filled in follows its parent, even if that is not part of the undo.
    const wasOpened = this.pushedIn(roomId).some((each) => isOf(each, null, 'roomsLeft', date));
    const lastTouch = cell.changes.findLast((change) => this.isUndone(change))?.at ?? 0;
    const isFilledIn = field === 'price' && wasOpened && parentId && ruleSince < lastTouch;
    return { ...left, to, verdict: isFilledIn ? null : verdict, rulesSince: ruleSince };
  }

  /**
   * Returns the value of a cell whose parent is part of the undo. The earlier value comes back if the rule of the plan
   * has not changed since, and the parent is as it was then: it has the same value after the undo, or only the undone
   * calls have changed it since and it does not keep its value. A value from before the change of the parent stays. Any
   * other value that follows the present rule follows it after the undo as well.
   */
  private followingValue(ratePlanId: string, cell: Cell, parent: Restoration): Value {
    const { field, date } = parent as { field: PlanField; date: string };
    const parentId = parent.ratePlanId ?? '';
    const ruleSince = this.hotel.ruleSinceOf(ratePlanId, field);
    const { rulesSince } = parent;
    const [first] = this.lastRun(cell);
    const [firstOfParent] = parent.cell ? this.lastRun(parent.cell) : [];
    const keepsValue = firstOfParent !== undefined && parent.to !== firstOfParent.before;
    const isAsBefore = (at: number) =>
      rulesSince < at && !keepsValue
        ? this.isAsBefore(parentId, field, date, at, parent.to)
        : parent.to === this.valueBefore(parentId, field, date, at);
    if (first && ruleSince < first.at && isAsBefore(first.at)) return first.before;
    const lastChange = Math.max(cell.changes.at(-1)?.at ?? 0, ruleSince, rulesSince);
    if (!first && firstOfParent && lastChange < firstOfParent.at) return cell.value;
    const isFollowing = this.hotel.derived(ratePlanId, field, parent.from) === cell.value;
    return isFollowing ? this.hotel.derived(ratePlanId, field, parent.to) : cell.value;
  }

  /**
   * Whether only undone calls have changed a plan since a place, or the plan has its value of that place again.
   * @param now the value of the plan after the undo; by default, its present value
   */
  private isAsBefore(ratePlanId: string, field: PlanField, date: string, at: number, now?: Value): boolean {
    const cell = this.hotel.plan(ratePlanId).days.get(date)?.[field];
    const other = cell?.changes.findLast((change) => !this.isUndone(change));
    if ((other?.at ?? 0) < at) return true;
    return (now === undefined ? cell?.value : now) === this.valueBefore(ratePlanId, field, date, at);
  }

  private valueBefore(ratePlanId: string, field: PlanField, date: string, at: number): Value {
    const cell = this.hotel.plan(ratePlanId).days.get(date)?.[field];
    const since = cell?.changes.find((change) => change.at >= at);
    return since ? since.before : (cell?.value ?? null);
  }

  private restorePushed(roomId: string, { ratePlanId, field, date, ...pushed }: Pushed): Restoration {
    const cell = this.hotel.cell(roomId, ratePlanId, field, date);
    const from = cell?.value ?? null;
    const rulesSince = this.hotel.ruleSinceOf(ratePlanId, field);
    const left = { ratePlanId, field, date, cell, from, to: from, rulesSince };
    if (!cell || !pushed.isThere) {
      return { ...left, verdict: pushed.isApplied ? 'changedSince' : 'unchanged' };
    }
    const [first] = this.lastRun(cell);
    if (!first) {
      const isOfUndone = cell.changes.some((change) => this.isUndone(change));
      const isChanged =
        isOfUndone || (pushed.isApplied && (cell.changes.at(-1)?.at ?? 0) > pushed.lastApplied);
      return { ...left, verdict: isChanged ? 'changedSince' : 'unchanged' };
    }
    if (first.before === from) return { ...left, verdict: 'unchanged' };
    return { ...left, to: first.before, verdict: 'restored' };
  }

  /** The changes by the entries to undo, after the last other change. */
  private lastRun({ changes }: Cell): Cell['changes'] {
    return changes.slice(changes.findLastIndex((change) => !this.isUndone(change)) + 1);
  }

  /** Whether the undo takes back a change: it may take back only the part of a message that is about one plan. */
  private isUndone({ requestId, line }: Cell['changes'][number]): boolean {
    if (!this.ids.has(requestId)) return false;
    return this.onlyOfPlan === null || line.includes(this.onlyOfPlan);
  }

  /**
   * Whether the undone entries have changed a cell. The entry of a message for one room also has changes that follow from
   * its pushes to other rooms. If those are not undone, their dates and fields do not count.
   */
  private isTouched({ changes }: Cell, field: PlanField, date: string): boolean {
    return this.dates.has(date) && this.fields.has(field) && changes.some((change) => this.isUndone(change));
  }

  private recordsOf({ records }: Entry): JournalRecord[] {
    return records.filter(
      (record) => isPushed(record) && (this.onlyOfPlan === null || record.ratePlanId === this.onlyOfPlan),
    );
  }

  private pushed(ratePlanId: string, field: PlanField, date: string): Pushed | undefined {
    return this.pushedIn(this.hotel.plan(ratePlanId).roomId).find((cell) =>
      isOf(cell, ratePlanId, field, date),
    );
  }

  private pushedIn(roomId: string): Pushed[] {
    const found = new Map<string, Pushed>();
    for (const entry of this.undone.filter((each) => each.roomId === roomId)) {
      for (const { ratePlanId, field, date, verdict, cell } of this.recordsOf(entry)) {
        const key = `${ratePlanId} ${field} ${date}`;
        const earlier = found.get(key);
        found.set(key, {
          ratePlanId,
          field,
          date,
          isApplied: verdict === 'applied' || (earlier?.isApplied ?? false),
          lastApplied: verdict === 'applied' ? entry.at : (earlier?.lastApplied ?? 0),
          isThere: cell !== undefined && cell === this.hotel.cell(roomId, ratePlanId, field, date),
        });
      }
    }
    return [...found.values()];
  }
}

function isPushed({ verdict }: JournalRecord): boolean {
  return verdict === 'applied' || verdict === 'unchanged';
}

function isOf(
  cell: Pick<Pushed, 'ratePlanId' | 'field' | 'date'>,
  id: string | null,
  field: Field,
  date: string,
) {
  return cell.ratePlanId === id && cell.field === field && cell.date === date;
}
