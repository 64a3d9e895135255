import { useState } from 'preact/hooks';
import type { UndoAnswer } from '../api-types';
import { formatCount, formatDay } from '../format';
import { hrefOf } from '../router';
import { useApi } from '../session';
import { Dialog } from '../ui/dialog';
import { Failure, Loading } from '../ui/status';
import { useLoad } from '../use-load';

const MAX_ROWS = 500;
const VERDICTS: Record<string, string> = {
  restored: 'goes back',
  changedSince: 'stays: changed since',
  unknown: 'stays: what was before is no longer known',
};

/** Shows what taking a call back would change, and takes it back. */
export function UndoDialog({
  requestId,
  onClose,
  onDone,
}: {
  requestId: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const api = useApi();
  const path = `journal/${requestId}/undo`;
  const trial = useLoad((signal) => api.post<UndoAnswer>(path, { dryRun: true }, signal), [requestId]);
  const [done, setDone] = useState<UndoAnswer>();
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    setError(undefined);
    try {
      setDone(await api.post<UndoAnswer>(path, { dryRun: false }));
      onDone();
    } catch (failure) {
      setError(failure as Error);
    }
    setBusy(false);
  };
  const { data } = trial;
  return (
    <Dialog title="Undo" onClose={onClose}>
      {trial.error && <Failure error={trial.error} retry={trial.reload} />}
      {trial.isLoading && <Loading what="what would change" />}
      {error && <Failure error={error} />}
      {done ? (
        <div role="status">
          <p>{cells(done.restored)} went back to what they were.</p>
          {done.requestIds.map((id) => (
            <p key={id}>
              <a href={hrefOf(`journal/${id}`)}>Its journal entry</a>
            </p>
          ))}
        </div>
      ) : (
        data && (
          <>
            <p>{summaryOf(data)}</p>
            <UndoTable records={data.records} />
            <div class="actions">
              <button
                type="button"
                class="danger"
                disabled={isBusy || data.restored === 0}
                onClick={() => void undo()}
              >
                Undo {cells(data.restored)}
              </button>
              <button type="button" onClick={onClose}>
                Cancel
              </button>
            </div>
          </>
        )
      )}
    </Dialog>
  );
}

function UndoTable({ records }: { records: UndoAnswer['records'] }) {
  return (
    <div class="table-scroll dialog-table" tabIndex={0} role="region" aria-label="What would change">
      <table>
        <thead>
          <tr>
            <th scope="col">Room</th>
            <th scope="col">Plan</th>
            <th scope="col">Date</th>
            <th scope="col" class="number">
              Now → then
            </th>
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {records.slice(0, MAX_ROWS).map((record, index) => (
            <tr key={index}>
              <td>{record.roomId}</td>
              <td>{record.ratePlanId ?? 'rooms left'}</td>
              <td>{record.date === undefined ? record.field : formatDay(record.date)}</td>
              <td class="number">
                {record.from ?? 'not set'} → {record.verdict === 'restored' ? (record.to ?? 'not set') : '–'}
              </td>
              <td>{VERDICTS[record.verdict]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {records.length > MAX_ROWS && <p class="muted">and {formatCount(records.length - MAX_ROWS)} more</p>}
    </div>
  );
}

function summaryOf({ restored, changedSince, unknown }: UndoAnswer): string {
  const parts = [`${cells(restored)} would go back to what they were`];
  if (changedSince > 0) parts.push(`${cells(changedSince)} have changed since and stay as they are`);
  if (unknown > 0) parts.push(`of ${cells(unknown)} it is no longer known what they were`);
  return `${parts.join('; ')}. Derived prices follow.`;
}

function cells(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'cell' : 'cells'}`;
}
