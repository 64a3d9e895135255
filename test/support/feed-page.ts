/** A change as the feed tells of it. */
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
