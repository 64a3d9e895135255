import type { Api } from '../api';
import type {
  CalendarOfRooms,
  CalendarRoom,
  HeldPrice,
  JournalEntry,
  List,
  Mail,
  Outcome,
} from '../api-types';
import { addDays, today } from '../dates';
import { useApi } from '../session';
import { useLoad } from '../use-load';

export const DAYS_AHEAD = 30;
const HOUR_MS = 3_600_000;
const MAX_PAGES = 20;
const EVERY_MS = 30_000;
export const PROBLEMS: Outcome[] = ['refused', 'failed', 'emptyList', 'roomMissing', 'ratePlanMissing'];

/** The calls of the last days that ended in one way, newest first. */
export interface ProblemCalls {
  outcome: Outcome;
  entries: JournalEntry[];
  /** There are more than were read. */
  hasMore: boolean;
}

/** All that the feed health shows, each part read by itself: one that fails takes no other with it. */
export function useFeed() {
  const api = useApi();
  const rooms = useLoad((signal) => readRooms(api, signal), [api], EVERY_MS);
  const problems = useLoad((signal) => readProblems(api, signal), [api], EVERY_MS);
  const held = useLoad((signal) => readAll<HeldPrice>(api, 'heldPrices', {}, signal), [api], EVERY_MS);
  const mails = useLoad(
    (signal) => api.get<List<Mail>>('notifications', { state: 'failed', limit: 200 }, signal),
    [api],
    EVERY_MS,
  );
  return { rooms, problems, held, mails };
}

/** The moment so many hours ago, to the minute: an address that can be kept. */
export function hoursAgo(hours: number): string {
  return `${new Date(Date.now() - hours * HOUR_MS).toISOString().slice(0, 16)}:00Z`;
}

async function readRooms(
  api: Api,
  signal: AbortSignal,
): Promise<{ items: CalendarRoom[]; hasMore: boolean }> {
  const from = today();
  const query = { from, to: addDays(from, DAYS_AHEAD - 1) };
  return readAll<CalendarRoom, CalendarOfRooms>(api, 'calendar', query, signal, 50);
}

async function readProblems(api: Api, signal: AbortSignal): Promise<ProblemCalls[]> {
  const from = hoursAgo(7 * 24);
  return Promise.all(
    PROBLEMS.map(async (outcome) => {
      const { items, hasMore } = await readAll<JournalEntry>(api, 'journal', { outcome, from }, signal);
      return { outcome, entries: items, hasMore };
    }),
  );
}

/** A list to its end, or to where it is longer than people look at. */
async function readAll<T, L extends List<T> = List<T>>(
  api: Api,
  path: string,
  query: Record<string, string>,
  signal: AbortSignal,
  limit = 200,
): Promise<{ items: T[]; hasMore: boolean }> {
  const items: T[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer: L = await api.get<L>(path, { ...query, limit, cursor }, signal);
    items.push(...answer.items);
    cursor = answer.nextCursor;
    if (cursor === null) break;
  }
  return { items, hasMore: cursor !== null };
}
