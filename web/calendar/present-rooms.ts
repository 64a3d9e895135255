import type { CalendarOfRooms, CalendarRoom } from '../api-types';

/**
 * Returns the present rooms beside a page of the past, by their ids. Rooms that did not exist then also take places on
 * the present page, so it may end before the page of the past does.
 * @param page the present page that begins with the page of the past
 * @param lastId the last room of the page of the past
 */
export async function readPresent(
  page: CalendarOfRooms,
  lastId: string | undefined,
  read: (cursor: string) => Promise<CalendarOfRooms>,
): Promise<Map<string, CalendarRoom>> {
  const items = [...page.items];
  let cursor = page.nextCursor;
  while (cursor !== null && lastId !== undefined && isBefore(items.at(-1), lastId)) {
    const next = await read(cursor);
    items.push(...next.items);
    cursor = next.nextCursor;
  }
  return new Map(items.map((room) => [room.roomId, room]));
}

function isBefore(room: CalendarRoom | undefined, id: string): boolean {
  return room !== undefined && BigInt(room.roomId) < BigInt(id);
}
