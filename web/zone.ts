import { firstMomentOf, momentOf, momentsOf, wallClockAt } from './time-zone';

/** The platform's time zone: all dates and times of the page are in it, wherever the browser is. */

let zone = 'UTC';
const listeners = new Set<() => void>();

/** Set at sign-in, before anything is drawn. */
export function setTimeZone(name: string): void {
  zone = name;
  for (const listener of listeners) listener();
}

export function timeZone(): string {
  return zone;
}

/** Creates a value that depends on the time zone at its first use, and again after a change. */
export function perZone<T>(make: (timeZone: string) => T): () => T {
  let made: { value: T } | undefined;
  listeners.add(() => (made = undefined));
  return () => (made ??= { value: make(zone) }).value;
}

/** Today on the platform. */
export function today(): string {
  return wallClockAt(Date.now(), zone).slice(0, 10);
}

/** The first moment of a day on the platform. */
export function startOf(date: string): string {
  return firstMomentOf(date, zone).toISOString();
}

/** A moment in the form of a field of the type `datetime-local`; empty if there is no moment. */
export function toLocalText(at: string | null | undefined): string {
  const time = Date.parse(at ?? '');
  return Number.isNaN(time) ? '' : wallClockAt(time, zone);
}

/** The moment in a field of the type `datetime-local`; undefined if it is empty. */
export function fromLocalText(text: string): string | undefined {
  return momentOf(text, zone)?.toISOString();
}

/** The place of a moment among two with the same time on the platform's clock; undefined if it is the only one. */
export function repetitionOf(at: string | null | undefined): 'first' | 'second' | undefined {
  const [first, second] = momentsOf(toLocalText(at), zone);
  if (!first || !second) return undefined;
  return Date.parse(at ?? '') < second.getTime() ? 'first' : 'second';
}

/** Whether the clock of the platform leaves out a time in a field of the type `datetime-local`. */
export function isLeftOut(text: string): boolean {
  return text !== '' && momentsOf(text, zone).length === 0;
}
