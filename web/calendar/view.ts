import { addDays, addMonths, isDate } from '../dates';
import { today } from '../zone';
import type { QueryChanges } from '../router';
import { useHotel, useQueryState } from '../router';

const MAX_DAYS = 62;
export const MONTH_DAYS = 31;
export const TWO_WEEKS_DAYS = 14;

/** The state of the calendar view. The address contains all of it. */
export interface CalendarView {
  from: string;
  days: number;
  to: string;
  search: string;
  /** The only room that is shown; undefined for all rooms that match. */
  roomId: string | undefined;
  /** The name of the hotel; undefined for all hotels. */
  hotel: string | undefined;
  /** Whether derived plans are shown as well. */
  showsDerived: boolean;
  /** The moment that the calendar shows; null for now. */
  at: string | null;
  /** The cell whose story is open: the id of its plan, or `r` and the id of its room for rooms left. */
  cell: { row: string; date: string } | null;
}

export type CalendarQuery = Pick<CalendarView, 'from' | 'to' | 'search' | 'roomId' | 'hotel'>;

export function useCalendarView(): [CalendarView, (changes: QueryChanges, replace?: boolean) => void] {
  const [query, change] = useQueryState();
  const hotel = useHotel();
  const asked = query.get('from');
  const from = isDate(asked) ? asked : today();
  const days = Math.min(MAX_DAYS, Math.max(1, Math.trunc(Number(query.get('days'))) || MONTH_DAYS));
  const at = query.get('at');
  const view = {
    from,
    days,
    to: addDays(from, days - 1),
    search: query.get('search') ?? '',
    roomId: /^\d{1,19}$/.exec(query.get('roomId') ?? '')?.[0],
    hotel,
    showsDerived: query.get('derived') === '1',
    at: at && !Number.isNaN(Date.parse(at)) ? at : null,
    cell: cellOf(query.get('cell')),
  };
  return [view, change];
}

/** The query for the days and rooms of a view. The choice of one room goes before all other choices. */
export function queryOf({
  from,
  to,
  search,
  roomId,
  hotel,
}: CalendarQuery): Record<string, string | undefined> {
  return { from, to, ...(roomId ? { roomId } : { search, propertyName: hotel }) };
}

/**
 * Returns the first day of the previous or next view. A view of 28 days or more moves by a month, because months differ
 * in length.
 */
export function shift({ from, days }: CalendarView, direction: 1 | -1): string {
  return days >= 28 ? addMonths(from, direction) : addDays(from, direction * days);
}

function cellOf(text: string | null): CalendarView['cell'] {
  const [row, date] = text?.split(',') ?? [];
  return row && isDate(date ?? null) && date ? { row, date } : null;
}
