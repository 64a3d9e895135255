import type { RoomId } from '../platform/database/id';
import { byNumber } from '../platform/database/id';
import type { Microseconds } from '../platform/dates/microseconds';
import type { RoomChange } from './room-change';
import { roomBehind } from './room-behind';
import { RoomCalendars } from './room-calendars';

/** The minimum distance between two moments of a room, which leaves one moment free between them. */
const STEP: Microseconds = 2;

/** A change in a room at a moment, and its journal entry. */
export interface RecordedChange {
  change: RoomChange;
  moment: Microseconds;
  entryId: string;
}

/** The clock of a room, and the facts that a push needs besides its calendar. */
export interface RoomClock {
  id: RoomId;
  /** In microseconds. */
  nextMoment: string;
  isKnown: boolean;
  planListId: number | null;
  hasFailedCalls: boolean;
  isKnownServer: boolean;
}

/** The rooms that a transaction has loaded and locked, and their changes since. */
export class LoadedCalendars {
  readonly calendars = new RoomCalendars();
  /** Rooms that another transaction has locked. The caller must not change them. */
  readonly blocked = new Set<RoomId>();
  /** Rooms with a recent call that was applied but failed for its caller. */
  readonly withFailedCalls = new Set<RoomId>();
  /** The ids of the lists of plans, by room; null if there is none yet. */
  readonly planListIds = new Map<RoomId, number | null>();
  /** Whether the feed of changes knows the present run of the database server. */
  isKnownServer = true;
  /** Rooms without any state, because they were not created through the service. */
  readonly unknownIds: RoomId[] = [];
  readonly recorded: RecordedChange[] = [];
  private readonly locked = new Set<RoomId>();
  private firstMoment: Microseconds = 0;
  private nextMoment: Microseconds = 0;

  /** The rooms that are locked, in the order of their ids. */
  get lockedIds(): RoomId[] {
    return [...this.locked].sort(byNumber);
  }

  /** Adds a loaded room, and whether this transaction holds its lock. */
  addRoom({ id, nextMoment, ...room }: RoomClock, isLocked: boolean): void {
    if (!isLocked) this.blocked.add(id);
    if (room.hasFailedCalls) this.withFailedCalls.add(id);
    this.isKnownServer &&= room.isKnownServer;
    if (!isLocked || this.locked.has(id)) return;
    this.locked.add(id);
    if (!room.isKnown) this.unknownIds.push(id);
    this.planListIds.set(id, room.planListId);
    this.firstMoment = this.nextMoment = Math.max(this.nextMoment, Number(nextMoment));
  }

  /** The beginning of the known past for rooms that had none, just before any change. */
  get beginning(): Microseconds {
    return this.firstMoment - 1;
  }

  /** The last taken moment; undefined if none was taken. */
  get lastMoment(): Microseconds | undefined {
    return this.nextMoment === this.firstMoment ? undefined : this.nextMoment - STEP;
  }

  /** Takes the next moment, which is later than all earlier ones in every locked room. */
  takeMoment(): Microseconds {
    const moment = this.nextMoment;
    this.nextMoment += STEP;
    return moment;
  }

  /** Records the changes since the last call, under their journal entry. */
  record(entryId: string, moment: Microseconds): RoomChange[] {
    const changes = this.calendars.takeChanges();
    for (const change of changes) this.recorded.push({ change, moment, entryId });
    return changes;
  }

  /**
   * Records the changes since the last call, each under the journal entry of its room, or of the room that caused the
   * change.
   * @param entryIds the entries of all rooms of the call
   * @returns the changes by the rooms of the call
   */
  recordByRoom(entryIds: ReadonlyMap<RoomId, string>, moment: Microseconds): Map<RoomId, RoomChange[]> {
    const changesOf = new Map<RoomId, RoomChange[]>();
    for (const change of this.calendars.takeChanges()) {
      const roomId = roomBehind(this.calendars, change, entryIds);
      const entryId = entryIds.get(roomId);
      if (entryId === undefined) throw new Error(`Room ${roomId} has no journal entry`);
      changesOf.set(roomId, [...(changesOf.get(roomId) ?? []), change]);
      this.recorded.push({ change, moment, entryId });
    }
    return changesOf;
  }
}
