import { useMemo, useState } from 'preact/hooks';
import type { JournalEntry, List } from '../api-types';
import { formatCount } from '../format';
import { useHotel, useQueryState } from '../router';
import { useSession } from '../session';
import { ExportButton } from '../ui/export-button';
import { More } from '../ui/more';
import { Empty, Failure, Loading } from '../ui/status';
import { useList } from '../use-list';
import { EntryTable } from './entry-table';
import { Filters, FILTER_NAMES } from './filters';
import { today } from '../zone';
import { byLargestChange } from './order';
import type { Undo } from './undo';
import { undoOfFilter } from './undo';
import { UndoDialog } from './undo-dialog';

/** The largest page that the service gives: the order by change compares many entries. */
const MANY = 200;

/** The pushes and changes, newest first or by their largest change. */
export function JournalPage() {
  const { api, canDecide } = useSession();
  const [undo, setUndo] = useState<Undo>();
  const [query, change] = useQueryState();
  const hotel = useHotel();
  const filter = useMemo(
    () => Object.fromEntries(FILTER_NAMES.map((name) => [name, query.get(name) ?? ''])),
    [query],
  );
  const isByChange = query.get('order') === 'change';
  const limit = isByChange ? MANY : undefined;
  const list = useList(
    (cursor, signal) =>
      api.get<List<JournalEntry>>('journal', { ...filter, propertyName: hotel, limit, cursor }, signal),
    ({ requestId }) => requestId,
    [api, filter, hotel, limit],
  );
  const { items, isLoading, error, hasMore, loadMore, reload } = list;
  const undoable = hotel === undefined || filter['roomId'] ? undoOfFilter(filter) : undefined;
  return (
    <>
      <div class="page-head">
        <h1>Journal</h1>
        <div class="actions">
          {canDecide && (
            <button
              type="button"
              disabled={!undoable}
              title={
                undoable
                  ? undefined
                  : 'To undo all listed pushes together, choose From or Today, and leave Outcome at “any”.'
              }
              onClick={() => setUndo(undoable)}
            >
              Undo these pushes …
            </button>
          )}
          <ExportButton
            name={`journal-${today()}`}
            path="journal"
            query={{ ...filter, propertyName: hotel }}
          />
          <button type="button" onClick={reload}>
            Refresh
          </button>
        </div>
      </div>
      <Filters
        filter={filter}
        onFilter={(next) => change(next)}
        order={
          <button
            type="button"
            aria-pressed={isByChange}
            onClick={() => change({ order: isByChange ? undefined : 'change' })}
          >
            Largest change first
          </button>
        }
      />
      {isByChange && items.length > 0 && (
        <p class="small muted">
          The largest change of a price first, among the {formatCount(items.length)} newest entries that
          match.
          {hasMore && ' Older ones are compared when they are loaded.'}
        </p>
      )}
      {canDecide && !undoable && (
        <p class="small muted">
          To undo several pushes together, choose From
          {hotel !== undefined && !filter['roomId'] ? ' and a room' : ''}, and leave What and Outcome at
          “any”.
        </p>
      )}
      {error && <Failure error={error} retry={items.length > 0 ? loadMore : reload} />}
      {items.length > 0 && <EntryTable entries={isByChange ? byLargestChange(items) : items} />}
      {items.length === 0 && isLoading && <Loading what="the journal" />}
      {items.length === 0 && !isLoading && !error && (
        <Empty>No entry matches. Leave a filter out to see more.</Empty>
      )}
      {undo && <UndoDialog undo={undo} onClose={() => setUndo(undefined)} onDone={reload} />}
      {hasMore && !error && <More onMore={loadMore} isLoading={isLoading} />}
    </>
  );
}
