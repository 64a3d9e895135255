import type { Inputs } from 'preact/hooks';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { List } from './api-types';
import type { Page } from './pages';
import { itemsOf, readAgain } from './pages';
import { keepFocus } from './ui/focus';
import { useRetry } from './use-retry';

export interface PagedList<T> {
  items: T[];
  hasMore: boolean;
  isLoading: boolean;
  error: Error | undefined;
  loadMore: () => void;
  /** Reads all loaded pages again, after a change by the person. */
  reload: () => void;
  /** Reads all loaded pages again. */
  refresh: () => void;
}

interface ListPage<T> extends Page {
  items: T[];
}

interface State<T> {
  pages: ListPage<T>[];
  isLoading: boolean;
  error: Error | undefined;
}

/** Returns the next pages of a list. */
type Change<T> = (
  pages: ListPage<T>[],
  read: (cursor: string | undefined) => Promise<ListPage<T>>,
) => Promise<ListPage<T>[]>;

/**
 * Loads the first page of a list when its inputs change, and each further page on request.
 * @param keyOf returns what distinguishes an item from all others
 */
export function useList<T>(
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<List<T>>,
  keyOf: (item: T) => string,
  inputs: Inputs,
): PagedList<T> {
  const [state, setState] = useState<State<T>>({ pages: [], isLoading: true, error: undefined });
  const current = useRef({
    load,
    abort: new AbortController(),
    pages: [] as ListPage<T>[],
    isBusy: false,
    hasReloaded: false,
    /** The change that is running or has failed. */
    change: readNext,
  });
  current.current.load = load;

  const run = useCallback((change: Change<T>) => {
    const { abort, isBusy, pages } = current.current;
    if (isBusy) return;
    Object.assign(current.current, { isBusy: true, change });
    setState((before) => ({ ...before, isLoading: true, error: undefined }));
    const read = async (cursor: string | undefined) => ({
      cursor,
      ...(await current.current.load(cursor, abort.signal)),
    });
    change(pages, read).then(
      (next) => {
        if (abort.signal.aborted) return;
        Object.assign(current.current, { pages: next, isBusy: false });
        setState({ pages: next, isLoading: false, error: undefined });
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        current.current.isBusy = false;
        setState((before) => ({ ...before, isLoading: false, error: error as Error }));
      },
    );
  }, []);
  const start = useCallback((change: Change<T>) => {
    current.current.abort.abort();
    Object.assign(current.current, { abort: new AbortController(), isBusy: false });
    run(change);
  }, []);

  useEffect(() => {
    current.current.pages = [];
    start(readNext);
    return () => current.current.abort.abort();
  }, inputs);

  const loadMore = useCallback(() => run(readNext), []);
  const refresh = useCallback(() => start(readAll), []);
  const reload = useCallback(() => {
    current.current.hasReloaded = true;
    refresh();
  }, []);
  const retry = useCallback(() => run(current.current.change), []);
  const { pages, isLoading, error } = state;
  const items = useMemo(() => itemsOf(pages, keyOf), [pages]);
  // The button that caused the reload may have been in a row that is gone.
  useEffect(() => {
    if (current.current.hasReloaded) keepFocus();
    current.current.hasReloaded = false;
  }, [items]);
  // The list continues by itself when the service is back.
  useRetry(error, retry);
  const hasMore = typeof pages.at(-1)?.nextCursor === 'string';
  return { items, isLoading, error, hasMore, loadMore, reload, refresh };
}

async function readNext<T>(...[pages, read]: Parameters<Change<T>>): Promise<ListPage<T>[]> {
  const cursor = pages.at(-1)?.nextCursor;
  return cursor === null ? pages : [...pages, await read(cursor)];
}

async function readAll<T>(...[pages, read]: Parameters<Change<T>>): Promise<ListPage<T>[]> {
  return pages.length === 0 ? readNext(pages, read) : readAgain(pages, () => true, read);
}
