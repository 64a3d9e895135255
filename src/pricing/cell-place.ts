import type { RatePlanId, RoomId } from '../platform/database/id';
import { listText } from '../platform/database/list-text';
import type { CalendarDate } from '../platform/dates/calendar-date';

/** The cell of a rate plan on a date. */
export interface CellPlace {
  roomId: RoomId;
  ratePlanId: RatePlanId;
  date: CalendarDate;
}

/** Returns cells as three parameters of a statement: rooms, dates and plans. */
export function placeColumns(places: readonly CellPlace[]): [string, string, string] {
  return [
    listText(places.map(({ roomId }) => roomId)),
    listText(places.map(({ date }) => date)),
    listText(places.map(({ ratePlanId }) => ratePlanId)),
  ];
}

/** Returns the text that identifies a cell. */
export function placeKey({ roomId, ratePlanId, date }: CellPlace): string {
  return `${roomId} ${ratePlanId} ${date}`;
}
