import type { CellPrice } from '../../calendar/room-calendar';
import { NO_RECORD, NOT_SET } from '../../calendar/room-calendar';

/**
 * What a cell is, and how it came to be it. Moments are microseconds. Values are prices in 1/10,000, where null is not
 * set, or rooms left. A record that does not exist counts as one that is not set, and as no rooms left.
 */
export interface CellPast {
  value: number | null;
  exists: boolean;
  /** When it was last changed by something that is not to be undone; null where that was before all that is. */
  lastOther: number | null;
  /** When it was first changed by what is to be undone, and by nothing else since; null where there is no such change. */
  firstUndone: number | null;
  /** What it was before that change. */
  before: number | null;
  /** What it was after the last change. */
  after: number | null;
}

/** A value that a cell had from a moment on. */
export interface CellState {
  moment: number;
  value: number | null;
  /** Whether the entry that made it is to be undone. */
  isUndone: boolean;
  /** Whether it is the last one before all that is to be undone. */
  isGround: boolean;
}

/** The past of a cell from its states, which are in the order of their moments. */
export function pastOf(present: CellPrice, states: Iterable<CellState>, ground: number | null): CellPast {
  const past: CellPast = {
    value: present === NO_RECORD || present === NOT_SET ? null : present,
    exists: present !== NO_RECORD,
    lastOther: null,
    firstUndone: null,
    before: null,
    after: null,
  };
  let earlier = ground;
  for (const { moment, value, isUndone, isGround } of states) {
    if (!isGround && value !== earlier) {
      past.after = value;
      if (!isUndone) {
        past.lastOther = moment;
        past.firstUndone = past.before = null;
      } else if (past.firstUndone === null) {
        past.firstUndone = moment;
        past.before = earlier;
      }
    }
    earlier = value;
  }
  return past;
}
