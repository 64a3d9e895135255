import type { CalendarPlan, CalendarRoom } from '../api-types';
import { formatCount, formatPrice } from '../format';
import { isLargeChange } from '../journal/order';
import type { Limit } from './limits';
import { BLACKOUT, closedWords, hasLimits, limitAt } from './limits';

/** Columns are as wide as their longest price, up to this number of letters. A longer price is clipped. */
const MAX_LETTERS = 14;
/**
 * The letters of tags are smaller. A cell with many restrictions is rare, so it is clipped and does not widen
 * columns.
 */
const TAG_LETTER = 0.8;
const MAX_TAG_LETTERS = 8;

/** The content of a cell, and its name for screen readers. */
export interface Cell {
  /** The kind of the cell, for its look and for the legend. */
  kind: string;
  text: string;
  /** A second, smaller line for exceptions. A closure by people is above the pushed value. */
  tag: string | null;
  name: string;
  /** More words for its name. They may appear without a change of the cell, which then does not light up. */
  remark?: string;
}

/** The prices of a plan before a large change. */
export interface EarlierPrices {
  prices: CalendarPlan['prices'];
  /** A change by more than this per cent is large. */
  percent: number;
}

/**
 * The cells of a plan's row.
 * @param now the plan and its room as they are now, if past ones are shown
 * @param earlier the prices before a large change of some of them
 */
export function priceCells(
  room: CalendarRoom,
  plan: CalendarPlan,
  now: { room: CalendarRoom; plan: CalendarPlan } | null | undefined,
  earlier?: EarlierPrices,
): (date: string, index: number) => Cell {
  const held = new Map(plan.held.map(({ date, price }) => [date, price]));
  const isLimited = hasLimits(room, plan);
  const limitsNow = now && hasLimits(now.room, now.plan) ? now : undefined;
  return (date, index) => {
    const cell = withLargeChange(
      priceCell(plan, date, index, held.get(date)),
      plan.prices[index],
      earlier,
      index,
    );
    const limit = isLimited ? limitAt(room, plan, index) : undefined;
    const closed = closedWords(room.closures, plan.id, date);
    if (now === undefined) return withClosed(withLimit(cell, limit), closed);
    const present = now?.plan.prices[index] ?? null;
    const limitNow = limitsNow && limitAt(limitsNow.room, limitsNow.plan, index);
    const closedNow = now && closedWords(now.room.closures, plan.id, date);
    const differences = [
      present === (plan.prices[index] ?? null) ? [] : present === null ? 'not set' : formatPrice(present),
      limitNow?.tag === limit?.tag ? [] : (limitNow?.tag ?? 'no limit'),
      Boolean(closedNow) === Boolean(closed) ? [] : closedNow ? 'closed' : 'open',
    ].flat();
    const shown = withClosed(withLimit(cell, limit), closed);
    return differences.length === 0 ? shown : withDifference(shown, differences.join(' '));
  };
}

const heldTag = (price: string): string => `→ ${formatPrice(price)}`;
const wasTag = (price: string): string => `was ${formatPrice(price)}`;

function priceCell(plan: CalendarPlan, date: string, index: number, held: string | undefined): Cell {
  const price = plan.prices[index] ?? null;
  const state = plan.states[index] ?? '-';
  const name = `${plan.name}, ${date}: ${price === null ? wordsOf(state) : `${price} ${plan.currency}`}`;
  const behind = (held === undefined ? '' : `, held ${held}`) + (state === 'o' ? ', overridden' : '');
  const text =
    price === null ? (state === '-' ? '–' : 'not set') : `${MARKS[state] ?? ''}${formatPrice(price)}`;
  const tag = held !== undefined ? heldTag(held) : isZero(price) ? 'free' : null;
  const isLong = Math.max(text.length, tag?.length ?? 0) > MAX_LETTERS;
  return {
    kind: `${kindOf(price, state)}${held === undefined ? '' : ' held'}${isLong ? ' long' : ''}`,
    text,
    tag,
    name: name + behind,
  };
}

/** Marks a price that has become much higher or lower within a day. */
function withLargeChange(
  cell: Cell,
  price: string | null | undefined,
  earlier: EarlierPrices | undefined,
  index: number,
): Cell {
  const before = earlier?.prices[index];
  if (!price || !earlier || !before || !isLargeChange({ from: before, to: price }, earlier.percent))
    return cell;
  const was = wasTag(before);
  return {
    ...cell,
    kind: `${cell.kind} large-change`,
    tag: cell.tag ?? was,
    remark: `${was} within a day`,
  };
}

