import type { RatePlanId, RoomId } from '../../platform/database/id';
import { parseId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { parseCalendarDate } from '../../platform/dates/calendar-date';
import { quote } from '../../platform/http/quote';
import type { MessagePart } from '../message';
import type { Problems } from './problems';
import type { XmlElement } from './xml-reader';

/** The room, the plan and the dates that one part of a notification is for. */
export type ApplicationControl = Pick<MessagePart, 'roomId' | 'ratePlanId' | 'from' | 'to'>;

const DAYS = ['Mon', 'Tue', 'Weds', 'Thur', 'Fri', 'Sat', 'Sun'];
const FALSE = ['false', '0'];

/**
 * Reads a `StatusApplicationControl`. A message may have thousands, so it writes the place of a problem only for a
 * problem.
 * @param part the place of the part around it
 * @returns null if it has a problem
 */
export function readApplicationControl(
  { attributes }: XmlElement,
  part: string,
  problems: Problems,
): ApplicationControl | null {
  const at = (name: string) => `${part}/StatusApplicationControl/@${name}`;
  const [start, end] = [attributes['Start']?.value, attributes['End']?.value];
  const from = readDate(start, () => at('Start'), problems);
  const to = start !== undefined && start === end ? from : readDate(end, () => at('End'), problems);
  const roomId = readRoom(attributes['InvTypeCode']?.value, () => at('InvTypeCode'), problems);
  const plan = readPlan(attributes['RatePlanCode']?.value, () => at('RatePlanCode'), problems);
  // A part for some days of the week must not become one for all of them.
  const excluded = DAYS.find((day) => attributes[day] && FALSE.includes(attributes[day].value.trim()));
  if (excluded) return problems.invalid(at(excluded), 'false', 'true: send a range for the days that change');
  if (!from || !to || !roomId || !plan) return null;
  if (to < from) return problems.invalid(at('End'), to, `${from}, which is the start, or later`);
  return { roomId, ratePlanId: plan.id, from, to };
}

function readDate(text: string | undefined, place: () => string, problems: Problems): CalendarDate | null {
  if (text === undefined) return problems.missing(place());
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
