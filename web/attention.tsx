import type { ComponentChildren } from 'preact';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Api } from './api';
import type { List, Mail, Property } from './api-types';
import { useHotel } from './router';
import { useApi } from './session';
import type { Loaded } from './use-load';
import { useLoad } from './use-load';

const EVERY_MS = 30_000;
const MAX_PAGES = 10;

/** What needs attention: the hotels with their figures, and the mails that have reached nobody. */
export interface Attention {
  hotels: Property[];
  undelivered: Mail[];
}

const AttentionContext = createContext<Loaded<Attention> | null>(null);

/** Reads it for all views, every half minute. */
export function AttentionProvider({ children }: { children: ComponentChildren }) {
  const api = useApi();
  const attention = useLoad(
    async (signal) => {
      const [hotels, failed, queued] = await Promise.all([
        readAll<Property>(api, 'properties', {}, signal),
        readAll<Mail>(api, 'notifications', { state: 'failed' }, signal),
        readAll<Mail>(api, 'notifications', { state: 'queued' }, signal),
      ]);
      return { hotels, undelivered: [...failed, ...queued.filter(({ attempts }) => attempts > 0)] };
    },
    [api],
    EVERY_MS,
  );
  return <AttentionContext.Provider value={attention}>{children}</AttentionContext.Provider>;
}

/** What needs attention in the chosen hotel, or in all hotels. */
export function useAttention(): Loaded<Attention> {
  const attention = useContext(AttentionContext);
  const hotel = useHotel();
  if (!attention) throw new Error('useAttention is used outside of AttentionProvider');
  const { data } = attention;
  if (hotel === undefined || !data) return attention;
  return {
    ...attention,
    data: {
      hotels: data.hotels.filter(({ name }) => name === hotel),
      undelivered: data.undelivered.filter(({ propertyName }) => propertyName === hotel),
    },
  };
}

/** All pages of a list, up to a bound that no list of hotels reaches. */
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
