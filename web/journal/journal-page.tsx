import { useMemo, useState } from 'preact/hooks';
import type { JournalEntry, List } from '../api-types';
import { useQueryState } from '../router';
import { useSession } from '../session';
import { More } from '../ui/more';
import { Empty, Failure, Loading } from '../ui/status';
import { useList } from '../use-list';
import { EntryTable } from './entry-table';
import { Filters, FILTER_NAMES } from './filters';
import type { Undo } from './undo';
import { undoOfFilter } from './undo';
import { UndoDialog } from './undo-dialog';

/** What was pushed and changed, newest first. */
export function JournalPage() {
  const { api, isAdmin } = useSession();
  const [undo, setUndo] = useState<Undo>();
  const [query, change] = useQueryState();
  const filter = useMemo(
    () => Object.fromEntries(FILTER_NAMES.map((name) => [name, query.get(name) ?? ''])),
    [query],
  );
  const list = useList(
    (cursor, signal) => api.get<List<JournalEntry>>('journal', { ...filter, cursor }, signal),
    [api, filter],
  );
  const { items, isLoading, error, hasMore, loadMore, reload } = list;
  return (
    <>
      <div class="page-head">
        <h1>Journal</h1>
        <div class="actions">
          {isAdmin && undoOfFilter(filter) && (
            <button type="button" onClick={() => setUndo(undoOfFilter(filter))}>
              Undo these pushes …
            </button>
          )}
          <button type="button" onClick={reload}>
            Refresh
          </button>
        </div>
      </div>
      <Filters key={query.toString()} filter={filter} onFilter={(next) => change(next)} />
      {error && <Failure error={error} retry={items.length > 0 ? loadMore : reload} />}
      {items.length > 0 && <EntryTable entries={items} />}
      {items.length === 0 && isLoading && <Loading what="the journal" />}
      {items.length === 0 && !isLoading && !error && (
        <Empty>No entry matches. Leave a filter out to see more.</Empty>
      )}
      {undo && <UndoDialog undo={undo} onClose={() => setUndo(undefined)} onDone={reload} />}
      {hasMore && !error && <More onMore={loadMore} isLoading={isLoading} />}
    </>
  );
}
