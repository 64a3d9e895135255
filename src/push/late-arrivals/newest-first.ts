import type { RatePlanId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { LAST_KEY } from '../journal/request-id';

/** Entries with a key before `$4` are read next, newest first. `$5` is their maximum number. */
export const NEWEST_FIRST = `AND entry.id < $4::uuid ORDER BY entry.id DESC LIMIT $5`;
/** Most often the newest entries have set all values. Each further part has four times as many entries. */
const FIRST_PART = 4;
const GROWTH_OF_PARTS = 4;

/** Some of the later entries, and the dates that they set, by rate plan; null for values of the room. */
interface Part<Key> {
  entries: number;
  lastKey: string;
  pushed: { ratePlanId: Key; dates: CalendarDate[] }[];
}

/** Selects a part. @param pushed selects a plan and a date */
export function selectPart(pushed: string): string {
  return `
    SELECT (SELECT count(*)::integer FROM later) AS entries,
           (SELECT id FROM later ORDER BY id LIMIT 1) AS "lastKey",
           coalesce((SELECT json_agg(json_build_object('ratePlanId', rate_plan_id::text, 'dates', dates))
                       FROM (SELECT rate_plan_id, array_agg(DISTINCT date) AS dates
                               FROM (${pushed}) AS pushed GROUP BY rate_plan_id) AS by_plan), '[]') AS pushed`;
}

/**
 * Reads later entries from the newest back, until they have set all values: a flood may leave hundreds of large entries.
 * @param values the number of values
 * @returns the dates by rate plan; under null for values of the room
 */
export async function readNewestFirst<Key extends RatePlanId | null>(
  values: number,
  read: (before: string, limit: number) => Promise<Part<Key>[]>,
): Promise<Map<Key, Set<CalendarDate>>> {
  const found = new Map<Key, Set<CalendarDate>>();
  let before = LAST_KEY;
  for (let limit = FIRST_PART; ; limit *= GROWTH_OF_PARTS) {
    const [{ entries, lastKey, pushed }] = (await read(before, limit)) as [Part<Key>];
    for (const { ratePlanId, dates } of pushed)
      found.set(ratePlanId, new Set([...(found.get(ratePlanId) ?? []), ...dates]));
    const size = [...found.values()].reduce((sum, dates) => sum + dates.size, 0);
    if (entries < limit || size === values) return found;
    before = lastKey;
  }
}
