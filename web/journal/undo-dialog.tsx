import { useState } from 'preact/hooks';
import type { UndoAnswer } from '../api-types';
import { formatChange, formatCount, formatShortDay, inWords } from '../format';
import { hrefOf } from '../router';
import { useApi } from '../session';
import { Dialog } from '../ui/dialog';
import { Place } from '../ui/place';
import { Failure, Loading } from '../ui/status';
import { useLoad } from '../use-load';
import type { Undo } from './undo';
import { carryOut } from './undo';

const MAX_ROWS = 500;
const MAX_ENTRIES = 10;
const VERDICTS: Record<string, string> = {
  restored: 'goes back',
  changedSince: 'stays: changed since',
  unknown: 'stays: what was before is no longer known',
};

/** Shows what taking calls back would change, and takes them back. */
export function UndoDialog({
  undo,
  onClose,
  onDone,
}: {
  undo: Undo;
  onClose: () => void;
  onDone: () => void;
}) {
  const api = useApi();
  const [progress, setProgress] = useState<UndoAnswer>();
  const trial = useLoad((signal) => carryOut(api, undo, true, setProgress, signal), [undo]);
  const [done, setDone] = useState<UndoAnswer>();
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    setProgress(undefined);
    setError(undefined);
    try {
      setDone(await carryOut(api, undo, false, setProgress));
      onDone();
    } catch (failure) {
      setError(failure as Error);
    }
    setBusy(false);
  };
  const { data } = trial;
  return (
    <Dialog title="Undo" wide onClose={onClose}>
      {trial.error && <Failure error={trial.error} retry={trial.reload} />}
      {trial.isLoading && <Loading what="what would change" />}
      {error && <Failure error={error} />}
      {progress && (trial.isLoading || isBusy) && (
        <p role="status">
          {formatCount(progress.roomsDone)} of {formatCount(progress.rooms)} rooms are done.
          {isBusy && ' It goes on when this is closed.'}
        </p>
      )}
      {done && <Done answer={done} />}
      {data && !done && (
        <>
          <p>{summaryOf(data)}</p>
          <UndoTable records={data.records} />
          <div class="actions">
            <button
              type="button"
              class="danger"
              disabled={isBusy || data.restored === 0}
              onClick={() => void start()}
            >
              Undo {cells(data.restored)}
            </button>
            <button type="button" onClick={onClose}>
              Cancel
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function Done({ answer: { restored, requestIds } }: { answer: UndoAnswer }) {
  return (
    <div role="status">
      <p>
        {cells(restored)} went back to {before(restored)}.
      </p>
      {requestIds.slice(0, MAX_ENTRIES).map((id) => (
        <p key={id}>
          <a href={hrefOf(`journal/${id}`)}>Its journal entry</a>
        </p>
      ))}
      {requestIds.length > MAX_ENTRIES && (
        <p>
          <a href={hrefOf('journal', { operation: 'undo' })}>
            and {formatCount(requestIds.length - MAX_ENTRIES)} more, one a room
          </a>
        </p>
      )}
    </div>
  );
}

function UndoTable({ records }: { records: UndoAnswer['records'] }) {
  return (
    <div class="table-scroll dialog-table" tabIndex={0} role="region" aria-label="What would change">
      <table>
        <thead>
          <tr>
            <th scope="col">Where</th>
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
              <td class="name-cell">
                <Place roomId={record.roomId} ratePlanId={record.ratePlanId} withIds={false} />
                {record.ratePlanId === null && record.date !== undefined && ' · rooms left'}
              </td>
              <td>{record.date === undefined ? inWords(record.field ?? '') : formatShortDay(record.date)}</td>
              <td class="number">
                {record.from ?? 'not set'} → {record.verdict === 'restored' ? (record.to ?? 'not set') : '–'}
                {record.verdict === 'restored' && <Change {...record} />}
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

/** By how much a price changes; a number of rooms says it by itself. */
function Change({ ratePlanId, from, to }: UndoAnswer['records'][number]) {
  if (ratePlanId === null || typeof from !== 'string' || typeof to !== 'string') return null;
  return <span class="small muted"> {formatChange(from, to)}</span>;
}

function summaryOf({ restored, changedSince, unknown }: UndoAnswer): string {
  const parts = [`${cells(restored)} would go back to ${before(restored)}`];
  if (changedSince > 0) parts.push(`${cells(changedSince)} have changed since and stay as they are`);
  if (unknown > 0) parts.push(`of ${cells(unknown)} it is no longer known what they were`);
  return `${parts.join('; ')}. Derived prices follow.`;
}

function before(count: number): string {
  return count === 1 ? 'what it was' : 'what they were';
}

function cells(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'cell' : 'cells'}`;
}
