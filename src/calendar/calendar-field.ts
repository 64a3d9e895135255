import type { RestrictionName } from './restrictions';
import { isFlag, PLACES, RESTRICTIONS } from './restrictions';

/** The values by date: two of a room, and the values of its rate plans. */
export const CALENDAR_FIELDS = ['roomsLeft', 'closed', 'price', ...RESTRICTIONS] as const;
export type CalendarField = (typeof CALENDAR_FIELDS)[number];

/** The journal stores the field of a record as one letter. */
export const FIELD_LETTERS = {
  roomsLeft: 'r',
  closed: 'c',
  price: 'p',
  ...Object.fromEntries(RESTRICTIONS.map((name) => [name, PLACES[name].letter])),
} as Record<CalendarField, string>;
const FIELD_OF = new Map(CALENDAR_FIELDS.map((field) => [FIELD_LETTERS[field], field]));

/** @throws Error for a letter that stands for no field */
export function fieldOf(letter: string): CalendarField {
  const field = FIELD_OF.get(letter);
  if (!field) throw new Error(`Not the letter of a field: ${letter}`);
  return field;
}

/** Whether the values of a field are Booleans. */
export function isFlagField(field: CalendarField): boolean {
  return field === 'closed' || (isRestriction(field) && isFlag(field));
}

export function isRestriction(field: CalendarField): field is RestrictionName {
  return (RESTRICTIONS as readonly string[]).includes(field);
}
