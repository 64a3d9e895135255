import type { Inputs } from 'preact/hooks';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useRetry } from './use-retry';

/** The loaded data, the state of loading, or the error. */
export interface Loaded<T> {
  data: T | undefined;
  error: Error | undefined;
  isLoading: boolean;
  reload: () => void;
}

/**
 * Loads data when its inputs change, and at intervals while the page is visible. It shows the old data while it loads
 * again, and if that fails.
 * @param everyMs the interval; 0 loads only once
 */
export function useLoad<T>(
  load: (signal: AbortSignal) => Promise<T>,
  inputs: Inputs,
  everyMs = 0,
): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({
    data: undefined,
    error: undefined,
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async (isFirst: boolean) => {
      if (isFirst) setState(({ data, error }) => ({ data, error, isLoading: true }));
      try {
        if (isFirst || !document.hidden) {
          const data = await latest.current(abort.signal);
          if (!abort.signal.aborted) setState({ data, error: undefined, isLoading: false });
        }
      } catch (error) {
        if (!abort.signal.aborted)
          setState(({ data }) => ({ data, error: error as Error, isLoading: false }));
      }
      if (everyMs > 0 && !abort.signal.aborted) timer = setTimeout(() => void run(false), everyMs);
    };
    void run(true);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [...inputs, round, everyMs]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  useRetry(everyMs === 0 ? state.error : undefined, reload);
  return { ...state, reload };
}
