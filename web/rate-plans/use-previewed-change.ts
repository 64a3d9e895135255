import { useEffect, useRef, useState } from 'preact/hooks';
import { isConflict } from '../api-error';
import type { WorkEnd } from '../long-work';
import { beginWork, endWork, leaveWork, showProgress } from '../long-work';
import type { OnProgress, Progress } from '../progress-stream';
import { useSession } from '../session';

/** A shorter call shows no progress, so that the dialog does not flicker. */
const SHORT_MS = 300;

/** The preview or the saving of a change, while it runs. */
export interface RunningChange {
  label: string;
  /** The noun after the numbers of its progress, such as "rate plans". */
  unit: string;
  /** Whether it saves. It goes on when the dialog is closed. */
  isSaving: boolean;
  /** Whether it takes so long that the dialog shows its progress. */
  isLong: boolean;
  progress: Progress | undefined;
}

/** A change of rooms and rate plans that a person previews and then saves. */
export interface PreviewedChange<T> {
  /** The preview of this change; undefined until it is read, and after each edit. */
  preview: T | undefined;
  running: RunningChange | undefined;
  error: Error | undefined;
  setError: (error: Error | undefined) => void;
  readPreview: () => Promise<void>;
  save: () => Promise<void>;
}

/** Sends a change of rooms and rate plans from a dialog: first as a preview, then to save it. */
export function usePreviewedChange<T extends { preview: string }>({
  content,
  unit,
  titleOf,
  send,
  onSaved,
  endOf,
}: {
  /** The change as text. It shows whether the person has edited the change since its preview. */
  content: string;
  /** The noun after the numbers of its progress, such as "rate plans". */
  unit: string;
  /** The change in words, for its progress. */
  titleOf: (preview: T) => string;
  /** Saves the change if it still has this preview; only previews it if no preview is given. */
  send: (preview: string | undefined, onProgress: OnProgress) => Promise<T>;
  /** It is called if the dialog is open when the change is saved. */
  onSaved: (result: T) => void;
  /** The result for the views, if the dialog is closed. */
  endOf: (result: T) => WorkEnd;
}): PreviewedChange<T> {
  const { names } = useSession();
  const [read, setRead] = useState<{ content: string; result: T }>();
  const [running, setRunning] = useState<RunningChange>();
  const [error, setError] = useState<Error>();
  const work = useRef<number | undefined>(undefined);
  useEffect(
    () => () => {
      if (work.current !== undefined) leaveWork(work.current);
    },
    [],
  );
  const preview = read?.content === content ? read.result : undefined;

  /** Shows a call while it runs, and then its failure if it has failed. */
  const run = async (label: string, isSaving: boolean, call: (onProgress: OnProgress) => Promise<void>) => {
    // A disabled button would lose the focus.
    if (running) return;
    const begun = { label, unit, isSaving, isLong: false, progress: undefined };
    setRunning(begun);
    setError(undefined);
    const timer = setTimeout(() => setRunning({ ...begun, isLong: true }), SHORT_MS);
    try {
      await call((progress) => {
        clearTimeout(timer);
        setRunning({ ...begun, isLong: true, progress });
      });
    } catch (failure) {
      setError(failure as Error);
      if (isConflict(failure)) setRead(undefined);
    }
    clearTimeout(timer);
    setRunning(undefined);
  };
  const readPreview = () =>
    run('Preview', false, async (onProgress) => {
      setRead({ content, result: await send(undefined, onProgress) });
    });
  const save = async () => {
    if (!preview) return;
    const title = titleOf(preview);
    await run(title, true, async (onProgress) => {
      const id = beginWork(title, unit);
      work.current = id;
      try {
        const result = await send(preview.preview, (progress) => {
          onProgress(progress);
          showProgress(id, progress);
        });
        names.forget();
        if (endWork(id, endOf(result))) onSaved(result);
      } catch (failure) {
        endWork(id, { error: failure as Error });
        throw failure;
      }
    });
  };
  return { preview, running, error, setError, readPreview, save };
}
