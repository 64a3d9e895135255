declare const calendarDate: unique symbol;

/** A calendar day as `YYYY-MM-DD`, without time or zone. Text order is date order. */
export type CalendarDate = string & { readonly [calendarDate]: true };

const MILLISECONDS_A_DAY = 86_400_000;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d+)?)?(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)$/;

/**
 * Reads `YYYY-MM-DD` or an ISO 8601 date-time with `Z` or an offset. The offset never moves the written date, so that a
 * hotel's midnight stays on its day.
 * @returns undefined for any other text and for a day that does not exist
 */
export function parseCalendarDate(text: string): CalendarDate | undefined {
  const date = text.slice(0, 10);
  if (text.length > 10 && !TIME.test(text.slice(10))) return undefined;
  return exists(date) ? (date as CalendarDate) : undefined;
}

/** Adds days to a date; a negative number goes back. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromMilliseconds(Date.parse(date) + days * MILLISECONDS_A_DAY);
}

export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return (Date.parse(to) - Date.parse(from)) / MILLISECONDS_A_DAY;
}

/** The same day in another year; 28 February if that year has no 29 February. */
export function addYears(date: CalendarDate, years: number): CalendarDate {
  const year = String(Number(date.slice(0, 4)) + years).padStart(4, '0');
  const sameDay = parseCalendarDate(year + date.slice(4));
  return sameDay ?? (`${year}-02-28` as CalendarDate);
}

function exists(text: string): boolean {
  const parts = DATE.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  // PostgreSQL's calendar has no year 0.
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(year, month);
}

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function fromMilliseconds(milliseconds: number): CalendarDate {
  return new Date(milliseconds).toISOString().slice(0, 10) as CalendarDate;
}
