import type { CalendarDate } from '../dates/calendar-date';
import type { DateRange } from '../dates/date-range';
import type { RatePlanId, RoomId } from '../database/id';
import type { TenThousandths } from '../pricing/derivation/money';
import type { Derivation } from '../pricing/derivation/price-derivation';

/** A plan's place in the forest of derivations at some moment. */
export interface PlanRule {
  parentId: RatePlanId;
  derivation: Derivation;
}

/** Who did something, and when. */
export interface EntryReference {
  requestId: string;
  at: Date;
  /** Orders what happened: the microseconds of `at`, under the locks of all rooms concerned. */
  sequence: bigint;
  token: string | null;
}

/** Something in the journal that has changed prices or availability. */
export type JournalEvent = EntryReference &
  (
    | { kind: 'prices'; ratePlanId: RatePlanId; records: [CalendarDate, TenThousandths][] }
    | { kind: 'inventory'; roomId: RoomId; records: [CalendarDate, number][] }
    | {
        kind: 'rule';
        ratePlanId: RatePlanId;
        rule: PlanRule | null;
        /** The dates whose prices were recalculated; none where the derivation was taken away. */
        recalculated: DateRange | null;
        /** A plan begins and ends without prices. */
        emptied: boolean;
      }
  );
