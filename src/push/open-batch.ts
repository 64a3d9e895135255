import type { LoadedCalendars } from '../calendar/loaded-calendars';
import type { RoomId } from '../platform/database/id';
import type { NewEntry } from './journal/new-entry';
import type { BatchResult } from './waiting-push';

/** A transaction after the calendars of its pushes are loaded, with what they have decided so far. */
export class OpenBatch<Work, Result> {
  readonly entries: NewEntry[] = [];
  /** The rooms of pushes that have to run again: later pushes for these rooms must wait. */
  readonly postponed = new Set<RoomId>();

  constructor(
    readonly loaded: LoadedCalendars,
    readonly result: BatchResult<Work, Result>,
  ) {}
}
