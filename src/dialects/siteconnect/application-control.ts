import type { RatePlanId, RoomId } from '../../platform/database/id';
import { parseId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { parseCalendarDate } from '../../platform/dates/calendar-date';
import { quote } from '../../platform/http/quote';
import type { MessagePart } from '../message';
import type { Problems } from './problems';
import type { Weekdays } from './weekdays';
import { readWeekdays } from './weekdays';
import type { XmlElement } from './xml-reader';

/** The dates of an element. A field that the element does not have is undefined. */
export interface WrittenDates {
  from?: CalendarDate;
  to?: CalendarDate;
  weekdays?: Weekdays;
}

/** The room, the plan and the dates that one part of a notification is for. */
export type ApplicationControl = Pick<MessagePart, 'roomId' | 'ratePlanId'> & WrittenDates;

/**
 * Reads a `StatusApplicationControl`. A message may have thousands of them, so the text of a place is composed only if there
 * is a problem at this place.
 * @param part the place of the part around it
 * @returns null if it has a problem
 */
export function readApplicationControl(
  element: XmlElement,
  part: string,
  problems: Problems,
): ApplicationControl | null {
  const { attributes } = element;
  const at = (name: string) => `${part}/StatusApplicationControl/@${name}`;
  const roomCode = attributes['InvTypeCode'] ?? attributes['InvCode'];
  const roomId = readRoom(roomCode?.value, () => at('InvTypeCode'), problems);
  const plan = readPlan(attributes['RatePlanCode']?.value, () => at('RatePlanCode'), problems);
  const dates = readDates(element, at, problems);
  return roomId && plan && dates ? { roomId, ratePlanId: plan.id, ...dates } : null;
}

/**
 * Reads the dates of an element, with the days of the week.
 * @param at returns the place of an attribute
 * @returns null for a problem
 */
export function readDates(
  element: XmlElement,
  at: (name: string) => string,
  problems: Problems,
): WrittenDates | null {
  const [start, end] = [element.attributes['Start']?.value, element.attributes['End']?.value];
  const from = readDate(start, () => at('Start'), problems);
  const to = start === end ? from : readDate(end, () => at('End'), problems);
  const weekdays = readWeekdays(element, at, problems);
  if (from === null || to === null || weekdays === null) return null;
  return { ...(from && { from }), ...(to && { to }), ...(weekdays && { weekdays }) };
}

function readDate(
  text: string | undefined,
  place: () => string,
  problems: Problems,
): CalendarDate | undefined | null {
  if (text === undefined) return undefined;
  return parseCalendarDate(text.trim()) ?? problems.invalid(place(), text, 'a date, as 2026-12-24');
}

function readRoom(code: string | undefined, place: () => string, problems: Problems): RoomId | null {
  if (code === undefined) return problems.missing(place());
  const id = parseId<RoomId>(code.trim());
  if (id) return id;
  return problems.add('roomMissing', place(), `${place()} is no code of a room; got ${quote(code)}`);
}

/** A part about the rooms left needs no plan. */
function readPlan(
  code: string | undefined,
  place: () => string,
  problems: Problems,
): { id: RatePlanId | null } | null {
  if (code === undefined) return { id: null };
  const id = parseId<RatePlanId>(code.trim());
  if (id) return { id };
  return problems.add('ratePlanMissing', place(), `${place()} is no code of a rate plan; got ${quote(code)}`);
}
