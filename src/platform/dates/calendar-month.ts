import type { CalendarDate } from './calendar-date';

/** A month as `YYYY-MM`. */
export type CalendarMonth = string;

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** Reads `YYYY-MM`. @returns undefined for any other text. PostgreSQL's calendar has no year 0 */
export function parseCalendarMonth(text: unknown): CalendarMonth | undefined {
  return typeof text === 'string' && MONTH.test(text) && !text.startsWith('0000') ? text : undefined;
}

export function monthsBetween(from: CalendarMonth, to: CalendarMonth): number {
  return indexOf(to) - indexOf(from);
}

export function addMonths(month: CalendarMonth, months: number): CalendarMonth {
  const index = indexOf(month) + months;
  const year = String(Math.floor(index / 12)).padStart(4, '0');
  return `${year}-${String((index % 12) + 1).padStart(2, '0')}`;
}

export function firstDayOf(month: CalendarMonth): CalendarDate {
  return `${month}-01` as CalendarDate;
}

function indexOf(month: CalendarMonth): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
}
