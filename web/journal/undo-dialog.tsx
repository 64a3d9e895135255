import { useEffect, useRef, useState } from 'preact/hooks';
import type { UndoAnswer } from '../api-types';
import type { CalendarField } from '../fields';
import { labelOf, valueText } from '../fields';
import { counted, formatChange, formatCount, formatShortDay } from '../format';
import { hrefOf } from '../router';
import { guardInWords, ruleInWords } from '../rate-plans/rule';
import { useApi } from '../session';
import { Dialog } from '../ui/dialog';
import { DialogEnd } from '../ui/dialog-end';
import { Place } from '../ui/place';
import { Failure, Loading, fieldInWords } from '../ui/status';
import { useLoad } from '../use-load';
import { forgetUndo, rememberUndo, UndoProgress } from './running-undos';
import type { Undo } from './undo';
import { carryOut } from './undo';

const MAX_ROWS = 500;
const MAX_ENTRIES = 10;
const VERDICTS: Record<string, string> = {
  restored: 'goes back',
  changedSince: 'stays: changed since',
  unknown: 'stays: the value before is no longer known',
};

/** Previews the undo of calls, and then undoes them. */
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
  const trial = useLoad((signal) => carryOut(api, undo, null, setProgress, signal), [undo.path]);
  const [done, setDone] = useState<UndoAnswer>();
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const isOpen = useRef(true);
  useEffect(() => () => void (isOpen.current = false), []);
  const start = async (preview: UndoAnswer) => {
    setBusy(true);
    setProgress(undefined);
    setError(undefined);
    try {
      const answer = await carryOut(api, undo, preview, (running) => {
        setProgress(running);
        rememberUndo(running.undoId);
      });
      if (isOpen.current) forgetUndo(answer.undoId);
      setDone(answer);
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
        <p class="progress" role="status">
          <UndoProgress answer={progress} />
          {isBusy && ' It continues if you close this.'}
        </p>
      )}
      {done && <Done answer={done} onClose={onClose} />}
      {data && !done && (
        <>
          <p>{summaryOf(data)}</p>
          <UndoTable records={data.records} />
          <div class="actions">
            <button
              type="button"
              class="danger"
              disabled={isBusy || data.restored === 0}
              onClick={() => void start(data)}
            >
              Undo {cells(data, data.restored)}
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

function Done({ answer, onClose }: { answer: UndoAnswer; onClose: () => void }) {
  const { restored, requestIds } = answer;
  return (
    <DialogEnd onClose={onClose}>
      <p>
        {cells(answer, restored)} went back to {before(restored)}.
      </p>
      {requestIds.slice(0, MAX_ENTRIES).map((id) => (
        <p key={id}>
          <a href={hrefOf(`journal/${id}`)}>Its journal entry</a>
        </p>
      ))}
      {requestIds.length > MAX_ENTRIES && (
        <p>
          <a href={hrefOf('journal', { operation: isOfPlans(answer) ? 'changeRatePlans' : 'undo' })}>
            and {formatCount(requestIds.length - MAX_ENTRIES)} more, one a room
          </a>
        </p>
      )}
    </DialogEnd>
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
                {record.date !== undefined && fieldOf(record) !== 'price' && (
                  <> · {labelOf(fieldOf(record)).toLowerCase()}</>
                )}
              </td>
              <td>
                {record.field === 'derivation'
                  ? 'rule'
                  : record.date === undefined
                    ? fieldInWords(record.field ?? '').replace(/:$/, '')
                    : formatShortDay(record.date)}
              </td>
              <td class="number">
                {textOf(record, record.from)} →{' '}
                {record.verdict === 'restored' ? textOf(record, record.to) : '–'}
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

type UndoRecord = UndoAnswer['records'][number];

/** The field of a calendar record. The answer leaves it out for prices and rooms left. */
function fieldOf({ field, ratePlanId }: UndoRecord): CalendarField {
  return (field as CalendarField | undefined) ?? (ratePlanId === null ? 'roomsLeft' : 'price');
}

function textOf(record: UndoRecord, value: UndoRecord['from']): string {
  if (typeof value === 'object' && value !== null)
    return 'steps' in value ? ruleInWords(value) : guardInWords(value);
  return record.date === undefined ? String(value ?? 'not set') : valueText(fieldOf(record), value);
}

/** The change of a price in percent. Other values need no percentage. */
function Change(record: UndoRecord) {
  const { date, from, to } = record;
  if (date === undefined || fieldOf(record) !== 'price') return null;
  if (typeof from !== 'string' || typeof to !== 'string') return null;
  return <span class="small muted"> {formatChange(from, to)}</span>;
}

function summaryOf(answer: UndoAnswer): string {
  const { restored, changedSince, unknown, derived } = answer;
  const parts = [`${cells(answer, restored)} would go back to ${before(restored)}`];
  if (changedSince > 0) parts.push(`${cells(answer, changedSince)} have changed since and stay as they are`);
  if (unknown > 0) parts.push(`of ${cells(answer, unknown)} it is no longer known what they were`);
  const follow = isOfPlans(answer) ? `${formatCount(derived)} prices follow.` : 'Derived plans follow.';
  return `${parts.join('; ')}. ${follow}`;
}

function isOfPlans({ records }: UndoAnswer): boolean {
  return records[0]?.field === 'derivation' || records[0]?.field === 'guard';
}

function before(count: number): string {
  return count === 1 ? 'what it was' : 'what they were';
}

function cells(answer: UndoAnswer, count: number): string {
  const [first] = answer.records;
  const noun = !isOfPlans(answer) ? 'cell' : first?.field === 'guard' ? 'guard' : 'rule';
  return counted(count, noun);
}
