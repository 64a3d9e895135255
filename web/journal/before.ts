import type { JournalRecord, WholeJournalEntry } from '../api-types';
import type { CalendarField } from '../fields';
import { daysBetween } from '../dates';
import { justBefore } from '../moment';
import { useApi } from '../session';
import { useLoad } from '../use-load';
import { factsOf } from './operations';

type Value = string | number | boolean | null;

/** The part of a room's calendar that this file reads. */
interface Calendar {
  days: {
    date: string;
    totalRooms: number;
    closed: boolean;
    prices: {
      ratePlanId: string;
      price: string | null;
      restrictions?: Partial<Record<CalendarField, Value>>;
    }[];
  }[];
}

/** The value that a record sets. */
export interface Target {
  date: string;
  ratePlanId: string | null;
  field: CalendarField;
}

/** The value of each cell before an entry; null if nothing was set, undefined if it is unknown or not loaded yet. */
export type Before = ((target: Target) => string | null) | undefined;

const MAX_DAYS = 750;
const OF_ROOM: CalendarField[] = ['roomsLeft', 'closed'];

/** Returns the field that a record sets: the record names it, or else the operation does. */
export function targetOf(entry: WholeJournalEntry, record: JournalRecord): Target {
  const { sets } = factsOf(entry.operation);
  const isOfRoom =
    record.ratePlanId === null || (record.ratePlanId === undefined && entry.ratePlanId === null);
  const byOperation =
    sets === undefined || sets === 'room' || sets === 'message' ? (isOfRoom ? 'roomsLeft' : 'price') : sets;
  const field = record.field ?? byOperation;
  const ratePlanId = OF_ROOM.includes(field) ? null : (record.ratePlanId ?? entry.ratePlanId);
  return { date: record.date, ratePlanId, field };
}

/** Reads the values just before an entry from the calendar of that moment. */
export function useBefore(entry: WholeJournalEntry): Before {
  const api = useApi();
  const { roomId, outcome, appliedAt, span, records } = entry;
  const isKnown =
    roomId !== null &&
    outcome === 'applied' &&
    span !== null &&
    records.length > 0 &&
    daysBetween(span.from, span.to) < MAX_DAYS;
  const { data } = useLoad(
    async (signal) => {
      if (!isKnown) return undefined;
      const query = { from: span.from, to: span.to, at: justBefore(appliedAt) };
      const { days } = await api.get<Calendar>(`rooms/${roomId}/calendar`, query, signal);
      return new Map(days.map((day) => [day.date, day]));
    },
    [entry.requestId],
  );
  return (
    data &&
    (({ date, ratePlanId, field }) => {
      const day = data.get(date);
      if (!day) return null;
      if (field === 'roomsLeft') return String(day.totalRooms);
      if (field === 'closed') return String(day.closed);
      const plan = day.prices.find((one) => one.ratePlanId === ratePlanId);
      if (field === 'price') return plan?.price ?? null;
      const value = plan?.restrictions?.[field] ?? null;
      return value === null ? null : String(value);
    })
  );
}
