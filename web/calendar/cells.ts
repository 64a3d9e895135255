import type { CalendarPlan, CalendarRoom } from '../api-types';
import { formatCount, formatPrice } from '../format';

/** What a cell shows, and how it is read out. */
export interface Cell {
  /** What it is, for its look and for the legend. */
  kind: string;
  text: string;
  /** A second, smaller line: what is out of the ordinary. */
  tag: string | null;
  name: string;
}

/** Of a plan's price on the date at an index. */
export function priceCell(plan: CalendarPlan, date: string, index: number, held: string | undefined): Cell {
  const price = plan.prices[index] ?? null;
  const state = plan.states[index] ?? '-';
  const name = `${plan.name}, ${date}: ${price === null ? wordsOf(state) : `${price} ${plan.currency}`}`;
  const behind = (held === undefined ? '' : `, held ${held}`) + (state === 'o' ? ', overridden' : '');
  return {
    kind: `${kindOf(price, state)}${held === undefined ? '' : ' held'}`,
    text: price === null ? (state === '-' ? '–' : 'not set') : `${MARKS[state] ?? ''}${formatPrice(price)}`,
    tag: held !== undefined ? `held ${formatPrice(held)}` : isZero(price) ? 'free' : null,
    name: name + behind,
  };
}

/** Of the rooms left on the date at an index. */
export function roomsCell(room: CalendarRoom, date: string, index: number): Cell {
  const left = room.totalRooms[index] ?? null;
  const occupied = room.occupiedRooms[index] ?? null;
  if (left === null) return { kind: 'none', text: '–', tag: null, name: `${room.name}, ${date}: no record` };
  const isOverbooked = occupied !== null && left < occupied;
  const behind = `${occupied ? `, ${occupied} occupied` : ''}${isOverbooked ? ', overbooked' : ''}`;
  return {
    kind: isOverbooked ? 'overbooked' : left === 0 ? 'sold-out' : 'rooms',
    text: formatCount(left),
    tag: isOverbooked
      ? `! ${occupied} occ.`
      : occupied
        ? `${occupied} occ.`
        : left === 0
          ? 'none left'
          : null,
    name: `${room.name}, ${date}: ${left} rooms left${behind}`,
  };
}

/** A derived price is marked by whether it is what its rule gives. */
const MARKS: Record<string, string> = { d: '= ', o: '≠ ', p: '' };

function kindOf(price: string | null, state: string): string {
  if (price === null) return state === '-' ? 'none' : 'not-set';
  if (isZero(price)) return 'zero';
  return state === 'o' ? 'overridden' : state === 'd' ? 'derived' : 'pushed';
}

function wordsOf(state: string): string {
  return state === '-' ? 'no record' : 'not set';
}

function isZero(price: string | null): boolean {
  return price !== null && Number(price) === 0;
}
