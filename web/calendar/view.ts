import { addDays, addMonths, isDate, today } from '../dates';
import type { QueryChanges } from '../router';
import { useQueryState } from '../router';

const MAX_DAYS = 62;
export const MONTH_DAYS = 31;
export const TWO_WEEKS_DAYS = 14;

/** What the calendar shows, all of it in its address. */
export interface CalendarView {
  from: string;
  days: number;
  to: string;
  search: string;
  /** The moment as of which it is shown; null: now. */
  at: string | null;
  /** The cell whose story is open. */
  cell: { ratePlanId: string; date: string } | null;
}

export function useCalendarView(): [CalendarView, (changes: QueryChanges, replace?: boolean) => void] {
  const [query, change] = useQueryState();
  const asked = query.get('from');
  const from = isDate(asked) ? asked : today();
  const days = Math.min(MAX_DAYS, Math.max(1, Math.trunc(Number(query.get('days'))) || MONTH_DAYS));
  const at = query.get('at');
  const view = {
    from,
    days,
    to: addDays(from, days - 1),
    search: query.get('search') ?? '',
    at: at && !Number.isNaN(Date.parse(at)) ? at : null,
    cell: cellOf(query.get('cell')),
  };
  return [view, change];
}

/** The first day of the view before or after this one: a month is as long as it is. */
export function shift({ from, days }: CalendarView, direction: 1 | -1): string {
  return days >= 28 ? addMonths(from, direction) : addDays(from, direction * days);
}

function cellOf(text: string | null): CalendarView['cell'] {
  const [ratePlanId, date] = text?.split(',') ?? [];
  return ratePlanId && isDate(date ?? null) && date ? { ratePlanId, date } : null;
}
