import { useMemo, useState } from 'preact/hooks';
import type { JournalEntry, List } from '../api-types';
import { useHotel, useQueryState } from '../router';
import { useSession } from '../session';
import { journalRows } from '../csv';
import { ExportButton } from '../ui/export-button';
import { More } from '../ui/more';
import { Empty, Failure, Loading } from '../ui/status';
import { useList } from '../use-list';
import { EntryTable } from './entry-table';
import { Filters, FILTER_NAMES } from './filters';
import { today } from '../zone';
import type { Undo } from './undo';
import { undoOfFilter } from './undo';
import { UndoDialog } from './undo-dialog';

/** What was pushed and changed, newest first. */
export function JournalPage() {
  const { api, names, isAdmin } = useSession();
  const [undo, setUndo] = useState<Undo>();
  const [query, change] = useQueryState();
  const hotel = useHotel();
  const filter = useMemo(
    () => Object.fromEntries(FILTER_NAMES.map((name) => [name, query.get(name) ?? ''])),
    [query],
  );
  const list = useList(
    (cursor, signal) =>
      api.get<List<JournalEntry>>('journal', { ...filter, propertyName: hotel, cursor }, signal),
    [api, filter, hotel],
  );
  const { items, isLoading, error, hasMore, loadMore, reload } = list;
  const undoable = hotel === undefined || filter['roomId'] ? undoOfFilter(filter) : undefined;
  return (
    <>
      <div class="page-head">
        <h1>Journal</h1>
        <div class="actions">
          {isAdmin && (
            <button
              type="button"
              disabled={!undoable}
              title={
                undoable
                  ? undefined
                  : 'Choose from when on, or Today, and no outcome: then all pushes that are listed can be undone together.'
              }
              onClick={() => setUndo(undoable)}
            >
              Undo these pushes …
            </button>
          )}
          <ExportButton
            name={`journal-${today()}`}
            load={() => journalRows(api, names, { ...given(filter), propertyName: hotel })}
          />
          <button type="button" onClick={reload}>
            Refresh
          </button>
        </div>
      </div>
      <Filters filter={filter} onFilter={(next) => change(next)} />
      {isAdmin && !undoable && (
        <p class="small muted">
          To undo several pushes together, choose from when on
          {hotel !== undefined && !filter['roomId'] ? ' and a room' : ''}, but neither what nor an outcome.
        </p>
      )}
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

/** The filters that are set. */
function given(filter: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
}
