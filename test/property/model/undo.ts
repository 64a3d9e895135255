import type { Cell, Value } from './cell';
import type { Hotel } from './hotel';
import type { Entry, JournalRecord } from './journal';

/** What becomes of a cell. */
export interface Restoration {
  ratePlanId: string | null;
  date: string;
  cell: Cell | undefined;
  from: Value;
  to: Value;
  /** Null of a derived price that was not pushed itself. */
  verdict: 'restored' | 'changedSince' | 'unchanged' | null;
}

/** All that the undone entries pushed to a cell. */
interface Pushed {
  ratePlanId: string | null;
  date: string;
  isApplied: boolean;
  /** When the last of them was that gave it another value. */
  lastApplied: number;
  /** Whether it is the cell of now, and not one of a plan or a room that has been deleted. */
  isThere: boolean;
}

/** Takes back what some entries have done. */
export class Undo {
  private readonly ids: Set<string>;

  constructor(
    private readonly hotel: Hotel,
    private readonly undone: Entry[],
  ) {
    this.ids = new Set(undone.map(({ requestId }) => requestId));
  }

  /** The rooms of what was pushed, in the order in which they are worked off. */
  get roomIds(): string[] {
    const rooms = this.undone.filter(({ records }) => records.some(isPushed)).map(({ roomId }) => roomId);
    return [...new Set(rooms)].sort((one, other) => Number(one) - Number(other));
  }

  /** The request ids of what is undone in a room, the newest first. */
  idsIn(roomId: string): string[] {
    const ids = this.undone.filter((entry) => entry.roomId === roomId).map(({ requestId }) => requestId);
    return ids.sort().reverse();
  }

  /** What is to become of the cells of a room, and of what derives from them. */
  restore(roomId: string): Restoration[] {
    const pushed = this.pushedIn(roomId);
    const isOfRoom = ({ ratePlanId }: Pushed) =>
      ratePlanId === null || this.hotel.plans.get(ratePlanId)?.roomId === roomId;
    const done = pushed
      .filter(({ ratePlanId }) => ratePlanId === null)
      .map((cell) => this.restorePushed(roomId, cell));
    for (const ratePlanId of this.plansOf(roomId, pushed)) {
      for (const date of new Set(pushed.map((cell) => cell.date))) {
        const restoration = this.restorePrice(roomId, ratePlanId, date, done);
        if (restoration) done.push(restoration);
      }
    }
    // Of plans that are not in the room any more: one that has come back in another room is no such parent.
    const gone = pushed.filter((cell) => !isOfRoom(cell)).map((cell) => this.restorePushed(roomId, cell));
    return [...done, ...gone];
  }

  /** The plans of the room that were pushed, or all of them where rooms left were, with what derives from them. */
  private plansOf(roomId: string, pushed: Pushed[]): string[] {
    const isOpened = pushed.some(({ ratePlanId }) => ratePlanId === null);
    const ofRoom = [...this.hotel.plans].filter(([, plan]) => plan.roomId === roomId).map(([id]) => id);
    const roots = ofRoom.filter((id) => isOpened || pushed.some(({ ratePlanId }) => ratePlanId === id));
    return this.hotel.withDerived(roots);
  }

  private restorePrice(
    roomId: string,
    ratePlanId: string,
    date: string,
    done: Restoration[],
  ): Restoration | undefined {
    const { roomId: ownRoomId, rule, cells } = this.hotel.plan(ratePlanId);
    const pushed = this.pushedIn(ownRoomId).find((cell) => isOf(cell, ratePlanId, date));
    // The cell of another room is left to the turn of that room, and all below it.
    if (pushed) return ownRoomId === roomId ? this.restorePushed(roomId, pushed) : undefined;
    const parent = done.find((cell) => rule && isOf(cell, rule.from, date));
    const isOpened = ownRoomId === roomId && done.some((cell) => isOf(cell, null, date));
    const cell = cells.get(date);
    if (!cell || (!parent && !isOpened)) return undefined;
    const to = this.derivedPrice(ratePlanId, date, cell, parent);
    return { ratePlanId, date, cell, from: cell.value, to, verdict: null };
  }

  /** What was there before comes back, unless rule or parent were changed since; else the rule of now is followed. */
  private derivedPrice(ratePlanId: string, date: string, cell: Cell, parent?: Restoration): Value {
    const [first] = this.lastRun(cell);
    const { rule, ruleSince } = this.hotel.plan(ratePlanId);
    const { changes = [] } = (rule && this.hotel.plan(rule.from).cells.get(date)) ?? {};
    const otherChange = changes.findLast(({ requestId }) => !this.ids.has(requestId));
    if (first && ruleSince < first.at && (otherChange?.at ?? 0) < first.at) return first.before;
    const isFollowing = parent && this.hotel.derived(ratePlanId, parent.from) === cell.value;
    return isFollowing ? this.hotel.derived(ratePlanId, parent.to) : cell.value;
  }

  private restorePushed(roomId: string, { ratePlanId, date, ...pushed }: Pushed): Restoration {
    const cell = this.hotel.cell(roomId, ratePlanId, date);
    const from = cell?.value ?? null;
    const left = { ratePlanId, date, cell, from, to: from };
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

  /** The changes by what is undone that nothing else follows. */
  private lastRun({ changes }: Cell): Cell['changes'] {
    return changes.slice(changes.findLastIndex(({ requestId }) => !this.ids.has(requestId)) + 1);
  }

  private pushedIn(roomId: string): Pushed[] {
    const found = new Map<string, Pushed>();
    for (const entry of this.undone.filter((each) => each.roomId === roomId)) {
      for (const { ratePlanId, date, verdict, cell } of entry.records.filter(isPushed)) {
        const key = `${ratePlanId} ${date}`;
        const earlier = found.get(key);
        found.set(key, {
          ratePlanId,
          date,
          isApplied: verdict === 'applied' || (earlier?.isApplied ?? false),
          lastApplied: verdict === 'applied' ? entry.at : (earlier?.lastApplied ?? 0),
          isThere: cell !== undefined && cell === this.hotel.cell(roomId, ratePlanId, date),
        });
      }
    }
    return [...found.values()];
  }
}

function isPushed({ verdict }: JournalRecord): boolean {
  return verdict === 'applied' || verdict === 'unchanged';
}

function isOf(cell: { ratePlanId: string | null; date: string }, ratePlanId: string | null, date: string) {
  return cell.ratePlanId === ratePlanId && cell.date === date;
}
