import type { CalendarDate } from '../dates/calendar-date';
import { addDays } from '../dates/calendar-date';

const EXAMPLE_DAY = /\{today\+(\d+)\}/g;

/**
 * A placeholder for the day this many days from today. Examples must work on every day, so they get their dates when
 * the document is served.
 */
export function exampleDay(daysFromToday: number): string {
  return `{today+${daysFromToday}}`;
}

/** Replaces every example day in a document with a date. */
export function withExampleDays<T>(document: T, today: CalendarDate): T {
  const text = JSON.stringify(document);
  return JSON.parse(text.replace(EXAMPLE_DAY, (_, days: string) => addDays(today, Number(days)))) as T;
}
