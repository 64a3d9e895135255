import { useEffect, useState } from 'preact/hooks';
import type { HistoryEntry, PriceStory } from '../api-types';
import { formatPrice } from '../format';
import type { Page } from '../pages';
import { itemsOf, readAgain } from '../pages';
import { useApi } from '../session';
import { Moment } from '../ui/moment';
import { HistoryItem } from './history-item';
import { KINDS } from './sentence';

interface HistoryPage extends Page {
  items: HistoryEntry[];
}

const keyOf = ({ requestId, at }: HistoryEntry) => `${requestId} ${at}`;
const ignore = () => undefined;

/** The calls that changed the price, newest first, with their journal entries. */
export function History({
  story,
  ratePlanId,
  date,
}: {
  story: PriceStory;
  ratePlanId: string;
  date: string;
}) {
  const api = useApi();
  const newest = { cursor: undefined, nextCursor: story.nextCursor, items: story.history };
  const [older, setOlder] = useState<HistoryPage[]>([]);
  const pages = [newest, ...older];
  const next = pages.at(-1)?.nextCursor ?? null;
  const read = async (cursor: string | undefined) => {
    const page = await api.get<PriceStory>(`ratePlans/${ratePlanId}/prices/${date}`, { cursor });
    return { cursor, nextCursor: page.nextCursor, items: page.history };
  };
  const loadMore = async () => {
    if (next !== null) setOlder([...older, await read(next)]);
  };
  // A new push moves the end of the newest page, and with it the older pages.
  useEffect(() => {
    let isOver = false;
    void readAgain(pages, () => false, read).then(([, ...moved]) => !isOver && setOlder(moved), ignore);
    return () => {
      isOver = true;
    };
  }, [story.nextCursor]);
  const entries = itemsOf(pages, keyOf);
  return (
    <section>
      <h3>History</h3>
      {entries.length === 0 && (
        <p class="muted">
          Nothing has changed it since <Moment at={story.knownSince} />, when its known past begins.
        </p>
      )}
      <ol class="history">
        {entries.map((entry) => (
          <HistoryItem
            key={keyOf(entry)}
            value={entry.price === null ? 'not set' : formatPrice(entry.price)}
            kind={KINDS[entry.kind]}
            entry={entry}
          />
        ))}
      </ol>
      {next !== null && (
        <button type="button" onClick={() => void loadMore()}>
          Older
        </button>
      )}
    </section>
  );
}
