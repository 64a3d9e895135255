import { useRef } from 'preact/hooks';
import type { CalendarOfRooms, CalendarRoom, JournalEntry, List } from '../api-types';
import { dayAgo } from '../moment';
import { useSession } from '../session';
import { useLoad } from '../use-load';
import type { CalendarView } from './view';
import { queryOf } from './view';

const EVERY_MS = 60_000;
const MAX_ENTRIES = 200;
/** If more rooms than this have large changes, the whole hotel has changed, which the journal shows better. */
const MAX_ROOMS = 20;

/** A room as it was before the first large change of the last day. */
export interface EarlierRoom {
  room: CalendarRoom;
  /** A change of a price by more than this per cent is large. */
  percent: number;
}

/** The rooms with large changes of prices in the last day, as they were before. */
interface EarlierRooms {
  /** The first date of their values. */
  from: string;
  rooms: Map<string, EarlierRoom>;
}

/** Reads the rooms with large changes of prices in the last day. @returns undefined in a view of the past */
export function useEarlierRooms({ from, to, hotel, roomId, at }: CalendarView): EarlierRooms | undefined {
  const { api, settings } = useSession();
  const percent = settings.largeChangePercent;
  /** The values that the last round used. Those of a past moment do not change, so they are read only once. */
  const known = useRef(new Map<string, CalendarRoom[]>());
  const { data } = useLoad(
    async (signal) => {
      const rooms = new Map<string, EarlierRoom>();
      if (at !== null) return { from, rooms };
      const since = dayAgo();
      const query = { largeChange: 'true', from: since, propertyName: hotel, roomId, limit: MAX_ENTRIES };
      const { items } = await api.get<List<JournalEntry>>('journal', query, signal);
      const inEffect = items.filter(({ undoneBy }) => undoneBy.length === 0);
      // The newest entries come first, so the earliest moment of a room remains.
      const before = new Map(inEffect.map(({ roomId: id, receivedAt }) => [id ?? '', receivedAt]));
      const used = new Map<string, CalendarRoom[]>();
      for (const [id, moment] of [...before].slice(0, MAX_ROOMS)) {
        const query = { ...queryOf({ from, to, search: '', roomId: id, hotel: undefined }), at: moment };
        const key = JSON.stringify(query);
        const past =
          known.current.get(key) ?? (await api.get<CalendarOfRooms>('calendar', query, signal)).items;
        used.set(key, past);
        for (const room of past) rooms.set(room.roomId, { room, percent });
      }
      known.current = used;
      return { from, rooms };
    },
    [api, from, to, hotel, roomId, at],
    EVERY_MS,
  );
  return at === null ? data : undefined;
}
