import type { Derivation, JournalRecord, RestrictionsOfDay } from './api-types';
import { formatCount, formatPrice } from './format';

/** A value by date: of a room, or of a rate plan. */
export type CalendarField = NonNullable<JournalRecord['field']>;
export type Restriction = Derivation['inherit'][number];

interface Words {
  label: string;
  /** The words for true and false; undefined for numbers. */
  flag?: readonly [set: string, unset: string];
}

const FIELDS: Record<CalendarField, Words> = {
  roomsLeft: { label: 'Rooms left' },
  price: { label: 'Price' },
  closed: { label: 'Room', flag: ['closed', 'open'] },
  stopSell: { label: 'Sale', flag: ['stop sell', 'on sale'] },
  closedToArrival: { label: 'Arrival', flag: ['closed to arrival', 'open to arrival'] },
  closedToDeparture: { label: 'Departure', flag: ['closed to departure', 'open to departure'] },
  minStayArrival: { label: 'Minimum stay' },
  minStayThrough: { label: 'Minimum stay through' },
  maxStay: { label: 'Maximum stay' },
};

/** The restrictions of a rate plan, with their names. */
export const RESTRICTIONS: Record<Restriction, string> = {
  stopSell: 'Stop sell',
  closedToArrival: 'Closed to arrival',
  closedToDeparture: 'Closed to departure',
  minStayArrival: 'Minimum stay on arrival',
  minStayThrough: 'Minimum stay through',
  maxStay: 'Maximum stay',
};
export const RESTRICTION_NAMES = Object.keys(RESTRICTIONS) as Restriction[];

/** The name of a value. A value that only a newer version of the service knows keeps its name in the API. */
export function labelOf(field: CalendarField): string {
  return (FIELDS[field] as Words | undefined)?.label ?? field;
}

/** A value beside its label: "100.10", "closed", "3", "none". */
export function valueText(field: CalendarField, value: string | number | boolean | null): string {
  const flag = (FIELDS[field] as Words | undefined)?.flag;
  if (flag) return flag[String(value) === 'true' ? 0 : 1];
  if (field === 'price') return value === null ? 'not set' : formatPrice(String(value));
  if (field === 'roomsLeft') return value === null ? '–' : formatCount(Number(value));
  return hasNights(field, value) ? formatCount(Number(value)) : 'none';
}

/** A value on its own: "100.10", "closed", "minimum stay 3", "maximum stay none". */
export function valueInWords(field: CalendarField, value: string | number | boolean | null): string {
  const text = valueText(field, value);
  return isNights(field) ? `${labelOf(field).toLowerCase()} ${text}` : text;
}

/** The restrictions of a day: "minimum stay 3, maximum stay 7". */
export function restrictionsInWords(restrictions: RestrictionsOfDay): string {
  const words = RESTRICTION_NAMES.flatMap((name) => {
    const value = restrictions[name];
    return value ? valueInWords(name, value) : [];
  });
  return words.join(', ') || 'no restrictions';
}

function isNights(field: CalendarField): boolean {
  return field === 'minStayArrival' || field === 'minStayThrough' || field === 'maxStay';
}

/** 0 nights, and a minimum of 1, restrict nothing. */
function hasNights(field: CalendarField, value: string | number | boolean | null): boolean {
  return Number(value) > (field === 'maxStay' ? 0 : 1);
}
