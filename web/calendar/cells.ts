import type { CalendarPlan, CalendarRoom } from '../api-types';
import { formatCount, formatPrice } from '../format';

/** Columns are as wide as their longest price, up to these letters; a cell with more is clipped. */
const MAX_LETTERS = 14;

/** What a cell shows, and how it is read out. */
export interface Cell {
  /** What it is, for its look and for the legend. */
  kind: string;
  text: string;
  /** A second, smaller line: what is out of the ordinary. */
  tag: string | null;
  name: string;
}

/** The cell of a plan's price on the date at an index. @param now the current plan, where a past one is shown */
export function priceCell(
  plan: CalendarPlan,
  date: string,
  index: number,
  held: string | undefined,
  now?: CalendarPlan | null,
): Cell {
  const price = plan.prices[index] ?? null;
  const state = plan.states[index] ?? '-';
  const name = `${plan.name}, ${date}: ${price === null ? wordsOf(state) : `${price} ${plan.currency}`}`;
  const behind = (held === undefined ? '' : `, held ${held}`) + (state === 'o' ? ', overridden' : '');
  const text =
    price === null ? (state === '-' ? '–' : 'not set') : `${MARKS[state] ?? ''}${formatPrice(price)}`;
  const present = now === undefined ? price : (now?.prices[index] ?? null);
  if (present !== price) {
    const nowText = present === null ? 'not set' : formatPrice(present);
    return {
      kind: `${kindOf(price, state)} differs`,
      text,
      tag: `now ${nowText}`,
      name: `${name}, now ${nowText}`,
    };
  }
  const tag = held !== undefined ? `→ ${formatPrice(held)}` : isZero(price) ? 'free' : null;
  const isLong = Math.max(text.length, tag?.length ?? 0) > MAX_LETTERS;
  return {
    kind: `${kindOf(price, state)}${held === undefined ? '' : ' held'}${isLong ? ' long' : ''}`,
    text,
    tag,
    name: name + behind,
  };
}

/** Caches the letters of each room, because every render asks for all rooms. */
const LETTERS = new WeakMap<CalendarRoom, number>();

/** The column width in letters. It comes from the data, because measuring cells would lay all of them out. */
export function lettersOf(rooms: CalendarRoom[]): number {
  let letters = 0;
  for (const room of rooms) {
    const ofRoom = LETTERS.get(room) ?? countLetters(room);
    LETTERS.set(room, ofRoom);
    letters = Math.max(letters, ofRoom);
  }
  return Math.min(letters, MAX_LETTERS);
}

function countLetters({ ratePlans }: CalendarRoom): number {
  let letters = 0;
  const take = (price: string | null, behind: number) => {
    if (price !== null) letters = Math.max(letters, formatPrice(price).length + behind);
  };
  for (const { prices, states } of ratePlans) {
    prices.forEach((price, index) => take(price, states[index] === 'o' ? 1 : 0));
  }
  return letters;
}

/** The cell of the rooms left on the date at an index. */
export function roomsCell(room: CalendarRoom, date: string, index: number, now?: CalendarRoom | null): Cell {
  const left = room.totalRooms[index] ?? null;
  const present = now === undefined ? left : (now?.totalRooms[index] ?? null);
  if (present !== left) {
    const [text, nowText] = [left, present].map((count) => (count === null ? '–' : formatCount(count)));
    return {
      kind: 'rooms differs',
      text: text ?? '',
      tag: `now ${nowText}`,
      name: `${room.name}, ${date}: ${text} rooms left, now ${nowText}`,
    };
  }
  const occupied = room.occupiedRooms[index] ?? null;
  if (left === null) return { kind: 'none', text: '–', tag: null, name: `${room.name}, ${date}: no record` };
  const isOverbooked = occupied !== null && left < occupied;
  const behind = `${occupied ? `, ${occupied} occupied` : ''}${isOverbooked ? ', overbooked' : ''}`;
  return {
    kind: isOverbooked ? 'overbooked' : left === 0 ? 'sold-out' : 'rooms',
    text: formatCount(left),
    tag: isOverbooked ? `! ${occupied} occ.` : occupied ? `${occupied} occ.` : null,
    name: `${room.name}, ${date}: ${left} rooms left${behind}`,
  };
}

/** A derived price is marked where it is not what its rule gives. */
const MARKS: Record<string, string> = { o: '≠' };

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
