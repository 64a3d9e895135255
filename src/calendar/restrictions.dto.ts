import type { NamedRestrictions } from './restrictions';
import { MAX_NIGHTS } from './restrictions';
import { Property } from '../platform/http/property';

const NIGHTS = { type: 'integer', minimum: 1, maximum: MAX_NIGHTS, example: 3 } as const;

/** The restrictions of a rate plan on a date, without those that are not set. */
export class RestrictionsOfDay implements NamedRestrictions {
  /** The plan is not sold for this night @example true */ stopSell?: boolean;
  /** No stay begins on this date @example true */ closedToArrival?: boolean;
  /** No stay ends on this date @example true */ closedToDeparture?: boolean;
  /** The minimum nights of a stay that begins on this date */
  @Property(NIGHTS) minStayArrival?: number;
  /** The minimum nights of a stay that includes this night */
  @Property(NIGHTS) minStayThrough?: number;
  /** The maximum nights of a stay that begins on this date */
  @Property(NIGHTS) maxStay?: number;
}
