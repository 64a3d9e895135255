import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Api } from '../api';
import type { CalendarOfRooms, CalendarRoom } from '../api-types';
import { useApi } from '../session';
import { ChangeWatch } from './change-watch';
import { isPassing } from '../ui/status';
import { useRetry } from '../use-retry';
import type { CalendarView } from './view';

const ROOMS_A_PAGE = 30;
/** How often a visible page checks whether to ask for new values. */
const LOOK_MS = 300;

/** A page of rooms, as it was read last. */
export interface CalendarPageData {
  cursor: string | undefined;
  data: CalendarOfRooms;
  /** Each room by itself as text: one that has not changed is not drawn again. */
  texts: string[];
  /** What the rooms are now, where they are shown as they were. */
  now: Map<string, CalendarRoom>;
}

interface State {
  pages: CalendarPageData[];
  isLoading: boolean;
  error: Error | undefined;
  /** Since when new values could not be read; undefined while they can. */
  offlineSince?: string | undefined;
}

/** The rooms of a calendar: page by page, and kept up to date where they are in view. */
export function useCalendar(view: CalendarView) {
  const api = useApi();
  const { from, to, search, hotel, at } = view;
  const [state, setState] = useState<State>({ pages: [], isLoading: true, error: undefined });
  const [round, setRound] = useState(0);
  const inView = useRef(new Set<number>([0]));
  const pages = useRef<CalendarPageData[]>([]);
  const current = useRef<AbortController>(new AbortController());
  const isBusy = useRef(false);

  const show = useCallback((next: CalendarPageData[]) => {
    pages.current = next;
    setState({ pages: next, isLoading: false, error: undefined });
  }, []);
  const read = useCallback(
    async (cursor: string | undefined, signal: AbortSignal) => {
      const asked = { from, to, search, hotel };
      const [data, present] = await Promise.all([
        readPage(api, { ...asked, at }, cursor, signal),
        at === null ? undefined : readPage(api, { ...asked, at: null }, cursor, signal),
      ]);
      const now = new Map(present?.items.map((room) => [room.roomId, room]));
      return { cursor, data, texts: data.items.map((room) => JSON.stringify(room)), now };
    },
    [api, from, to, search, hotel, at],
  );

  // What was there stays until the other days have come: nothing jumps.
  useEffect(() => {
    const abort = (current.current = new AbortController());
    isBusy.current = false;
    setState((before) => ({ ...before, isLoading: true, error: undefined }));
    read(undefined, abort.signal).then(
      (page) => !abort.signal.aborted && show([page]),
      (error: unknown) => {
        if (!abort.signal.aborted)
          setState((before) => ({ ...before, isLoading: false, error: error as Error }));
      },
    );
    return () => abort.abort();
  }, [read, show, round]);

  useEffect(() => {
    if (at !== null) return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const watch = new ChangeWatch(api);
    watch.listen(abort.signal);
    const poll = async () => {
      if (!document.hidden && watch.takeDue()) {
        await refresh(abort.signal).then(
          () => note(undefined),
          (error: unknown) => {
            watch.noteFailure();
            if (!abort.signal.aborted && isPassing(error as Error)) note(new Date().toISOString());
          },
        );
      }
      if (!abort.signal.aborted) timer = setTimeout(() => void poll(), LOOK_MS);
    };
    const note = (since: string | undefined) =>
      setState((before) =>
        (before.offlineSince === undefined) === (since === undefined)
          ? before
          : { ...before, offlineSince: since },
      );
    const refresh = async (signal: AbortSignal) => {
      for (const index of [...inView.current].sort((a, b) => a - b)) {
        const shown = pages.current[index];
        if (!shown) continue;
        const fresh = await read(shown.cursor, signal);
        // It may have been replaced while the answer was on its way.
        if (signal.aborted || pages.current[index] !== shown) continue;
        if (fresh.texts.join() === shown.texts.join() && fresh.data.nextCursor === shown.data.nextCursor)
          continue;
        show(pages.current.map((page, place) => (place === index ? merge(shown, fresh) : page)));
      }
    };
    timer = setTimeout(() => void poll(), LOOK_MS);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [api, read, show, at]);

  const loadMore = useCallback(() => {
    const cursor = pages.current.at(-1)?.data.nextCursor;
    const { signal } = current.current;
    if (!cursor || isBusy.current) return;
    isBusy.current = true;
    setState((before) => ({ ...before, isLoading: true }));
    read(cursor, signal)
      .then(
        (page) => !signal.aborted && show([...pages.current, page]),
        (error: unknown) => {
          if (!signal.aborted) setState((before) => ({ ...before, isLoading: false, error: error as Error }));
        },
      )
      .finally(() => {
        if (!signal.aborted) isBusy.current = false;
      });
  }, [read, show]);

  const setInView = useCallback((index: number, isInView: boolean) => {
    if (isInView) inView.current.add(index);
    else inView.current.delete(index);
  }, []);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  useRetry(state.error, reload);
  const hasMore = Boolean(state.pages.at(-1)?.data.nextCursor);
  return { ...state, hasMore, loadMore, reload, setInView };
}

function readPage(
  api: Api,
  { from, to, search, hotel, at }: Pick<CalendarView, 'from' | 'to' | 'search' | 'hotel' | 'at'>,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<CalendarOfRooms> {
  return api.get(
    'calendar',
    { from, to, search, propertyName: hotel, at, limit: ROOMS_A_PAGE, cursor },
    signal,
  );
}

/** Rooms that have not changed stay the objects that they were. */
function merge(shown: CalendarPageData, fresh: CalendarPageData): CalendarPageData {
  const known = new Map(shown.texts.map((text, index) => [text, shown.data.items[index]]));
  const items = fresh.data.items.map((room, index) => known.get(fresh.texts[index] ?? '') ?? room);
  return { ...fresh, data: { ...fresh.data, items } };
}
