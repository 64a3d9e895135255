import { createHash } from 'node:crypto';
import type { RoomId } from '../../platform/database/id';

/** No request id comes after it. */
export const LAST_KEY = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * A request id is a UUID v7 (RFC 9562): its first 48 bits are the time of arrival in milliseconds.
 * No other field stores that time, so lists by time and by id always agree.
 */
export function receivedAt(requestId: string): Date {
  return new Date(Number.parseInt(requestId.slice(0, 8) + requestId.slice(9, 13), 16));
}

/** Returns the smallest request id of calls at this moment or later. */
export function keyAt(moment: Date): string {
  const hex = Math.max(0, moment.getTime()).toString(16).padStart(12, '0').slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/**
 * Returns the id of the entry of a room, for a call with an entry for each of its rooms. The first has the request id of
 * the call. The others have ids with the same time, which a retry finds again.
 * @param place the place of the room among those of the call
 */
export function entryIdOf(callId: string, roomId: RoomId, place: number): string {
  if (place === 0) return callId;
  const hex = createHash('sha256').update(`${callId} ${roomId}`).digest('hex');
  return `${callId.slice(0, 15)}${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}
