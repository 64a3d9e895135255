import type { CalendarDate } from '../dates/calendar-date';
import type { RatePlanId } from '../database/id';
import type { TenThousandths } from './derivation/money';

/** Stands where a date has no new price. It is a number because an array with NULLs in it is slow to index. */
export const GAP: TenThousandths = -1n;

/** New prices of the plans of one room: `prices[plan × days + day]`, a dense block from the first date on. */
export interface PriceGrid {
  ratePlanIds: RatePlanId[];
  from: CalendarDate;
  days: number;
  prices: TenThousandths[];
}
