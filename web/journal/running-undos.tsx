import { useEffect, useState } from 'preact/hooks';
import type { UndoAnswer } from '../api-types';
import { counted } from '../format';
import { hrefOf } from '../router';
import { useApi } from '../session';
import { ProgressBar } from '../ui/progress-bar';
import { RunningLine } from '../ui/running-line';
import { messageOf } from '../ui/status';
import { useLoad } from '../use-load';

/** The key in the storage of the tab, and the name of the event after a change. */
const KEY = 'running-undos';
const POLL_MS = 2_000;

/** Remembers an undo that takes long, so that its progress is shown in every view, also after a reload. */
export function rememberUndo(undoId: string): void {
  const known = storedIds();
  if (!known.includes(undoId)) store([...known, undoId]);
}

export function forgetUndo(undoId: string): void {
  store(storedIds().filter((id) => id !== undoId));
}

function storedIds(): string[] {
  return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[];
}

function store(undoIds: string[]): void {
  sessionStorage.setItem(KEY, JSON.stringify(undoIds));
  dispatchEvent(new Event(KEY));
}

/** The undos that were begun in this tab and take long, with their progress. */
export function RunningUndos() {
  const [ids, setIds] = useState(storedIds);
  useEffect(() => {
    const onChange = () => setIds(storedIds());
    addEventListener(KEY, onChange);
    return () => removeEventListener(KEY, onChange);
  }, []);
  if (ids.length === 0) return null;
  return (
    <ul class="plain running-work" aria-label="Running undos">
      {ids.map((id) => (
        <li key={id}>
          <RunningUndo undoId={id} />
        </li>
      ))}
    </ul>
  );
}

function RunningUndo({ undoId }: { undoId: string }) {
  const api = useApi();
  const [isOver, setOver] = useState(false);
  const { data, error } = useLoad(
    (signal) => api.get<UndoAnswer>(`journal/undo/${undoId}`, {}, signal),
    [undoId],
    isOver ? 0 : POLL_MS,
  );
  const state = data?.state ?? 'running';
  useEffect(() => setOver(state !== 'running'), [state]);
  return (
    <RunningLine onDismiss={state === 'running' ? undefined : () => forgetUndo(undoId)}>
      {state === 'running' && <UndoProgress answer={data} />}
      {state === 'running' && error && messageOf(error)}
      {state === 'failed' && `The undo has failed: ${data?.problem ?? 'the reason is not known'}.`}
      {state === 'done' && `The undo is done in ${counted(data?.rooms ?? 0, 'room')}.`}
      {state !== 'running' && <a href={hrefOf('journal', { operation: 'undo' })}>Its entries</a>}
    </RunningLine>
  );
}

/** How far an undo is. */
export function UndoProgress({ answer }: { answer: UndoAnswer | undefined }) {
  const progress = answer && { done: answer.roomsDone, total: answer.rooms };
  return <ProgressBar progress={progress} label="Undo" unit="rooms" />;
}
