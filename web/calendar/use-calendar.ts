import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Api } from '../api';
import type { CalendarOfRooms, CalendarRoom } from '../api-types';
import type { Page } from '../pages';
import { readAgain } from '../pages';
import { poll } from '../poll';
import { useApi } from '../session';
import { ChangeWatch } from './change-watch';
import { readPresent } from './present-rooms';
import { isPassing } from '../ui/status';
import { useRetry } from '../use-retry';
import type { CalendarQuery, CalendarView } from './view';
import { queryOf } from './view';

const ROOMS_A_PAGE = 30;
/** The interval at which a visible page checks whether to ask for new values. */
const LOOK_MS = 300;

/** A page of rooms in its latest version. */
export interface CalendarPageData extends Page {
  /** The moment of the values; null for the present. */
  at: string | null;
  data: CalendarOfRooms;
  /** Each room as text, for comparison: an unchanged room is not drawn again. */
  texts: string[];
  /** The present rooms, if the page shows their past. */
  now: Map<string, CalendarRoom>;
}

interface State {
  pages: CalendarPageData[];
  isLoading: boolean;
  error: Error | undefined;
  /** The time since which the values cannot be updated; undefined while they can. */
  offlineSince?: string | undefined;
}

/** Loads the rooms of a calendar page by page, and updates the pages that are in view. */
export function useCalendar(view: CalendarView) {
  const api = useApi();
  const { from, to, search, roomId, hotel, at } = view;
  const [state, setState] = useState<State>({ pages: [], isLoading: true, error: undefined });
  const [round, setRound] = useState(0);
  const inView = useRef(new Set<number>([0]));
  const pages = useRef<CalendarPageData[]>([]);
  /** The view that the pages belong to. */
  const shown = useRef<unknown>(undefined);
  const current = useRef<AbortController>(new AbortController());
  const isBusy = useRef(false);

  const read = useCallback(
    async (cursor: string | undefined, signal: AbortSignal) => {
      const asked = { from, to, search, roomId, hotel };
      const readNow = (from: string | undefined) => readPage(api, { ...asked, at: null }, from, signal);
      const [data, present] = await Promise.all([
        readPage(api, { ...asked, at }, cursor, signal),
        at === null ? undefined : readNow(cursor),
      ]);
      const now = present
        ? await readPresent(present, data.items.at(-1)?.roomId, readNow)
        : new Map<string, CalendarRoom>();
      const texts = data.items.map((room) => JSON.stringify(room));
      return { cursor, nextCursor: data.nextCursor, at, data, texts, now };
    },
    [api, from, to, search, roomId, hotel, at],
  );
  /** Shows other pages. A change whose pages were replaced meanwhile is done again. */
  const update = useCallback(
    async (signal: AbortSignal, change: (pages: CalendarPageData[]) => Promise<CalendarPageData[]>) => {
      for (;;) {
        const before = pages.current;
        const next = await change(before);
        if (signal.aborted) return;
        if (pages.current !== before) continue;
        if (next === before) return;
        pages.current = next;
        shown.current = read;
        setState({ pages: next, isLoading: false, error: undefined });
        return;
      }
    },
    [read],
  );
  /** Notes that loading has ended, and how. */
  const endLoading = useCallback((signal: AbortSignal, error?: Error) => {
    if (!signal.aborted) setState((before) => ({ ...before, isLoading: false, error }));
  }, []);

  // The old days stay until the new ones arrive, so that nothing jumps.
  useEffect(() => {
    const abort = (current.current = new AbortController());
    const { signal } = abort;
    isBusy.current = false;
    setState((before) => ({ ...before, isLoading: true, error: undefined }));
    update(signal, async (before) => {
      if (shown.current !== read) return [await read(undefined, signal)];
      const readOne = (cursor: string | undefined) => read(cursor, signal);
      return merge(before, await readAgain(before, () => true, readOne));
    }).then(
      () => endLoading(signal),
      (error: unknown) => endLoading(signal, error as Error),
    );
    return () => abort.abort();
  }, [read, update, round]);

  useEffect(() => {
    if (at !== null) return;
    const abort = new AbortController();
    const watch = new ChangeWatch(api);
    watch.listen(abort.signal);
    const look = async () => {
      if (!watch.takeDue()) return;
      await refresh(abort.signal).then(
        () => note(undefined),
        (error: unknown) => {
          watch.noteFailure();
          if (!abort.signal.aborted && isPassing(error as Error)) note(new Date().toISOString());
        },
      );
    };
    const note = (since: string | undefined) =>
      setState((before) =>
        (before.offlineSince === undefined) === (since === undefined)
          ? before
          : { ...before, offlineSince: since },
      );
    const refresh = async (signal: AbortSignal) => {
      if (shown.current !== read) return;
      const isInView = (index: number) => inView.current.has(index);
      const readOne = (cursor: string | undefined) => read(cursor, signal);
      await update(signal, async (before) => merge(before, await readAgain(before, isInView, readOne)));
    };
    poll(look, LOOK_MS, abort.signal);
    return () => abort.abort();
  }, [api, read, update, at]);

  const loadMore = useCallback(() => {
    const { signal } = current.current;
    if (!pages.current.at(-1)?.nextCursor || isBusy.current) return;
    isBusy.current = true;
    setState((before) => ({ ...before, isLoading: true }));
    update(signal, async (before) => {
      const cursor = before.at(-1)?.nextCursor;
      return cursor ? [...before, await read(cursor, signal)] : before;
    })
      .then(
        () => endLoading(signal),
        (error: unknown) => endLoading(signal, error as Error),
      )
      .finally(() => {
        if (!signal.aborted) isBusy.current = false;
      });
  }, [read, update]);

  const setInView = useCallback((index: number, isInView: boolean) => {
    if (isInView) inView.current.add(index);
    else inView.current.delete(index);
  }, []);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  useRetry(state.error, reload);
  const hasMore = Boolean(state.pages.at(-1)?.nextCursor);
  return { ...state, hasMore, loadMore, reload, setInView };
}

function readPage(
  api: Api,
  { at, ...asked }: CalendarQuery & Pick<CalendarView, 'at'>,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<CalendarOfRooms> {
  return api.get('calendar', { ...queryOf(asked), at, limit: ROOMS_A_PAGE, cursor }, signal);
}

/** Keeps the objects of unchanged rooms and pages. @returns the same pages if nothing has changed */
function merge(before: CalendarPageData[], fresh: CalendarPageData[]): CalendarPageData[] {
  const known = new Map(
    before.flatMap(({ texts, data }) => texts.map((text, index) => [text, data.items[index]] as const)),
  );
  const next = fresh.map((page, place) => {
    const old = before[place];
    if (old && isSame(old, page)) return old;
    const items = page.data.items.map((room, index) => known.get(page.texts[index] ?? '') ?? room);
    return { ...page, data: { ...page.data, items } };
  });
  return next.length === before.length && next.every((page, place) => page === before[place]) ? before : next;
}

function isSame(one: CalendarPageData, other: CalendarPageData): boolean {
  return (
    one.cursor === other.cursor &&
    one.nextCursor === other.nextCursor &&
    one.texts.join() === other.texts.join()
  );
}
