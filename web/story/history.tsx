import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../pages';
import { itemsOf, readAgain } from '../pages';
import { Moment } from '../ui/moment';

/** A part of the story of a value: its changes, newest first. */
interface Story<Entry> {
  knownSince: string;
  history: Entry[];
  nextCursor: string | null;
}

interface HistoryPage<Entry> extends Page {
  items: Entry[];
}

const ignore = () => undefined;

/** The calls that changed a value, newest first, with their journal entries. */
export function History<Entry extends { requestId: string; at: string }>({
  title = 'History',
  hasWords = false,
  story,
  read,
  show,
}: {
  title?: string;
  /** Whether the values are words, which need more room than numbers. */
  hasWords?: boolean;
  /** The newest part. */
  story: Story<Entry>;
  /** Reads the part that begins at a cursor. */
  read: (cursor: string | undefined) => Promise<Story<Entry>>;
  show: (entry: Entry) => ComponentChildren;
}) {
  const newest = pageOf(undefined, story);
  const [older, setOlder] = useState<HistoryPage<Entry>[]>([]);
  const pages = [newest, ...older];
  const next = pages.at(-1)?.nextCursor ?? null;
  const readPage = async (cursor: string | undefined) => pageOf(cursor, await read(cursor));
  const loadMore = async () => {
    if (next !== null) setOlder([...older, await readPage(next)]);
  };
  // A new push moves the end of the newest page, and with it the older pages.
  useEffect(() => {
    let isOver = false;
    void readAgain(pages, () => false, readPage).then(([, ...moved]) => !isOver && setOlder(moved), ignore);
    return () => {
      isOver = true;
    };
  }, [story.nextCursor]);
  const entries = itemsOf(pages, keyOf);
  return (
    <section>
      <h3>{title}</h3>
      {entries.length === 0 && (
        <p class="muted">
          Nothing has changed it since <Moment at={story.knownSince} />, when its known past begins.
        </p>
      )}
      <ol class={hasWords ? 'history history-words' : 'history'}>
        {entries.map((entry) => (
          <li key={keyOf(entry)}>{show(entry)}</li>
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

function keyOf({ requestId, at }: { requestId: string; at: string }): string {
  return `${requestId} ${at}`;
}

function pageOf<Entry>(
  cursor: string | undefined,
  { history, nextCursor }: Story<Entry>,
): HistoryPage<Entry> {
  return { cursor, nextCursor, items: history };
}
