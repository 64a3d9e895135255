import { useState } from 'preact/hooks';
import type { WholeJournalEntry } from '../api-types';
import { formatCount } from '../format';
import { canUndo } from '../journal/operations';
import { undoOfEntry } from '../journal/undo';
import { UndoDialog } from '../journal/undo-dialog';
import { justBefore } from '../moment';
import { hrefOf } from '../router';
import { useSession } from '../session';
import { useLoad } from '../use-load';

/** What can be done about the call that made a cell what it is. */
export function PushActions({
  requestId,
  at,
  date,
  cell,
}: {
  requestId: string;
  at: string;
  date: string;
  /** Whose story stays open in the calendar of then. */
  cell?: string;
}) {
  const { api, isAdmin } = useSession();
  const [isUndoing, setUndoing] = useState(false);
  const { data, reload } = useLoad(
    (signal) => api.get<WholeJournalEntry>(`journal/${requestId}`, {}, signal),
    [requestId],
  );
  const what = data?.operation === 'undo' ? 'undo' : 'push';
  return (
    <div class="actions story-actions">
      {isAdmin && data && canUndo(data) && (
        <button type="button" onClick={() => setUndoing(true)}>
          Undo this {what}
          {data.applied > 0 && ` (${formatCount(data.applied)} ${data.applied === 1 ? 'cell' : 'cells'})`} …
        </button>
      )}
      <a class="button" href={hrefOf('calendar', { from: date, days: 14, at: justBefore(at), cell })}>
        The calendar just before
      </a>
      {isUndoing && (
        <UndoDialog undo={undoOfEntry(requestId)} onClose={() => setUndoing(false)} onDone={reload} />
      )}
    </div>
  );
}
