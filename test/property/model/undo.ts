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
  /** Null for a derived value that was not pushed itself. */
  verdict: 'restored' | 'changedSince' | 'unchanged' | null;
}

/** The pushes of the undone entries to a cell. */
interface Pushed {
  ratePlanId: string | null;
  field: Field;
  date: string;
  isApplied: boolean;
  /** The time of the last push that changed its value. */
  lastApplied: number;
  /** Whether it is the present cell, and not one of a deleted plan or room. */
  isThere: boolean;
}

/** Undoes the changes of some entries. */
export class Undo {
  private readonly ids: Set<string>;

  /** @param onlyOfPlan the only plan whose records are undone; null for all records */
  constructor(
    private readonly hotel: Hotel,
    private readonly undone: Entry[],
    private readonly onlyOfPlan: string | null = null,
  ) {
    this.ids = new Set(undone.map(({ requestId }) => requestId));
  }

  /** The pushed rooms, in the order in which they are undone. */
  get roomIds(): string[] {
    const rooms = this.undone.filter(({ records }) => records.some(isPushed)).map(({ roomId }) => roomId);
    return [...new Set(rooms)].sort((one, other) => Number(one) - Number(other));
  }

  /** The request ids of the entries to undo in a room, the newest first. */
  idsIn(roomId: string): string[] {
    const ids = this.undone.filter((entry) => entry.roomId === roomId).map(({ requestId }) => requestId);
    return ids.sort().reverse();
  }

  /** The restoration of each cell of a room, and of the cells that derive from them. */
  restore(roomId: string): Restoration[] {
    const pushed = this.pushedIn(roomId);
    const dates = [...new Set(pushed.map(({ date }) => date))];
    const done = ROOM_FIELDS.flatMap((field) => pushed.filter((cell) => cell.field === field)).map((cell) =>
      this.restorePushed(roomId, cell),
    );
    for (const field of PLAN_FIELDS) {
      for (const ratePlanId of this.plansOf(roomId, field, pushed)) {
        for (const date of dates) {
          const restoration = this.restoreOfPlan(roomId, ratePlanId, field, date, done);
          if (restoration) done.push(restoration);
        }
      }
    }
    // Cells of plans that have left the room. A plan that is now in another room is not such a parent.
    const isGone = ({ ratePlanId }: Pushed) =>
      ratePlanId !== null && this.hotel.plans.get(ratePlanId)?.roomId !== roomId;
    return [...done, ...pushed.filter(isGone).map((cell) => this.restorePushed(roomId, cell))];
  }

  /**
   * The plans of the room whose field was pushed, with the plans below them. For prices, these are all plans if rooms
   * left were pushed.
   */
  private plansOf(roomId: string, field: PlanField, pushed: Pushed[]): string[] {
    const isOpened = field === 'price' && pushed.some((cell) => cell.field === 'roomsLeft');
    const ofRoom = [...this.hotel.plans].filter(([, plan]) => plan.roomId === roomId).map(([id]) => id);
    const isPushedTo = (id: string) => pushed.some((cell) => cell.ratePlanId === id && cell.field === field);
    return this.hotel.withDerived(ofRoom.filter((id) => isOpened || isPushedTo(id)));
  }

  private restoreOfPlan(
    roomId: string,
    ratePlanId: string,
    field: PlanField,
    date: string,
    done: Restoration[],
  ): Restoration | undefined {
    const { roomId: ownRoomId, rule, days } = this.hotel.plan(ratePlanId);
    const pushed = this.pushedIn(ownRoomId).find((cell) => isOf(cell, ratePlanId, field, date));
    // A cell of another room, with all cells below it, waits for the turn of that room.
    if (pushed) return ownRoomId === roomId ? this.restorePushed(roomId, pushed) : undefined;
    const parent = done.find((cell) => rule && isOf(cell, rule.from, field, date));
    const isOpened =
      field === 'price' && ownRoomId === roomId && done.some((cell) => isOf(cell, null, 'roomsLeft', date));
    const cell = days.get(date)?.[field];
    if (!cell || (!parent && !isOpened)) return undefined;
    const to = this.derivedValue(ratePlanId, field, date, cell, parent);
    return { ratePlanId, field, date, cell, from: cell.value, to, verdict: null };
  }

  /**
   * The earlier value comes back, unless the rule has changed since, or the parent has changed and has another value than
   * then. A value from before the change of the parent stays. Otherwise the value follows the present rule.
   */
  private derivedValue(
    ratePlanId: string,
    field: PlanField,
    date: string,
    cell: Cell,
    parent?: Restoration,
  ): Value {
    const [first] = this.lastRun(cell);
    const { rule, ruleSince } = this.hotel.plan(ratePlanId);
    const { changes = [] } = (rule && this.hotel.plan(rule.from).days.get(date)?.[field]) ?? {};
    const otherChange = changes.findLast(({ requestId }) => !this.ids.has(requestId));
    const isParentAsBefore = () => {
      const parentCell = rule && this.hotel.plan(rule.from).days.get(date)?.[field];
      const since = parentCell?.changes.find(({ at }) => first && at >= first.at);
      const now = parent ? parent.to : (parentCell?.value ?? null);
      return now === (since ? since.before : (parentCell?.value ?? null));
    };
    if (first && ruleSince < first.at && ((otherChange?.at ?? 0) < first.at || isParentAsBefore()))
      return first.before;
    const [firstOfParent] = parent?.cell ? this.lastRun(parent.cell) : [];
    const lastChange = Math.max(cell.changes.at(-1)?.at ?? 0, ruleSince);
    if (!first && firstOfParent && lastChange < firstOfParent.at) return cell.value;
    const isFollowing = parent && this.hotel.derived(ratePlanId, field, parent.from) === cell.value;
    return isFollowing ? this.hotel.derived(ratePlanId, field, parent.to) : cell.value;
  }

  private restorePushed(roomId: string, { ratePlanId, field, date, ...pushed }: Pushed): Restoration {
    const cell = this.hotel.cell(roomId, ratePlanId, field, date);
    const from = cell?.value ?? null;
    const left = { ratePlanId, field, date, cell, from, to: from };
    if (!cell || !pushed.isThere) {
      return { ...left, verdict: pushed.isApplied ? 'changedSince' : 'unchanged' };
    }
    const [first] = this.lastRun(cell);
    if (!first) {
      const isChanged = pushed.isApplied && (cell.changes.at(-1)?.at ?? 0) > pushed.lastApplied;
      return { ...left, verdict: isChanged ? 'changedSince' : 'unchanged' };
    }
    if (first.before === from) return { ...left, verdict: 'unchanged' };
    return { ...left, to: first.before, verdict: 'restored' };
  }

  /** The changes by the entries to undo, after the last other change. */
  private lastRun({ changes }: Cell): Cell['changes'] {
    return changes.slice(changes.findLastIndex(({ requestId }) => !this.ids.has(requestId)) + 1);
  }

  private pushedIn(roomId: string): Pushed[] {
    const found = new Map<string, Pushed>();
    for (const entry of this.undone.filter((each) => each.roomId === roomId)) {
      const ofPlan = entry.records.filter(
        ({ ratePlanId }) => this.onlyOfPlan === null || ratePlanId === this.onlyOfPlan,
      );
      for (const { ratePlanId, field, date, verdict, cell } of ofPlan.filter(isPushed)) {
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
