import { toUtc } from './dates';
import { perZone, repetitionOf } from './zone';

/** Formats numbers, dates and times in the browser's language. */

const price = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
const decimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 4, useGrouping: false });
const count = new Intl.NumberFormat();
const day = new Intl.DateTimeFormat(undefined, {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const shortDay = new Intl.DateTimeFormat(undefined, {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});
const range = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', dateStyle: 'medium' });
const monthName = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', month: 'short' });
const dayRange = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', day: 'numeric', month: 'short' });
const change = new Intl.NumberFormat(undefined, { style: 'percent', signDisplay: 'exceptZero' });
const weekday = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', weekday: 'short' });
const month = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', month: 'long', year: 'numeric' });
const moment = perZone(
  (timeZone) => new Intl.DateTimeFormat(undefined, { timeZone, dateStyle: 'medium', timeStyle: 'medium' }),
);
const shortMoment = perZone(
  (timeZone) =>
    new Intl.DateTimeFormat(undefined, {
      timeZone,
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
    }),
);
const time = perZone(
  (timeZone) => new Intl.DateTimeFormat(undefined, { timeZone, hour: '2-digit', minute: '2-digit' }),
);
const offset = perZone(
  (timeZone) => new Intl.DateTimeFormat(undefined, { timeZone, timeZoneName: 'shortOffset' }),
);
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });

const formattedPrices = new Map<string, string>();
const MAX_FORMATTED = 10_000;

/**
 * At most 14 digits, which a number represents exactly. A month has few different prices, so each is formatted once.
 */
export function formatPrice(text: string): string {
  let formatted = formattedPrices.get(text);
  if (formatted === undefined) {
    formatted = price.format(Number(text));
    if (formattedPrices.size >= MAX_FORMATTED) formattedPrices.clear();
    formattedPrices.set(text, formatted);
  }
  return formatted;
}
/** A number other than a price, as 12.5 or 0.01. */
export const formatDecimal = (text: string): string => decimal.format(Number(text));
export const formatCount = (value: number): string => count.format(value);
/** A number with its noun, as "1 room" or "2,000 rooms". */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`;
export const formatDay = (date: string): string => day.format(toUtc(date));
export const formatShortDay = (date: string): string => shortDay.format(toUtc(date));
export const formatRange = (from: string, to: string): string => range.formatRange(toUtc(from), toUtc(to));
export const formatShortRange = (from: string, to: string): string =>
  dayRange.formatRange(toUtc(from), toUtc(to));
export const formatMonthName = (date: string): string => monthName.format(toUtc(date));
export const formatWeekday = (date: string): string => weekday.format(toUtc(date));
export const formatMonth = (date: string): string => month.format(toUtc(date));
export const formatMoment = (at: string): string => withOffset(moment(), at);
export const formatShortMoment = (at: string): string => withOffset(shortMoment(), at);
export const formatTime = (at: string): string => withOffset(time(), at);

/** The moment as text. It has the offset from UTC if the clock shows its time twice, as "01:30 (GMT+1)". */
function withOffset(format: Intl.DateTimeFormat, at: string): string {
  const date = new Date(at);
  const text = format.format(date);
  if (!repetitionOf(at)) return text;
  const name = offset()
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return `${text} (${name})`;
}

/** The change of a price as "−84 %"; empty if there is no percentage. */
export function formatChange(from: string | null, to: string | null): string {
  if (from === null || to === null || Number(from) === 0) return '';
  return change.format(Number(to) / Number(from) - 1);
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** The time since a moment, as "5 min. ago". */
export function formatAgo(at: string, now: number): string {
  const seconds = (Date.parse(at) - now) / 1000;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
  }
  return relative.format(Math.min(0, Math.round(seconds)), 'second');
}

/** `roomMissing` is "room missing". */
export function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
