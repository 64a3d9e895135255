import type { DayAxis } from '../platform/dates/day-axis';
import type { RatePlanId } from '../platform/database/id';
import type { TenThousandths } from '../calendar/derivation/money';

/** Stands where a date has no new price. It is a number because an array with NULLs in it is slow to index. */
export const GAP: TenThousandths = -1n;

/**
 * New prices of plans of one room: `prices[day × plans + plan]`, a dense block from the first date on. Day by day, so
 * that the prices of all plans on a date are one slice.
 */
export interface PriceGrid {
  /** In the order of their numbers. */
  ratePlanIds: RatePlanId[];
  axis: DayAxis;
  prices: TenThousandths[];
  /** The prices as PostgreSQL reads them: the driver would quote each of thousands. */
  text: string;
}
