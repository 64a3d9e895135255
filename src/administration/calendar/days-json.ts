import { setImmediate as nextTurn } from 'node:timers/promises';
import { NO_RECORD } from '../../calendar/cell';
import { formatNumber } from '../../calendar/derivation/money';
import type { LoadedCells } from '../../calendar/loaded-cells';
import { namedRestrictions } from '../../calendar/restrictions';
import type { RatePlanId } from '../../platform/database/id';
import { MAX_PAGE_BYTES } from '../../platform/http/page';

/** The maximum lengths of four texts: around the days, around the prices of a day, a price, and its restrictions. */
const FRAME_BYTES = 300;
const DAY_BYTES = 130;
const PRICE_BYTES = 70;
const RESTRICTION_BYTES = 140;

/** The number of prices written without a pause. Writing them blocks the process for two milliseconds. */
const MAX_PRICES_AT_ONCE = 6_000;

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
 * Returns the days of a room's calendar that have an availability, as JSON text. It concatenates the prices directly,
 * because they are nearly all of the text.
 * @param planIds the plans in the order of the answer
 * @param days the number of days, from the first one
 */
export async function daysJson(
  cells: LoadedCells,
  planIds: readonly RatePlanId[],
  days: number,
): Promise<string> {
  const columns = planIds.map((id) => ({
    row: cells.pricesOf(id),
    restricted: cells.findRestrictions(id),
    head: `{"ratePlanId":"${id}","price":`,
  }));
  const items: string[] = [];
  let written = 0;
  for (const [day, date] of cells.dates.slice(0, days).entries()) {
    const [roomsLeft = NO_RECORD, occupied = NO_RECORD] = [cells.roomsLeft[day], cells.occupied[day]];
    if (roomsLeft === NO_RECORD) continue;
    let list = '';
    for (const { row, restricted, head } of columns) {
      const price = row[day] ?? NO_RECORD;
      if (price === NO_RECORD) continue;
      const value = price < 0 ? 'null' : `"${formatNumber(price)}"`;
      const packed = restricted?.[day] ?? 0;
      const limits = packed > 0 ? `,"restrictions":${JSON.stringify(namedRestrictions(packed))}` : '';
      list += `${list === '' ? '' : ','}${head}${value}${limits}}`;
    }
    items.push(
      `{"date":"${date}","totalRooms":${roomsLeft},"occupiedRooms":${occupied < 0 ? 'null' : occupied},` +
        `"closed":${cells.closed[day] ?? false},"prices":[${list}]}`,
    );
    written += columns.length;
    if (written < MAX_PRICES_AT_ONCE) continue;
    written = 0;
    await nextTurn();
  }
  return `[${items.join()}]`;
}
