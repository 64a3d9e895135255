import type { TestService } from './service';
import { until } from './until';

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
 * Waits until all transactions of the server that have begun so far have ended: those of the service's jobs, for example.
 * The feed then shows every change of the calls that were answered before.
 */
export async function untilFeedHasAllChanges({ dataSource }: TestService): Promise<void> {
  const [snapshot] = await dataSource.query<[{ next: string }]>(
    `SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next`,
  );
  await until(async () => {
    const [{ ended }] = await dataSource.query<[{ ended: boolean }]>(
      `SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS ended`,
      [snapshot.next],
    );
    return ended;
  });
}

/** The position behind the newest item that the feed shows. */
export async function endOfFeed(service: TestService): Promise<string> {
  return (JSON.parse((await service.call('/changes?after=now')).text) as FeedPage).nextCursor;
}

/**
 * Waits for a page with items of some calls after a position of the feed. The feed shows an item when no earlier transaction
 * of its server is open, including those in other files' databases.
 */
export function pageWith(
  service: TestService,
  cursor: string,
  requestIds: readonly string[],
): Promise<FeedPage> {
  return until(async () => {
    const page = JSON.parse((await service.call(`/changes?after=${cursor}`)).text) as FeedPage;
    const found = new Set(page.items.map(({ requestId }) => requestId));
    return requestIds.every((id) => found.has(id)) && page;
  });
}

/** Waits for the items of some calls after a position of the feed, without those of other calls. */
export async function itemsOf(
  service: TestService,
  cursor: string,
  requestIds: readonly string[],
): Promise<FeedItem[]> {
  const { items } = await pageWith(service, cursor, requestIds);
  return items.filter(({ requestId }) => requestIds.includes(requestId));
}
