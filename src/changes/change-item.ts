import type { ChangedRoom } from '../push/journal/changed-rooms';
import type { ChangeCursor } from './change-cursor';
import { hexOf } from './change-cursor';

/** A change in the form of the answer. */
export interface ChangeItem {
  cursor: string;
  /** A `Change` as JSON. */
  json: string;
}

/** The journal entry of a call that changed rooms. */
export interface ChangeEntry {
  requestId: string;
  position: string;
  /** Seconds since 1970, with six decimals. */
  appliedAt: string;
  /** All `ChangedRoom`s of the entry as JSON, or one of them. */
  rooms: string;
  /** The number of the first of these rooms within the entry, starting at 1. Defaults to 1. */
  firstRoom?: number;
}

/**
 * Returns at most `limit` changes after a cursor. The entries start with the one that the cursor names, or with a later
 * one. The stored JSON is copied as text, because parsing and serializing a thousand items takes longer than the query.
 */
export function itemsOf(entries: ChangeEntry[], start: ChangeCursor, limit: number): ChangeItem[] {
  const items: ChangeItem[] = [];
  const momentOf = momentFormatter();
  for (const { requestId, position, appliedAt, rooms, firstRoom = 1 } of entries) {
    const microseconds = appliedAt.replace('.', '');
    const place = `${start.incarnation}-${position}-${microseconds}-${hexOf(requestId)}`;
    const seen = requestId === start.requestId ? start.room : 0;
    for (const [index, room] of textsOf(rooms).entries()) {
      const number = firstRoom + index;
      if (number <= seen) continue;
      if (items.length === limit) return items;
      const cursor = `${place}-${number}`;
      const call = `"requestId":"${requestId}","at":"${momentOf(microseconds)}"`;
      items.push({ cursor, json: `{"cursor":"${cursor}",${call},${room.slice(1)}` });
    }
  }
  return items;
}

/** The elements of a JSON array of rooms. A room contains no nested objects. */
function textsOf(rooms: string): string[] {
  const isOne = !rooms.includes('{', 2);
  if (isOne) return [rooms.slice(1, -1)];
  return (JSON.parse(rooms) as ChangedRoom[]).map((room) => JSON.stringify(room));
}

/** Formats microseconds since 1970 as ISO 8601. The result for a minute is cached, because computing it is slow. */
function momentFormatter(): (microseconds: string) => string {
  let minute = NaN;
  let text = '';
  return (microseconds) => {
    const second = Number(microseconds.slice(0, -6));
    const ofMinute = second % 60;
    if (second - ofMinute !== minute) {
      minute = second - ofMinute;
      text = new Date(minute * 1000).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:'.length);
    }
    return `${text}${ofMinute < 10 ? '0' : ''}${ofMinute}.${microseconds.slice(-6)}Z`;
  };
}
