import type { Operation } from '../../push/operations';
import { OPERATIONS } from '../../push/operations';
import { Property } from '../../platform/http/property';

/** A call that changed the rooms left, or closed or opened the room. */
class RoomsLeftEntry {
  /** The request id of the call */
  @Property({ format: 'uuid' }) requestId!: string;
  /** In microseconds; the calendar at this moment already contains the change */
  @Property({ format: 'date-time' }) at!: string;
  /** The name of the token @example "allbookers" */ token!: string | null;
  /** The operation that was called */
  @Property({ type: String, enum: OPERATIONS }) operation!: Operation;
  /** The rooms left after the call @example 0 */ totalRooms!: number;
  /** Whether the channel manager had closed the date after the call @example false */ closed!: boolean;
}

/** The story of the rooms left on a date, and of its closed state: the changes, newest first. */
export class RoomsLeftStory {
  /** The id of the room @example "1" */ roomId!: string;
  /** The date @example "2026-12-01" */ date!: string;
  /** The beginning of its known past */
  @Property({ format: 'date-time' }) knownSince!: string;
  /** The calls that set it, newest first */ history!: RoomsLeftEntry[];
  /** The cursor of the page with earlier changes */
  @Property({ example: null }) nextCursor!: string | null;
}
