import type { CalendarDate } from '../dates/calendar-date';
import { addDays } from '../dates/calendar-date';

const EXAMPLE_DAY = /\{today\+(\d+)\}/g;

/**
 * The day so many days from today, in an example of the documentation. Examples have to work on whatever day
 * they are read, so they get their dates when the document is served.
 */
export function exampleDay(daysFromToday: number): string {
  return `{today+${daysFromToday}}`;
}

/** The same document, with a date for every example day. */
export function withExampleDays<T>(document: T, today: CalendarDate): T {
  const text = JSON.stringify(document);
  return JSON.parse(text.replace(EXAMPLE_DAY, (_, days: string) => addDays(today, Number(days)))) as T;
}
