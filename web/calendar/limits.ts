import type { CalendarPlan, CalendarRoom } from '../api-types';
import type { Restriction } from '../fields';
import { RESTRICTION_NAMES, valueInWords } from '../fields';

type Closure = CalendarRoom['closures'][number];

/** The limits of the sale on a date: in a few letters for the cell, and in words for its name. */
export interface Limit {
  tag: string;
  words: string;
  /** Whether nothing can be sold at all. */
  isStop: boolean;
}

/** The short form of each restriction. The legend explains them. */
const TAGS: Record<Restriction, (nights: number) => string> = {
  stopSell: () => 'stop',
  minStayArrival: (nights) => `≥${nights}`,
  maxStay: (nights) => `≤${nights}`,
  closedToArrival: () => 'CTA',
  closedToDeparture: () => 'CTD',
  minStayThrough: (nights) => `↔${nights}`,
};
/** A room that the channel manager has closed. Its words differ from "closed", which means a closure by people. */
export const BLACKOUT = { tag: 'blackout', words: 'blackout of the room' };
const IN_ORDER = Object.keys(TAGS) as Restriction[];

/** The restrictions of a plan on the date at an index, and a blackout of its room. */
export function limitAt(
  { closed }: CalendarRoom,
  { restrictions }: CalendarPlan,
  index: number,
): Limit | undefined {
  const isBlackout = closed[index] === true;
  const tags: string[] = isBlackout ? [BLACKOUT.tag] : [];
  for (const name of IN_ORDER) {
    const value = restrictions[name]?.[index];
    if (value) tags.push(TAGS[name](Number(value)));
  }
  if (tags.length === 0) return undefined;
  const words = RESTRICTION_NAMES.flatMap((name) => {
    const value = restrictions[name]?.[index];
    return value ? valueInWords(name, value) : [];
  });
  if (isBlackout) words.unshift(BLACKOUT.words);
  const isStop = isBlackout || restrictions.stopSell?.[index] === true;
  return { tag: tags.join(' '), words: words.join(', '), isStop };
}

/** Whether a plan is limited on any date. Most plans are not, so their cells need no further check. */
export function hasLimits({ closed }: CalendarRoom, { restrictions }: CalendarPlan): boolean {
  if (closed.includes(true)) return true;
  for (const name of IN_ORDER) if (restrictions[name]) return true;
  return false;
}

/** The closures that are in effect for a plan on a date, or for the whole room if the plan is null. */
export function closuresOn(closures: Closure[], ratePlanId: string | null, date: string): Closure[] {
  return closures.filter(
    (closure) =>
      (closure.ratePlanId === null || closure.ratePlanId === ratePlanId) &&
      closure.from <= date &&
      date <= closure.to,
  );
}

/** The reasons that people gave for closing a room or a plan on a date; null if it is not closed. */
export function closedWords(closures: Closure[], ratePlanId: string | null, date: string): string | null {
  if (closures.length === 0) return null;
  const found = closuresOn(closures, ratePlanId, date);
  return found.length === 0 ? null : `closed for sale: ${found.map(({ reason }) => reason).join('; ')}`;
}
