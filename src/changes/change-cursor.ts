/**
 * A place in the feed of changes: behind the so-manyth room of an entry. Cursors order as their parts do, from the
 * left. The beginning of an incarnation is the time at which it was met, which later ones exceed also where a backup or
 * a standby that lagged behind has taken the place of the database: what is new there is behind every cursor of before.
 */
export interface ChangeCursor {
  /** When the incarnation began, in microseconds since 1970. */
  incarnation: bigint;
  position: bigint;
  /** When the entry took effect, in microseconds since 1970. */
  appliedAt: bigint;
  requestId: string;
  /** From 1 on. */
  room: number;
}

const NIL = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Below what PostgreSQL's bigint and timestamptz hold. */
export const LAST_POSITION = 10n ** 18n - 1n;
const LAST_MICROSECOND = 253_402_300_799_999_999n;
const LAST_ROOM = 999_999;
const PATTERN = /^(\d{1,17})-(\d{1,18})-(\d{1,18})-([0-9a-f]{32})-(\d{1,6})$/;

/** Before everything. */
export const BEGINNING: ChangeCursor = {
  incarnation: 0n,
  position: 0n,
  appliedAt: 0n,
  requestId: NIL,
  room: 0,
};

/** Behind all that has a position. */
export function behindPosition(incarnation: bigint, position: bigint): ChangeCursor {
  return { incarnation, position, appliedAt: LAST_MICROSECOND, requestId: LAST_ID, room: LAST_ROOM };
}

/** Behind all rooms of an entry. */
export function behindEntry(entry: Omit<ChangeCursor, 'room'>): ChangeCursor {
  return { ...entry, room: LAST_ROOM };
}

export function formatCursor({ incarnation, position, appliedAt, requestId, room }: ChangeCursor): string {
  return [incarnation, position, appliedAt, hexOf(requestId), room].join('-');
}

/** A UUID without its hyphens; by hand, as a page has a thousand of them. */
export function hexOf(id: string): string {
  return id.slice(0, 8) + id.slice(9, 13) + id.slice(14, 18) + id.slice(19, 23) + id.slice(24);
}

/** @returns undefined for what is no cursor */
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

/** As `parseCursor`, of one that the feed has given. @throws Error for what is no cursor */
export function readCursor(text: string): ChangeCursor {
  const cursor = parseCursor(text);
  if (!cursor) throw new Error(`${text} is no cursor`);
  return cursor;
}

export function isBefore(one: ChangeCursor, other: ChangeCursor): boolean {
  if (one.incarnation !== other.incarnation) return one.incarnation < other.incarnation;
  if (one.position !== other.position) return one.position < other.position;
  if (one.appliedAt !== other.appliedAt) return one.appliedAt < other.appliedAt;
  return one.requestId === other.requestId ? one.room < other.room : one.requestId < other.requestId;
}

/** Microseconds since 1970 as PostgreSQL reads a moment. */
export function momentOf(microseconds: bigint): string {
  const seconds = new Date(Number(microseconds / 1000n)).toISOString().slice(0, 19);
  return `${seconds}.${String(microseconds % 1_000_000n).padStart(6, '0')}Z`;
}
