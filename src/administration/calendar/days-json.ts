import { setImmediate } from 'node:timers/promises';
import type { RatePlanId } from '../../platform/database/id';
import { byNumber } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { MAX_PAGE_BYTES } from '../../platform/http/page';
import { formatNumber } from '../../calendar/derivation/money';
import type { Row } from './price-row';
import { NO_RECORD } from './price-row';

/** The maximum lengths of the text around the days, around the prices of a day, and of a price. */
const FRAME_BYTES = 300;
const DAY_BYTES = 110;
const PRICE_BYTES = 70;

/** The number of prices written without a pause, which blocks the process for two milliseconds. */
const MAX_PRICES_AT_ONCE = 6_000;

/** A day with an availability. */
interface Day {
  date: CalendarDate;
  /** Its offset from the first day of the range. */
  index: number;
  totalRooms: number;
  occupiedRooms: number;
}

/** Returns how many days of a room surely fit on a page: all requested days, for up to 78 plans. */
export function daysOfAPage(plans: number): number {
  return Math.max(1, Math.floor((MAX_PAGE_BYTES - FRAME_BYTES) / (DAY_BYTES + PRICE_BYTES * plans)));
}

/**
 * Returns the days of a room's calendar as JSON text. It concatenates the prices directly, because they are
 * nearly all of it.
 * @param prices prices from the first of the days on
 */
export async function daysJson(days: Day[], prices: Map<RatePlanId, Row>): Promise<string> {
  const first = days[0]?.index ?? 0;
  const texts = days.map(() => '');
  let written = 0;
  for (const [id, row] of [...prices].sort(([one], [other]) => byNumber(one, other))) {
    for (const [place, { index }] of days.entries()) {
      const price = row[index - first] ?? NO_RECORD;
      if (price === NO_RECORD) continue;
      const item = `{"ratePlanId":"${id}","price":${price < 0 ? 'null' : `"${formatNumber(price)}"`}}`;
      texts[place] = texts[place] ? `${texts[place]},${item}` : item;
    }
    written += days.length;
    if (written < MAX_PRICES_AT_ONCE) continue;
    written = 0;
    await setImmediate();
  }
  const items = days.map(({ date, totalRooms, occupiedRooms }, place) => {
    const occupied = occupiedRooms === NO_RECORD ? null : occupiedRooms;
    return `{"date":"${date}","totalRooms":${totalRooms},"occupiedRooms":${occupied},"prices":[${texts[place]}]}`;
  });
  return `[${items.join()}]`;
}
