/** Calendar dates as `YYYY-MM-DD`. Calculations use UTC, where every day has 24 hours. */

const DAY_MS = 86_400_000;

export function addDays(date: string, days: number): string {
  return toDate(toTime(date) + days * DAY_MS);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((toTime(to) - toTime(from)) / DAY_MS);
}

/** Returns the same day of another month, or the last day of a shorter month. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return toDate(Date.UTC(year, month - 1 + months, Math.min(day, last)));
}

/** The given number of days, beginning with a date. */
export function datesFrom(from: string, days: number): string[] {
  return Array.from({ length: days }, (_, index) => addDays(from, index));
}

export function isDate(text: string | null): text is string {
  return (
    text !== null &&
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(toTime(text)) &&
    toDate(toTime(text)) === text
  );
}

export function isWeekend(date: string): boolean {
  return [0, 6].includes(new Date(toTime(date)).getUTCDay());
}

/** The date as a Date in UTC, for formatting in the browser's language. */
export function toUtc(date: string): Date {
  return new Date(toTime(date));
}

function toTime(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

function toDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
