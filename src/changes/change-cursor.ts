import { LAST_KEY } from '../push/journal/request-id';

/**
 * A position in the feed of changes: after one room of an entry. Cursors are ordered by their parts from left to right.
 * An incarnation is identified by the time at which the service first saw it. A restored backup or a lagging standby
 * starts a new incarnation with a later time, so its changes come after every earlier cursor.
 */
export interface ChangeCursor {
  /** When the incarnation began, in microseconds since 1970. */
  incarnation: bigint;
  position: bigint;
  /** When the entry took effect, in microseconds since 1970. */
  appliedAt: bigint;
  requestId: string;
  /** Starts at 1. */
  room: number;
}

const NIL = '00000000-0000-0000-0000-000000000000';
/** Below the maxima of PostgreSQL's bigint and timestamptz. */
export const LAST_POSITION = 10n ** 18n - 1n;
const LAST_MICROSECOND = 253_402_300_799_999_999n;
const LAST_ROOM = 999_999;
const PATTERN = /^(\d{1,17})-(\d{1,18})-(\d{1,18})-([0-9a-f]{32})-(\d{1,6})$/;

/** The position before the first change. */
export const BEGINNING: ChangeCursor = {
  incarnation: 0n,
  position: 0n,
  appliedAt: 0n,
  requestId: NIL,
  room: 0,
};

/** The position after all entries with this feed position. */
export function behindPosition(incarnation: bigint, position: bigint): ChangeCursor {
  return { incarnation, position, appliedAt: LAST_MICROSECOND, requestId: LAST_KEY, room: LAST_ROOM };
}

/** The position after all rooms of an entry. */
export function behindEntry(entry: Omit<ChangeCursor, 'room'>): ChangeCursor {
  return { ...entry, room: LAST_ROOM };
}

export function formatCursor({ incarnation, position, appliedAt, requestId, room }: ChangeCursor): string {
  return [incarnation, position, appliedAt, hexOf(requestId), room].join('-');
}

/** Returns a UUID without hyphens. It uses slices for speed, because a page has a thousand UUIDs. */
export function hexOf(id: string): string {
  return id.slice(0, 8) + id.slice(9, 13) + id.slice(14, 18) + id.slice(19, 23) + id.slice(24);
}

/** @returns undefined if the text is not a cursor */
export function parseCursor(text: string): ChangeCursor | undefined {
  const [, incarnation, position, appliedAt, id, room] = PATTERN.exec(text) ?? [];
  if (!incarnation || !position || !appliedAt || !id || !room) return undefined;
  if (BigInt(appliedAt) > LAST_MICROSECOND) return undefined;
  return {
    incarnation: BigInt(incarnation),
    position: BigInt(position),
    appliedAt: BigInt(appliedAt),
    requestId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    room: Number(room),
  };
}

/** Parses a cursor that the feed has issued. @throws Error if the text is not a cursor */
export function readCursor(text: string): ChangeCursor {
  const cursor = parseCursor(text);
  if (!cursor) throw new Error(`${text} is not a cursor`);
  return cursor;
}

export function isBefore(one: ChangeCursor, other: ChangeCursor): boolean {
  if (one.incarnation !== other.incarnation) return one.incarnation < other.incarnation;
  if (one.position !== other.position) return one.position < other.position;
  if (one.appliedAt !== other.appliedAt) return one.appliedAt < other.appliedAt;
  return one.requestId === other.requestId ? one.room < other.room : one.requestId < other.requestId;
}

/** Formats microseconds since 1970 as a timestamp for PostgreSQL. */
export function momentOf(microseconds: bigint): string {
  const seconds = new Date(Number(microseconds / 1000n)).toISOString().slice(0, 19);
  return `${seconds}.${String(microseconds % 1_000_000n).padStart(6, '0')}Z`;
}
