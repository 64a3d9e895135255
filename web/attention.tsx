import type { ComponentChildren } from 'preact';
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { Properties, Property, PropertyTotals } from './api-types';
import { useHotel } from './router';
import { useSession } from './session';
import type { Loaded } from './use-load';
import { useLoad } from './use-load';

const EVERY_MS = 30_000;
const FIRST_HOTELS = 50;
const MAX_HOTELS = 200;

/** The counts of everything that needs attention, in the chosen hotel or in all hotels. */
export interface Attention {
  /** The sums of all hotels, also of those that are not listed. */
  totals: PropertyTotals;
  /** The hotels that need the most attention, in this order. */
  hotels: Property[];
}

interface LoadedAttention extends Loaded<Attention> {
  /** Lists as many hotels as one answer may have; undefined if it already does. */
  showMore: (() => void) | undefined;
}

const AttentionContext = createContext<LoadedAttention | null>(null);

/** Loads what needs attention for all views: every half minute, and after each change by this page. */
export function AttentionProvider({ children }: { children: ComponentChildren }) {
  const { api } = useSession();
  const hotel = useHotel();
  const [limit, setLimit] = useState(FIRST_HOTELS);
  const attention = useLoad(
    async (signal) => {
      const query = { order: 'attention', propertyName: hotel, limit };
      const { items, totals } = await api.get<Properties>('properties', query, signal);
      if (!totals) throw new Error('The service answered without totals');
      return { hotel, hotels: items, totals };
    },
    [api, hotel, limit],
    EVERY_MS,
  );
  const { data, reload } = attention;
  useEffect(() => api.onChange(reload), [api, reload]);
  const value = {
    ...attention,
    // The figures of another hotel must not show as those of this one.
    data: data?.hotel === hotel ? data : undefined,
    showMore: limit < MAX_HOTELS ? () => setLimit(MAX_HOTELS) : undefined,
  };
  return <AttentionContext.Provider value={value}>{children}</AttentionContext.Provider>;
}

export function useAttention(): LoadedAttention {
  const attention = useContext(AttentionContext);
  if (!attention) throw new Error('useAttention is used outside of AttentionProvider');
  return attention;
}
