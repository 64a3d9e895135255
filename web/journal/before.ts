import type { WholeJournalEntry } from '../api-types';
import { justBefore } from '../moment';
import { useApi } from '../session';
import { useLoad } from '../use-load';

/** A room's calendar of some days, as far as it is read here. */
interface Calendar {
  days: { date: string; totalRooms: number; prices: { ratePlanId: string; price: string | null }[] }[];
}

/** What each cell was before an entry: null where nothing was set. Undefined where that is not known, or not yet. */
export type Before = ((date: string, ratePlanId: string | null) => string | null) | undefined;

const MAX_DAYS = 750;

/** What the cells of an entry were just before it, from the calendar of that moment. */
export function useBefore(entry: WholeJournalEntry): Before {
  const api = useApi();
  const { roomId, outcome, appliedAt, span } = entry;
  const isKnown = roomId !== null && outcome === 'applied' && span !== null && daysOf(span) <= MAX_DAYS;
  const { data } = useLoad(
    async (signal) => {
      if (!isKnown) return undefined;
      const query = { from: span.from, to: span.to, at: justBefore(appliedAt) };
      const { days } = await api.get<Calendar>(`rooms/${roomId}/calendar`, query, signal);
      return new Map(
        days.flatMap(({ date, totalRooms, prices }) => [
          [`${date},`, String(totalRooms)],
          ...prices.map(({ ratePlanId, price }) => [`${date},${ratePlanId}`, price] as const),
        ]),
      );
    },
    [entry.requestId],
  );
  return data && ((date, ratePlanId) => data.get(`${date},${ratePlanId ?? ''}`) ?? null);
}

function daysOf({ from, to }: { from: string; to: string }): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
}
