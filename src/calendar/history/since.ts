import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';

/** The journal entry that set a value. */
export interface Since {
  requestId: string;
  at: string;
  token: string | null;
}

/** A journal entry that set a value of a date. */
export interface DatedSince extends Since {
  date: CalendarDate;
}

/** The cell whose past is searched. */
export interface SincePlace {
  roomId: RoomId;
  ratePlanId: RatePlanId;
  /** The newest moment that counts; `infinity` for now. */
  until: string;
}

/** The past of a cell: its beginning, and the positions of the plan's values in states. */
export interface CellPast extends SincePlace {
  /** The beginning of the plan. Earlier states belong to another plan with the same id. */
  began: string;
  /** The beginning of the room. Earlier states belong to another room with the same id. */
  roomBegan: string;
  planListIds: number[];
  /** The position of the plan in each list. */
  positions: number[];
}

/** The dates to search, and the maximum number of states for each. */
export interface Search {
  dates: CalendarDate[];
  depth: number;
}

/** The position of the plan in a state; NULL if its room did not have the plan then. */
export const POSITION = `($8::integer[])[array_position($7::integer[], plan_list_id)]`;

/** Returns the parameters of `StateTable.firstStates` for the values of a plan. */
export function parametersForPlan(
  { roomId, ratePlanId, began, until, planListIds, positions }: CellPast,
  { dates, depth }: Search,
): unknown[] {
  return [roomId, ratePlanId, dates, began, until, depth, planListIds, positions];
}

/** Returns the same parameters for the values of a room. The room may be older than the plan. */
export function parametersForRoom(past: CellPast, search: Search): unknown[] {
  return parametersForPlan({ ...past, began: past.roomBegan }, search);
}
