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

// The Swedish notation is YYYY-MM-DD HH:MM:SS.
const wallClock = perZone(
  (name) => new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' }),
);

/** Today on the platform. */
export function today(): string {
  return wallClock().format(new Date()).slice(0, 10);
}

/** A moment in the form of a field of the type `datetime-local`; empty if there is no moment. */
export function toLocalText(at: string | null | undefined): string {
  const time = Date.parse(at ?? '');
  return Number.isNaN(time) ? '' : wallClock().format(time).replace(' ', 'T');
}

/** The moment in a field of the type `datetime-local`; undefined if it is empty. */
export function fromLocalText(text: string): string | undefined {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // The offset depends on the moment itself, so a change of the clocks in between needs a second computation.
  const first = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(first)).toISOString();
}

function offsetAt(time: number): number {
  return Date.parse(`${wallClock().format(time).replace(' ', 'T')}Z`) - Math.floor(time / 1000) * 1000;
}
