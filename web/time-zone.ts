/** Wall clocks of time zones. A clock may jump: some times then do not exist, and others exist twice. */

const DAY_MS = 86_400_000;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The wall clock of a zone at a moment, as `YYYY-MM-DDTHH:MM:SS`. */
export function wallClockAt(time: number, zone: string): string {
  let clock = clocks.get(zone);
  if (!clock) {
    // The Swedish notation is YYYY-MM-DD HH:MM:SS.
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(zone, clock);
  }
  return clock.format(time).replace(' ', 'T');
}

/**
 * The first moment of a calendar day in a zone. Usually it is midnight, but a day may begin at 01:00, or have midnight
 * twice. A day that the zone has left out begins with the next one.
 */
export function firstMomentOf(date: string, zone: string): Date {
  const isReached = (time: number) => wallClockAt(time, zone).slice(0, 10) >= date;
  const midnight = Date.parse(`${date}T00:00Z`);
  // In every zone, the day begins between these two moments.
  let [before, from] = [midnight - DAY_MS, midnight + DAY_MS];
  // If a clock is set back across midnight, the day begins before the moment that the search finds.
  const midnights = [before, from].map((time) => midnight - offsetAt(time, zone)).filter(isReached);
  if (offsetAt(before, zone) === offsetAt(from, zone) && midnights[0] !== undefined) {
    return new Date(midnights[0]);
  }
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (isReached(middle)) from = middle;
    else before = middle;
  }
  return new Date(Math.min(from, ...midnights));
}

/**
 * The moments at which the wall clock of a zone shows a time, in their order: one, two when the clock is set back, or
 * none when it is set forward.
 * @param text a date and a time without a zone
 */
export function momentsOf(text: string, zone: string): Date[] {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return [];
  return candidatesOf(asUtc, zone)
    .filter((time) => time + offsetAt(time, zone) === asUtc)
    .map((time) => new Date(time));
}

/**
 * The moment that a person means with a time on the wall clock of a zone. If the clock shows the time twice, it is the first
 * moment. If the clock leaves the time out, it is the moment at which the clock shows a later time: later by as much as the
 * clock is set forward.
 * @returns undefined if the text is no time
 */
export function momentOf(text: string, zone: string): Date | undefined {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  return momentsOf(text, zone)[0] ?? new Date(Math.max(...candidatesOf(asUtc, zone)));
}

/** The moments of a time by the offsets of the day before and the day after, the earlier one first. */
function candidatesOf(asUtc: number, zone: string): number[] {
  const offsets = new Set([asUtc - DAY_MS, asUtc + DAY_MS].map((time) => offsetAt(time, zone)));
  return [...offsets].map((offset) => asUtc - offset).sort((a, b) => a - b);
}

/** How far the wall clock of a zone is ahead of UTC at a moment, in milliseconds. */
function offsetAt(time: number, zone: string): number {
  return Date.parse(`${wallClockAt(time, zone)}Z`) - Math.floor(time / 1000) * 1000;
}
