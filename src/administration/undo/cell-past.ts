import type { CalendarField } from '../../calendar/calendar-field';
import type { CellPrice } from '../../calendar/cell';
import { NO_RECORD, NOT_SET } from '../../calendar/cell';

/** A value of a room by date, and a value of its rate plans. */
export type RoomField = 'roomsLeft' | 'closed';
export type PlanField = Exclude<CalendarField, RoomField>;

/**
 * The present value of a cell and its history.
 * Moments are in microseconds. Values are prices in 1/10,000, rooms left, or restrictions, where null means "not set" or
 * "none". A missing record counts as a price that is not set, as no rooms left, or as no restriction.
 */
export interface CellPast {
  value: number | null;
  exists: boolean;
  /**
   * The time of the last change that is not to be undone; null if that change precedes all entries to undo.
   */
  lastOther: number | null;
  /** The time of the first change to undo after the last other change; null if there is none. */
  firstUndone: number | null;
  /** The time of the last change to undo, even if another change followed it; null if there is none. */
  lastUndone: number | null;
  /** The value before the first change to undo after the last other change. */
  before: number | null;
  /** The value after the last change. */
  after: number | null;
  /** The states of the cell since the first entry to undo, and the state before them. */
  states: readonly Pick<CellState, 'moment' | 'value'>[];
}

/** A value that a cell took at a moment. */
export interface CellState {
  moment: number;
  value: number | null;
  /** Whether the entry that set the value is to be undone. */
  isUndone: boolean;
  /** Whether this counts as no change: the last state before all entries to undo, or a state of another plan. */
  isBaseline: boolean;
}

/** Derives the past of a cell from its states, which are ordered by their moments. */
export function pastOf(present: CellPrice, states: readonly CellState[], initial: number | null): CellPast {
  const past: CellPast = {
    value: present === NO_RECORD || present === NOT_SET ? null : present,
    exists: present !== NO_RECORD,
    lastOther: null,
    firstUndone: null,
    lastUndone: null,
    before: null,
    after: null,
    states,
  };
  let earlier = initial;
  for (const { moment, value, isUndone, isBaseline } of states) {
    if (!isBaseline && value !== earlier) {
      past.after = value;
      if (isUndone) {
        past.lastUndone = moment;
        if (past.firstUndone === null) {
          past.firstUndone = moment;
          past.before = earlier;
        }
      } else {
        past.lastOther = moment;
        past.firstUndone = past.before = null;
      }
    }
    earlier = value;
  }
  return past;
}

/** Returns the value that a cell had just before a moment; null if it had no record. */
export function valueBefore({ states }: CellPast, moment: number): number | null {
  return states.findLast((state) => state.moment < moment)?.value ?? null;
}

/** The present value is compared as well, because a change made directly in SQL leaves no state. */
export function isAsItWasLeft({ exists, value, after }: CellPast): boolean {
  return exists && value === after;
}
