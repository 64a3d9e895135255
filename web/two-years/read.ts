import type { Api } from '../api';
import type { CalendarOfRooms } from '../api-types';
import { addDays, daysBetween } from '../dates';
import type { Progress } from '../progress-stream';

/** The longest period that one call returns. */
const MAX_DAYS = 62;

/**
 * Reads the calendar of a hotel in parts, one after the other, so that the service keeps connections for others.
 * @param onPart is called with each part
 */
export async function readNights(
  api: Api,
  { hotel, from, to }: { hotel: string; from: string; to: string },
  onPart: (part: CalendarOfRooms, progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  const total = Math.ceil((daysBetween(from, to) + 1) / MAX_DAYS);
  for (let done = 0; done < total; done++) {
    const first = addDays(from, done * MAX_DAYS);
    const last = addDays(first, MAX_DAYS - 1);
    let cursor: string | undefined;
    do {
      const query = { propertyName: hotel, from: first, to: last < to ? last : to, cursor };
      const part: CalendarOfRooms = await api.get('calendar', query, signal);
      cursor = part.nextCursor ?? undefined;
      onPart(part, { done: cursor === undefined ? done + 1 : done, total });
    } while (cursor !== undefined);
  }
}
