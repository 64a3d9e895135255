import type { RoomId } from '../platform/database/id';
import { byNumber } from '../platform/database/id';
import type { Microseconds } from './moment';
import type { RoomChange } from './room-calendar';
import { RoomCalendars } from './room-calendars';

/** Moments of a room differ by this much, so that one stays free between two. */
const STEP: Microseconds = 2;

/** What changed in a room at a moment, and the journal entry of it. */
export interface RecordedChange {
  change: RoomChange;
  moment: Microseconds;
  entryId: string;
}

/** A room's own clock, and what a push has to know besides its calendar. */
export interface RoomClock {
  id: RoomId;
  /** In microseconds. */
  nextMoment: string;
  isKnown: boolean;
  layoutId: number | null;
  hasUndelivered: boolean;
  isKnownServer: boolean;
}

/** What a transaction has loaded and locked, and what has been changed in it since. */
export class LoadedCalendars {
  readonly calendars = new RoomCalendars();
  /** Rooms that another transaction has locked: nothing in them may change. */
  readonly blocked = new Set<RoomId>();
  /** Rooms with a call that was applied, and whose caller did not hear of it lately. */
  readonly withUndelivered = new Set<RoomId>();
  /** The ids of the layouts of states, by room; null where there is none yet. */
  readonly layoutIds = new Map<RoomId, number | null>();
  /** Whether the feed of changes knows the present run of the database server. */
  isKnownServer = true;
  /** The rooms of which nothing is stored yet: they came to the table by another way than through the service. */
  readonly unknownIds: RoomId[] = [];
  readonly recorded: RecordedChange[] = [];
  private readonly locked = new Set<RoomId>();
  private firstMoment: Microseconds = 0;
  private nextMoment: Microseconds = 0;

  /** The rooms that are locked, in the order of their ids. */
  get lockedIds(): RoomId[] {
    return [...this.locked].sort(byNumber);
  }

  /** Notes a room that was loaded, and whether this transaction holds its lock. */
  noteLock({ id, nextMoment, ...room }: RoomClock, isLocked: boolean): void {
    if (!isLocked) this.blocked.add(id);
    if (room.hasUndelivered) this.withUndelivered.add(id);
    this.isKnownServer &&= room.isKnownServer;
    if (!isLocked || this.locked.has(id)) return;
    this.locked.add(id);
    if (!room.isKnown) this.unknownIds.push(id);
    this.layoutIds.set(id, room.layoutId);
    this.firstMoment = this.nextMoment = Math.max(this.nextMoment, Number(nextMoment));
  }

  /** When the known past of a room begins that had none: just before anything is changed. */
  get beginning(): Microseconds {
    return this.firstMoment - 1;
  }

  /** The last moment that was taken; undefined where none was. */
  get lastMoment(): Microseconds | undefined {
    return this.nextMoment === this.firstMoment ? undefined : this.nextMoment - STEP;
  }

  /** Takes the next moment: later than any before in every locked room. */
  takeMoment(): Microseconds {
    const moment = this.nextMoment;
    this.nextMoment += STEP;
    return moment;
  }

  /** Records what has changed since this was last called, under the entry of what changed it. */
  record(entryId: string, moment: Microseconds): RoomChange[] {
    const changes = this.calendars.takeChanges();
    for (const change of changes) this.recorded.push({ change, moment, entryId });
    return changes;
  }
}
