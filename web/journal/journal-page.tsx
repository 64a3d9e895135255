import { useMemo } from 'preact/hooks';
import type { JournalEntry, List } from '../api-types';
import { useQueryState } from '../router';
import { useApi } from '../session';
import { More } from '../ui/more';
import { Empty, Failure, Loading } from '../ui/status';
import { useList } from '../use-list';
import { EntryTable } from './entry-table';
import { Filters, FILTER_NAMES } from './filters';

/** What was pushed and changed, newest first. */
export function JournalPage() {
  const api = useApi();
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
        <button type="button" onClick={reload}>
          Refresh
        </button>
      </div>
      <Filters key={query.toString()} filter={filter} onFilter={(next) => change(next)} />
      {error && <Failure error={error} retry={items.length > 0 ? loadMore : reload} />}
      {items.length > 0 && <EntryTable entries={items} />}
      {items.length === 0 && isLoading && <Loading what="the journal" />}
      {items.length === 0 && !isLoading && !error && (
        <Empty>No entry matches. Leave a filter out to see more.</Empty>
      )}
      {hasMore && !error && <More onMore={loadMore} isLoading={isLoading} />}
    </>
  );
}
