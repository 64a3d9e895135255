import { formatNumber } from '../../calendar/derivation/money';
import type { NumberRule } from '../../calendar/derivation/number-rule';

/**
 * What a plan or a room has on each day of a range: prices in 1/10,000, or numbers of rooms. Numbers are exact for
 * them, and tens of thousands are read, compared and written several times as fast as bigints.
 */
export type Row = number[];

/** Stands in a row where there is no record, or no number in it. */
export const NO_RECORD = -1;
export const NOT_SET = -2;

const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;

/**
 * Reads numbers without a text for each of them: `100.1000,,-1` is 1001000, NOT_SET and NO_RECORD. Points are passed
 * over, as all numbers with one have four digits behind it.
 * @param text null where there are none
 */
export function readNumbers(text: string | null): Row {
  const numbers: Row = [];
  if (text === null) return numbers;
  let number = NOT_SET;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === COMMA) {
      numbers.push(number);
      number = NOT_SET;
    } else if (code === MINUS) number = NO_RECORD;
    else if (code !== POINT && number !== NO_RECORD) {
      number = (number === NOT_SET ? 0 : number * 10) + code - ZERO;
    }
  }
  numbers.push(number);
  return numbers;
}

/**
 * Places numbers on their days.
 * @param dayNumbers the days that have one, from 0 on
 * @param numbers as `readNumbers` reads them, one for each of these days
 */
export function placeNumbers(dayNumbers: string | null, numbers: string | null, days: number): Row {
  const read = readNumbers(numbers);
  if (read.length === days) return read;
  const row = new Array<number>(days).fill(NO_RECORD);
  for (const [index, day] of readNumbers(dayNumbers).entries()) row[day] = read[index] ?? NO_RECORD;
  return row;
}

/** JSON of prices: null where there is none. */
export function pricesJson(row: Row): string {
  return `[${row.map((price) => (price < 0 ? 'null' : `"${formatNumber(price)}"`)).join()}]`;
}

/** JSON of numbers of rooms: null where there is no record. */
export function countsJson(row: Row): string {
  return `[${row.map((count) => (count < 0 ? 'null' : count)).join()}]`;
}

/** Where the prices of a derived plan come from. */
export interface RowOrigin {
  /** Missing where nothing is known of the parent. */
  parent: Row | undefined;
  rule: NumberRule;
}

/**
 * A letter a day: `-` no record, `n` not set, `p` pushed; of a derived plan `d` what its rule gives, `o` another price.
 * @param origin missing for a plan that is not derived
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
