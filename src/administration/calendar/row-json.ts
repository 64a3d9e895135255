import { NO_RECORD, NOT_SET } from '../../calendar/cell';
import { formatNumber } from '../../calendar/derivation/money';
import type { CellRule } from '../../calendar/calendar-plan';

/** The values of a plan or a room on each day of a range: prices in 1/10,000, or numbers of rooms. */
export type Row = readonly number[];

/** Returns prices as JSON, with null for a missing one. */
export function pricesJson(row: Row): string {
  return `[${row.map((price) => (price < 0 ? 'null' : `"${formatNumber(price)}"`)).join()}]`;
}

/** Returns numbers of rooms as JSON, with null for a missing record. */
export function countsJson(row: Row): string {
  return `[${row.map((count) => (count < 0 ? 'null' : count)).join()}]`;
}

/** The origin of the prices of a derived plan. */
export interface RowOrigin {
  /** Undefined if nothing is known of the parent. */
  parent: Row | undefined;
  rule: CellRule;
}

/**
 * Returns a letter for each day: `-` no record, `n` not set, `p` pushed; for a derived plan, `d` the result
 * of its rule, `o` another price.
 * @param origin undefined for a plan that is not derived
 */
export function statesOf(row: Row, origin: RowOrigin | undefined): string {
  let states = '';
  for (let day = 0; day < row.length; day++) {
    const price = row[day] ?? NO_RECORD;
    if (price === NO_RECORD) states += '-';
    else if (price === NOT_SET) states += 'n';
    else if (!origin) states += 'p';
    else {
      const parentPrice = origin.parent?.[day] ?? NO_RECORD;
      states += parentPrice >= 0 && origin.rule(parentPrice) === price ? 'd' : 'o';
    }
  }
  return states;
}
