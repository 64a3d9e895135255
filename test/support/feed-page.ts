import type { TestService } from './service';
import { until } from './until';

/** An item of the feed of changes. */
export interface FeedItem {
  cursor: string;
  requestId: string;
  at: string;
  roomId: string;
  kind: string;
  ratePlanIds: string[];
  from: string | null;
  to: string | null;
}

export interface FeedPage {
  items: FeedItem[];
  nextCursor: string;
}

/**
 * Waits for the items of some calls after a position of the feed. The feed shows an item when no earlier transaction is
 * open, so items of calls before may come as well.
 */
export function itemsOf(
  service: TestService,
  cursor: string,
  requestIds: readonly string[],
): Promise<FeedItem[]> {
  return until(async () => {
    const page = JSON.parse((await service.call(`/changes?after=${cursor}`)).text) as FeedPage;
    const own = page.items.filter(({ requestId }) => requestIds.includes(requestId));
    return new Set(own.map(({ requestId }) => requestId)).size === requestIds.length && own;
  });
}
