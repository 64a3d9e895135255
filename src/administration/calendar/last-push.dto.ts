import type { Outcome } from '../../push/journal/journaled-call';
import { OUTCOMES } from '../../push/journal/journaled-call';
import { Property } from '../../platform/http/property';

/** The last push of a room, with any outcome. */
export class LastPushOfRoom {
  /** The request id of the push in the journal */
  @Property({ format: 'uuid' }) requestId!: string;
  /** In microseconds; the calendar at this moment already contains the change */
  @Property({ format: 'date-time' }) at!: string;
  /** The outcome in the journal @example "applied" */
  @Property({ enum: OUTCOMES }) outcome!: Outcome;
}
