import { useState } from 'preact/hooks';
import type { WholeJournalEntry } from '../api-types';
import { counted } from '../format';
import { canUndo } from '../journal/operations';
import { undoOfEntry } from '../journal/undo';
import { UndoDialog } from '../journal/undo-dialog';
import { justBefore } from '../moment';
import { hrefOf } from '../router';
import { useSession } from '../session';
import { useLoad } from '../use-load';

const WHAT: Record<string, string> = {
  undo: 'undo',
  recalculatePrices: 'recalculation',
  changeRatePlans: 'change of rules',
};

/** The actions for the call that set a cell. */
export function PushActions({
  requestId,
  at,
  date,
  cell,
}: {
  requestId: string;
  at: string;
  date: string;
  /** The cell whose story stays open in the earlier calendar. */
  cell?: string;
}) {
  const session = useSession();
  const { api } = session;
  const [isUndoing, setUndoing] = useState(false);
  const { data, reload } = useLoad(
    (signal) => api.get<WholeJournalEntry>(`journal/${requestId}`, {}, signal),
    [requestId],
  );
  const what = WHAT[data?.operation ?? ''] ?? 'push';
  return (
    <div class="actions story-actions">
      {data && canUndo(data, session) && (
        <button type="button" onClick={() => setUndoing(true)}>
          Undo this {what}
          {data.applied > 0 && ` (${counted(data.applied, 'cell')})`} …
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
