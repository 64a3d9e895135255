import { useState } from 'preact/hooks';
import type { FeedHealth, HeldPrice, List, Mail } from '../api-types';
import { useApi } from '../session';
import { useLoad } from '../use-load';

const EVERY_MS = 30_000;
const FEW_ROOMS = 12;
/** As many as the API gives at once. */
const MAX_ITEMS = 200;

/** All that the feed health shows, each part read by itself: one that fails takes no other with it. */
export function useFeed() {
  const api = useApi();
  const [limit, setLimit] = useState(FEW_ROOMS);
  const health = useLoad(
    (signal) => api.get<FeedHealth>('feedHealth', { limit }, signal),
    [api, limit],
    EVERY_MS,
  );
  const held = useLoad(
    (signal) => api.get<List<HeldPrice>>('heldPrices', { limit: MAX_ITEMS }, signal),
    [api],
    EVERY_MS,
  );
  const mails = useLoad(
    (signal) => api.get<List<Mail>>('notifications', { state: 'failed', limit: MAX_ITEMS }, signal),
    [api],
    EVERY_MS,
  );
  return { health, held, mails, showMore: limit < MAX_ITEMS ? () => setLimit(MAX_ITEMS) : undefined };
}
