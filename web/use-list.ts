import type { Inputs } from 'preact/hooks';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { List } from './api-types';
import { keepFocus } from './ui/focus';
import { useRetry } from './use-retry';

/** A list that is read page by page. */
export interface PagedList<T> {
  items: T[];
  hasMore: boolean;
  isLoading: boolean;
  error: Error | undefined;
  loadMore: () => void;
  reload: () => void;
}

interface State<T> {
  items: T[];
  cursor: string | null | undefined;
  isLoading: boolean;
  error: Error | undefined;
}

/** Loads the first page of a list when its inputs change, and each further page on request. */
export function useList<T>(
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<List<T>>,
  inputs: Inputs,
): PagedList<T> {
  const [state, setState] = useState<State<T>>({
    items: [],
    cursor: undefined,
    isLoading: true,
    error: undefined,
  });
  const [round, setRound] = useState(0);
  const current = useRef({
    load,
    abort: new AbortController(),
    cursor: undefined as string | null | undefined,
    isBusy: false,
  });
  current.current.load = load;

  const loadMore = useCallback(() => {
    const { abort, cursor, isBusy } = current.current;
    if (isBusy || cursor === null) return;
    current.current.isBusy = true;
    setState((before) => ({ ...before, isLoading: true, error: undefined }));
    current.current.load(cursor, abort.signal).then(
      (page) => {
        if (abort.signal.aborted) return;
        Object.assign(current.current, { cursor: page.nextCursor, isBusy: false });
        setState((before) => ({
          items: cursor === undefined ? page.items : [...before.items, ...page.items],
          cursor: page.nextCursor,
          isLoading: false,
          error: undefined,
        }));
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        current.current.isBusy = false;
        setState((before) => ({ ...before, isLoading: false, error: error as Error }));
      },
    );
  }, []);

  useEffect(() => {
    const abort = new AbortController();
    Object.assign(current.current, { abort, cursor: undefined, isBusy: false });
    loadMore();
    return () => abort.abort();
  }, [...inputs, round]);

  const reload = useCallback(() => setRound((before) => before + 1), []);
  const { items, isLoading, error } = state;
  // The button that caused the reload may have been in a row that is gone.
  useEffect(() => {
    if (round > 0) keepFocus();
  }, [items]);
  // The list continues by itself when the service is back.
  useRetry(error, items.length > 0 ? loadMore : reload);
  return { items, isLoading, error, hasMore: typeof state.cursor === 'string', loadMore, reload };
}
