import type { ChangedRoom } from '../push/journal/changed-rooms';
import type { ChangeCursor } from './change-cursor';
import { hexOf } from './change-cursor';

/** A change as it is answered. */
export interface ChangeItem {
  cursor: string;
  /** A `Change` as JSON. */
  json: string;
}

/** A call that has changed rooms. */
export interface ChangeEntry {
  requestId: string;
  position: string;
  /** In seconds since 1970, with six decimals. */
  appliedAt: string;
  /** All of its `ChangedRoom`s as JSON, or one of them. */
  rooms: string;
  /** Which of them is the first of those, from 1 on; 1 where it is left out. */
  firstRoom?: number;
}

/**
 * The changes behind a cursor, at most `limit`, of entries that begin with the one it names or behind it. What is
 * stored is put in their text as it is: to read and write a thousand as JSON takes longer than the database does.
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

/** The elements of a JSON array of rooms, which have no objects in them. */
function textsOf(rooms: string): string[] {
  const isOne = !rooms.includes('{', 2);
  if (isOne) return [rooms.slice(1, -1)];
  return (JSON.parse(rooms) as ChangedRoom[]).map((room) => JSON.stringify(room));
}

/** Makes ISO 8601 of microseconds since 1970; those of one minute share what takes long. */
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
