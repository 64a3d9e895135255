import { setImmediate } from 'node:timers/promises';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { formatNumber } from '../../calendar/derivation/money';
import type { DaysOfRoom, PricesOfPlan } from './calendar.repository';
import { readNumbers } from './price-row';

/** So many prices are written at once: two milliseconds in which nothing else runs. */
const MAX_PRICES_AT_ONCE = 6_000;

/**
 * The days of a room's calendar as JSON text, put together by hand: its prices are nearly all of it.
 * @param dates of the range
 */
export async function daysJson(
  dates: CalendarDate[],
  { days, totalRooms, occupiedRooms }: DaysOfRoom,
  plans: PricesOfPlan[],
): Promise<string> {
  const pricesOf = await pricesByDay(dates.length, plans);
  const total = readNumbers(totalRooms);
  const occupied = readNumbers(occupiedRooms);
  const items = readNumbers(days).map(
    (day, index) =>
      `{"date":"${dates[day]}","totalRooms":${total[index]},"occupiedRooms":${occupied[index]},` +
      `"prices":[${pricesOf[day] ?? ''}]}`,
  );
  return `[${items.join()}]`;
}

async function pricesByDay(length: number, plans: PricesOfPlan[]): Promise<string[]> {
  const byDay = new Array<string>(length).fill('');
  let written = 0;
  for (const { id, days, prices } of plans) {
    const read = readNumbers(prices);
    for (const [index, day] of readNumbers(days).entries()) {
      const price = read[index] ?? -1;
      const before = byDay[day];
      const item = `{"ratePlanId":"${id}","price":${price < 0 ? 'null' : `"${formatNumber(price)}"`}}`;
      byDay[day] = before ? `${before},${item}` : item;
    }
    written += read.length;
    if (written < MAX_PRICES_AT_ONCE) continue;
    written = 0;
    await setImmediate();
  }
  return byDay;
}
