import { useEffect, useState } from 'preact/hooks';
import type { Progress } from './progress-stream';

/** The names of two events: after each change of the work, and after the end of work whose dialog is closed. */
const CHANGED = 'long-work-changed';
const ENDED = 'long-work-ended';

/** The end of work: its success in words, with the id of its journal entry if it has a single one, or its failure. */
export type WorkEnd = { words: string; requestId?: string } | { error: Error };

/** Work of this tab that goes on when its dialog is closed. */
interface Work {
  id: number;
  title: string;
  /** The noun after the numbers of its progress, such as "rate plans". */
  unit: string;
  progress: Progress | undefined;
  /** Whether its dialog is closed, so that the views show it. */
  isLeft: boolean;
  end?: WorkEnd;
}

let works: readonly Work[] = [];
let lastId = 0;

function store(changed: readonly Work[]): void {
  works = changed;
  if (works.some(({ end }) => !end)) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
  dispatchEvent(new Event(CHANGED));
}

/** Makes the browser ask before it leaves the page. The service goes on, but the page can no longer show the result. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function change(id: number, changes: Partial<Work>): void {
  store(works.map((work) => (work.id === id ? { ...work, ...changes } : work)));
}

/** Begins work in an open dialog. @returns its id */
export function beginWork(title: string, unit: string): number {
  store([...works, { id: ++lastId, title, unit, progress: undefined, isLeft: false }]);
  return lastId;
}

export function showProgress(id: number, progress: Progress): void {
  change(id, { progress });
}

/** Makes the views show work whose dialog is closed. */
export function leaveWork(id: number): void {
  change(id, { isLeft: true });
}

/** Ends work. If its dialog is open, the dialog shows the end. @returns whether the dialog is open */
export function endWork(id: number, end: WorkEnd): boolean {
  const isOpen = works.some((work) => work.id === id && !work.isLeft);
  if (isOpen) forgetWork(id);
  else {
    change(id, { end });
    dispatchEvent(new Event(ENDED));
  }
  return isOpen;
}

export function forgetWork(id: number): void {
  store(works.filter((work) => work.id !== id));
}

/** The work whose dialog is closed, until the person dismisses it. */
export function useLeftWork(): Work[] {
  const [known, setKnown] = useState(works);
  useEffect(() => {
    const onChange = () => setKnown(works);
    addEventListener(CHANGED, onChange);
    return () => removeEventListener(CHANGED, onChange);
  }, []);
  return known.filter(({ isLeft }) => isLeft);
}

/** Calls a function after the end of work whose dialog is closed. */
export function useEndOfWork(onEnd: () => void): void {
  useEffect(() => {
    addEventListener(ENDED, onEnd);
    return () => removeEventListener(ENDED, onEnd);
  }, [onEnd]);
}
