import type { CalendarOfRooms, Room } from '../api-types';
import { useApi } from '../session';
import { useLoad } from '../use-load';
import { today } from '../zone';

/** The calendar has an order of its own, so the rooms of a search may be on many of its pages. */
const MAX_PAGES = 5;

/** Returns today's prices of rooms by rate plan; null if a price is not set, undefined while it is not known. */
export function useTodaysPrices(
  rooms: readonly Room[],
  filter: { search: string | null; propertyName: string | undefined },
): (ratePlanId: string) => string | null | undefined {
  const api = useApi();
  const { data } = useLoad(
    async (signal) => {
      const missing = new Set(rooms.map(({ id }) => id));
      const prices = new Map<string, string | null>();
      let cursor: string | null | undefined;
      for (let page = 0; page < MAX_PAGES && missing.size > 0 && cursor !== null; page++) {
        const query = { ...filter, from: today(), to: today(), cursor };
        const read: CalendarOfRooms = await api.get('calendar', query, signal);
        for (const { roomId, ratePlans } of read.items) {
          missing.delete(roomId);
          for (const plan of ratePlans) prices.set(plan.id, plan.prices[0] ?? null);
        }
        cursor = read.nextCursor;
      }
      return prices;
    },
    [api, rooms, filter.search, filter.propertyName],
  );
  return (ratePlanId) => data?.get(ratePlanId);
}
