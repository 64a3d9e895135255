import type { ComponentChildren } from 'preact';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Api } from './api';
import type { List, Mail, Property } from './api-types';
import { useHotel } from './router';
import { useSession } from './session';
import type { Loaded } from './use-load';
import { useLoad } from './use-load';

const EVERY_MS = 30_000;
const MAX_PAGES = 10;

/** The state of each hotel, and the mails that were not delivered. */
export interface Attention {
  hotels: Property[];
  undelivered: Mail[];
}

const AttentionContext = createContext<Loaded<Attention> | null>(null);

/** Loads both for all views, every half minute. */
export function AttentionProvider({ children }: { children: ComponentChildren }) {
  const { api, names } = useSession();
  const hasHotel = useHotel() !== undefined;
  const attention = useLoad(
    async (signal) => {
      const [hotels, failed, queued] = await Promise.all([
        readAll<Property>(api, 'properties', {}, signal),
        readAll<Mail>(api, 'notifications', { state: 'failed' }, signal),
        readAll<Mail>(api, 'notifications', { state: 'queued' }, signal),
      ]);
      const undelivered = [...failed, ...queued.filter(({ attempts }) => attempts > 0)];
      // The mail about a room does not name its hotel.
      const rooms = new Set(hasHotel ? undelivered.flatMap(({ roomId }) => roomId ?? []) : []);
      await Promise.all([...rooms].map((roomId) => names.load(roomId)));
      return { hotels, undelivered };
    },
    [api, hasHotel],
    EVERY_MS,
  );
  return <AttentionContext.Provider value={attention}>{children}</AttentionContext.Provider>;
}

/** Returns both for the chosen hotel, or for all hotels. */
export function useAttention(): Loaded<Attention> {
  const attention = useContext(AttentionContext);
  const { names } = useSession();
  const hotel = useHotel();
  if (!attention) throw new Error('useAttention is used outside of AttentionProvider');
  const { data } = attention;
  if (hotel === undefined || !data) return attention;
  return {
    ...attention,
    data: {
      hotels: data.hotels.filter(({ name }) => name === hotel),
      undelivered: data.undelivered.filter((mail) => names.hotelOf(mail) === hotel),
    },
  };
}

/** Reads all pages of a list, up to a limit that no list of hotels reaches. */
export async function readAll<T>(
  api: Api,
  path: string,
  query: Record<string, string | undefined>,
  signal?: AbortSignal,
  maxPages = MAX_PAGES,
  limit = 200,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const list: List<T> = await api.get<List<T>>(path, { ...query, limit, cursor }, signal);
    items.push(...list.items);
    if (list.nextCursor === null) break;
    cursor = list.nextCursor;
  }
  return items;
}
