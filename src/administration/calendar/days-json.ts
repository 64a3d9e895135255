import { setImmediate } from 'node:timers/promises';
import type { RatePlanId } from '../../platform/database/id';
import { byNumber } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { MAX_PAGE_BYTES } from '../../platform/http/page';
import { formatNumber } from '../../calendar/derivation/money';
import type { Row } from './price-row';
import { NO_RECORD } from './price-row';

/** The longest texts around the days, around the prices of a day, and of a price. */
const FRAME_BYTES = 300;
const DAY_BYTES = 110;
const PRICE_BYTES = 70;

/** So many prices are written at once: two milliseconds in which nothing else runs. */
const MAX_PRICES_AT_ONCE = 6_000;

/** A day with an availability. */
interface Day {
  date: CalendarDate;
  /** Its number from the first of the range on. */
  index: number;
  totalRooms: number;
  occupiedRooms: number;
}

/** How many days of a room surely fit on a page: up to 78 plans, all that can be asked for. */
export function daysOfAPage(plans: number): number {
  return Math.max(1, Math.floor((MAX_PAGE_BYTES - FRAME_BYTES) / (DAY_BYTES + PRICE_BYTES * plans)));
}

/**
 * The days of a room's calendar as JSON text, put together by hand: its prices are nearly all of it.
 * @param prices from the first of the days on
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
