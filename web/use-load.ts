import type { Inputs } from 'preact/hooks';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { poll } from './poll';
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
    const { signal } = abort;
    const read = async () => {
      try {
        const data = await latest.current(signal);
        if (!signal.aborted) setState({ data, error: undefined, isLoading: false });
      } catch (error) {
        if (!signal.aborted) setState(({ data }) => ({ data, error: error as Error, isLoading: false }));
      }
    };
    setState(({ data, error }) => ({ data, error, isLoading: true }));
    void read().then(() => everyMs > 0 && poll(read, everyMs, signal));
    return () => abort.abort();
  }, [...inputs, round, everyMs]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  useRetry(everyMs === 0 ? state.error : undefined, reload);
  return { ...state, reload };
}
