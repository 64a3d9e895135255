import type { CalendarOfRooms } from '../api-types';
import { daysBetween } from '../dates';

/** Why a night has no value that can be compared with others. */
export const MARKS = ['noRecord', 'notSet', 'held', 'noRooms'] as const;
export type Mark = (typeof MARKS)[number];

/** A row of nights: the rooms left of a room, or the prices of a plan. */
export interface NightRow {
  /** The row of the calendar: the id of a plan, or `r` and the id of a room. */
  row: string;
  name: string;
  roomName: string;
  isRoom: boolean;
  /** By the days since the first night: a price, a number of rooms, or a mark; undefined until it has been read. */
  nights: (number | Mark | undefined)[];
}

/** The numbers of a row. */
export interface NightSummary {
  /** Undefined if no night has a value. */
  median: number | undefined;
  /** The places of the first night with the lowest and with the highest value. */
  lowest: number | undefined;
  highest: number | undefined;
  /** The places of the nights with each mark. */
  marked: Record<Mark, number[]>;
}

/** The levels of values, from far below their median to far above it: the smallest ratio of each. */
const LEVELS = [0, 1 / 5, 1 / 2, 4 / 5, 5 / 4, 2, 5];
/** The level of values near their median. */
export const NEAR = 3;

/**
 * Adds a part of the calendar to the rows. A price becomes a number, because it is only compared.
 * @param start the first night of the rows
 */
export function addNights(
  rows: Map<string, NightRow>,
  { from, items }: CalendarOfRooms,
  start: string,
): void {
  const rowOf = (row: string, name: string, roomName: string, isRoom: boolean) => {
    const known = rows.get(row) ?? { row, name, roomName, isRoom, nights: [] };
    rows.set(row, known);
    return known.nights;
  };
  const first = daysBetween(start, from);
  for (const { roomId, name, totalRooms, closed, ratePlans } of items) {
    const left = rowOf(`r${roomId}`, name, name, true);
    totalRooms.forEach((count, index) => {
      const isFree = count !== null && count > 0 && !closed[index];
      left[first + index] = isFree ? count : count === null ? 'noRecord' : 'noRooms';
    });
    for (const plan of ratePlans) {
      const prices = rowOf(plan.id, plan.name, name, false);
      plan.prices.forEach((price, index) => {
        const missing = plan.states[index] === '-' ? 'noRecord' : 'notSet';
        prices[first + index] = price === null ? missing : Number(price);
      });
      for (const { date } of plan.held) prices[daysBetween(start, date)] = 'held';
    }
  }
}

export function summaryOf({ nights }: NightRow): NightSummary {
  const marked: NightSummary['marked'] = { noRecord: [], notSet: [], held: [], noRooms: [] };
  const valued: { value: number; place: number }[] = [];
  nights.forEach((night, place) => {
    if (typeof night === 'number') valued.push({ value: night, place });
    else if (night !== undefined) marked[night].push(place);
  });
  valued.sort((one, other) => one.value - other.value || one.place - other.place);
  const highest = valued.at(-1)?.value;
  return {
    median: valued[Math.floor(valued.length / 2)]?.value,
    lowest: valued[0]?.place,
    highest: valued.find(({ value }) => value === highest)?.place,
    marked,
  };
}

/** Returns the level of a value, from 0 to 6. */
export function levelOf(value: number, median: number): number {
  if (median <= 0) return NEAR;
  const ratio = value / median;
  return LEVELS.findLastIndex((least) => ratio >= least);
}
