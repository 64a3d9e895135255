import { RestrictionsOfDay } from '../../calendar/restrictions.dto';
import { Property } from '../../platform/http/property';
import type { Operation } from '../../push/operations';
import { OPERATIONS } from '../../push/operations';

/** A call that changed the restrictions. */
class RestrictionEntry {
  /** The request id of the call */
  @Property({ format: 'uuid' }) requestId!: string;
  /** In microseconds; the calendar at this moment already contains the change */
  @Property({ format: 'date-time' }) at!: string;
  /** The name of the token @example "allbookers" */ token!: string | null;
  /** The operation that was called */
  @Property({ type: String, enum: OPERATIONS }) operation!: Operation;
  /** All restrictions after the call @example {"minStayArrival": 3} */ restrictions!: RestrictionsOfDay;
}

/** The story of the restrictions of a rate plan on a date: their changes, newest first. */
export class RestrictionStory {
  /** The rate plan @example "12" */ ratePlanId!: string;
  /** The date @example "2026-12-01" */ date!: string;
  /** The beginning of its known past */
  @Property({ format: 'date-time' }) knownSince!: string;
  /** The calls that changed them, newest first */ history!: RestrictionEntry[];
  /** The cursor of the page with earlier changes. A page may be shorter than its limit and still have one */
  @Property({ example: null }) nextCursor!: string | null;
}
