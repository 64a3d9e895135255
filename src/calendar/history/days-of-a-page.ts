import { MAX_PAGE_BYTES } from '../../platform/http/page';

/** What is around the days, of each day what is around its prices, and a price: each at its longest. */
const FRAME_BYTES = 300;
const DAY_BYTES = 110;
const PRICE_BYTES = 70;

/**
 * How many days of a room's calendar surely fit on a page, as SQL: all that can be asked for of a room with up to 78
 * plans. To add up how large they are would take longer than to read them.
 * @param plans how many prices a day has at most, as SQL
 */
export function daysOfAPage(plans: string): string {
  return `greatest(1, ${MAX_PAGE_BYTES - FRAME_BYTES} / (${DAY_BYTES} + ${PRICE_BYTES} * coalesce(${plans}, 0)))`;
}
