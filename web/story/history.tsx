import { useState } from 'preact/hooks';
import type { HistoryEntry, PriceStory } from '../api-types';
import { formatPrice } from '../format';
import { useApi } from '../session';
import { Moment } from '../ui/moment';
import { HistoryItem } from './history-item';
import { KINDS } from './sentence';

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
  const [older, setOlder] = useState<{ entries: HistoryEntry[]; next: string | null }>();
  const next = older ? older.next : story.nextCursor;
  const entries = [...story.history, ...(older?.entries ?? [])];
  const loadMore = async () => {
    const page = await api.get<PriceStory>(`ratePlans/${ratePlanId}/prices/${date}`, { cursor: next });
    setOlder({ entries: [...(older?.entries ?? []), ...page.history], next: page.nextCursor });
  };
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
            key={`${entry.requestId} ${entry.at}`}
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