function withLimit(cell: Cell, limit: Limit | undefined): Cell {
  if (!limit) return cell;
  return {
    ...cell,
    kind: `${cell.kind} ${limit.isStop ? 'stopped' : 'limited'}`,
    tag: cell.tag === null ? limit.tag : `${cell.tag} ${limit.tag}`,
    name: `${cell.name}, ${limit.words}`,
  };
}

function withClosed(cell: Cell, words: string | null): Cell {
  if (words === null) return cell;
  return { ...cell, kind: `${cell.kind} shut`, tag: 'closed', name: `${cell.name}, ${words}` };
}

function withDifference(cell: Cell, now: string): Cell {
  return {
    kind: `${cell.kind} differs`,
    text: cell.text,
    tag: `now ${now}`,
    name: `${cell.name}, now ${now}`,
  };
}

/** Caches the letters of each room, because every render asks for all rooms. */
const LETTERS = new WeakMap<CalendarRoom, number>();

/**
 * The column width in letters. It comes from the data, because measuring cells would lay all of them out.
 * @param earlier the rooms with large changes, as they were before
 */
export function lettersOf(rooms: CalendarRoom[], earlier: CalendarRoom[]): number {
  const letters = [
    ...rooms.map((room) => cached(room, countLetters)),
    ...earlier.map((room) => cached(room, countEarlierLetters)),
  ];
  return Math.min(Math.max(0, ...letters), MAX_LETTERS);
}

function cached(room: CalendarRoom, count: (room: CalendarRoom) => number): number {
  const letters = LETTERS.get(room) ?? count(room);
  LETTERS.set(room, letters);
  return letters;
}

const tagLetters = (tag: string): number => Math.ceil(tag.length * TAG_LETTER);

/** Not all of these prices have changed much, but those that have are about as long. */
function countEarlierLetters({ ratePlans }: CalendarRoom): number {
  const prices = ratePlans.flatMap((plan) => plan.prices.filter((price) => price !== null));
  return prices.reduce((most, price) => Math.max(most, tagLetters(wasTag(price))), 0);
}

function countLetters(room: CalendarRoom): number {
  let letters = 0;
  const take = (price: string | null, behind: number) => {
    if (price !== null) letters = Math.max(letters, formatPrice(price).length + behind);
  };
  for (const plan of room.ratePlans) {
    const { prices, states, held } = plan;
    prices.forEach((price, index) => take(price, states[index] === 'o' ? 1 : 0));
    for (const { price } of held) letters = Math.max(letters, tagLetters(heldTag(price)));
    if (!hasLimits(room, plan)) continue;
    prices.forEach((_, index) => {
      const { tag = '' } = limitAt(room, plan, index) ?? {};
      letters = Math.max(letters, Math.min(tagLetters(tag), MAX_TAG_LETTERS));
    });
  }
  return letters;
}

/** The cell of the rooms left on the date at an index. */
export function roomsCell(room: CalendarRoom, date: string, index: number, now?: CalendarRoom | null): Cell {
  const cell = stateOfRoom(room, date, index);
  if (now === undefined) return cell;
  const present = now && stateOfRoom(now, date, index);
  const [sale, saleNow] = [saleOf(cell), present && saleOf(present)];
  if (present?.text === cell.text && saleNow === sale) return cell;
  return withDifference(cell, `${present?.text ?? '–'}${saleNow && saleNow !== sale ? ` ${saleNow}` : ''}`);
}

function saleOf({ kind }: Cell): string {
  return kind.includes('shut') ? 'closed' : kind.includes('room-closed') ? BLACKOUT.tag : 'open';
}

function stateOfRoom(room: CalendarRoom, date: string, index: number): Cell {
  const cell = roomsLeftCell(room, date, index);
  const shown = room.closed[index]
    ? {
        ...cell,
        kind: `${cell.kind} room-closed`,
        tag: BLACKOUT.tag,
        name: `${cell.name}, ${BLACKOUT.words}`,
      }
    : cell;
  return withClosed(shown, closedWords(room.closures, null, date));
}

function roomsLeftCell(room: CalendarRoom, date: string, index: number): Cell {
  const left = room.totalRooms[index] ?? null;
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

/** A derived price that differs from its rule is marked. */
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
