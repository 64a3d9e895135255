import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RatePlanId } from '../../platform/database/id';
import { byNumber } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { MAX_PAGE_BYTES } from '../../platform/http/page';
import { formatNumber } from '../../calendar/derivation/money';
import type { PackedRestrictions } from '../../calendar/restrictions';
import type { Row } from './price-row';
import { NO_RECORD } from './price-row';
import { namedRestrictions } from '../../calendar/restrictions';

/** The maximum lengths of the text around the days, around the prices of a day, of a price and of its restrictions. */
const FRAME_BYTES = 300;
const DAY_BYTES = 130;
const PRICE_BYTES = 70;
const RESTRICTION_BYTES = 140;

/** The number of prices written without a pause, which blocks the process for two milliseconds. */
const MAX_PRICES_AT_ONCE = 6_000;

/** A day with an availability. */
interface Day {
  date: CalendarDate;
  /** Its offset from the first day of the range. */
  index: number;
  totalRooms: number;
  occupiedRooms: number;
  closed: boolean;
}

/**
 * Returns how many days of a room surely fit on a page: all requested days, for up to 78 plans without restrictions and
 * closures.
 * @param restricted the number of plans with restrictions
 * @param others the size of everything besides the days
 */
export function daysOfAPage(plans: number, restricted: number, others: number): number {
  const ofDay = DAY_BYTES + PRICE_BYTES * plans + RESTRICTION_BYTES * restricted;
  return Math.max(1, Math.floor((MAX_PAGE_BYTES - FRAME_BYTES - others) / ofDay));
}

/**
 * Returns the days of a room's calendar as JSON text. It concatenates the prices directly, because they are
 * nearly all of it.
 * @param prices prices from the first of the days on
 * @param restrictions restrictions from the first of the days on, of plans that have any
 */
export async function daysJson(
  days: Day[],
  prices: Map<RatePlanId, Row>,
  restrictions: Map<RatePlanId, PackedRestrictions[]>,
): Promise<string> {
  const first = days[0]?.index ?? 0;
  const plans = [...prices].sort(([one], [other]) => byNumber(one, other));
  const columns = plans.map(([id, row]) => ({
    row,
    restricted: restrictions.get(id),
    head: `{"ratePlanId":"${id}","price":`,
  }));
  const items: string[] = [];
  let written = 0;
  for (const { date, index, totalRooms, occupiedRooms, closed } of days) {
    const occupied = occupiedRooms === NO_RECORD ? null : occupiedRooms;
    let list = '';
    for (const { row, restricted, head } of columns) {
      const price = row[index - first] ?? NO_RECORD;
      if (price === NO_RECORD) continue;
      const value = price < 0 ? 'null' : `"${formatNumber(price)}"`;
      const packed = restricted?.[index - first] ?? 0;
      const limits = packed > 0 ? `,"restrictions":${JSON.stringify(namedRestrictions(packed))}` : '';
      list += `${list === '' ? '' : ','}${head}${value}${limits}}`;
    }
    items.push(
      `{"date":"${date}","totalRooms":${totalRooms},"occupiedRooms":${occupied},"closed":${closed},"prices":[${list}]}`,
    );
    written += columns.length;
    if (written < MAX_PRICES_AT_ONCE) continue;
    written = 0;
    await nextTurn();
  }
  return `[${items.join()}]`;
}
