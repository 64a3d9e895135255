import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { byNumber } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { CallResult, JournaledCall } from './journaled-call';

/** What of a room has changed. `ratePlan` and `room` include the prices that changed with them. */
export const CHANGE_KINDS = ['inventory', 'prices', 'room', 'ratePlan'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A room that a transaction has changed, as the feed of changes tells of it. */
export interface ChangedRoom {
  roomId: RoomId;
  kind: ChangeKind;
  /** The plans whose prices, or which themselves, have changed. */
  ratePlanIds: RatePlanId[];
  /** The first and the last date of what has changed by date; null where nothing has. */
  from: CalendarDate | null;
  to: CalendarDate | null;
}

/** Where TypeORM lets a transaction carry what belongs to it. */
const KEY = 'changedRooms';

/**
 * What a transaction has changed so far, by room: noted by what writes it, and taken by the journal entry, from which
 * the feed of changes reads it. A transaction that is run again begins with none.
 */
export class ChangedRooms {
  private readonly rooms = new Map<RoomId, ChangedRoom>();

  private constructor() {}

  static of({ queryRunner }: EntityManager): ChangedRooms {
    if (!queryRunner) throw new Error('What changes a room needs a transaction');
    const data = queryRunner.data as { [KEY]?: ChangedRooms };
    return (data[KEY] ??= new ChangedRooms());
  }

  noteInventory(roomId: RoomId, dates: CalendarDate[]): void {
    if (dates.length === 0) return;
    const room = this.room(roomId, 'inventory');
    if (room.kind === 'prices') room.kind = 'inventory';
    extend(room, dates);
  }

  /** @param dates all, or the first and the last */
  notePrices(roomId: RoomId, ratePlanIds: Iterable<RatePlanId>, dates: CalendarDate[]): void {
    if (dates.length === 0) return;
    const room = this.room(roomId, 'prices');
    room.ratePlanIds = [...new Set([...room.ratePlanIds, ...ratePlanIds])];
    extend(room, dates);
  }

  /** What has changed up to the entry of a call, in the order of the rooms; the next entry begins with none. */
  take({ operation, roomId, ratePlanId }: JournaledCall, { changes }: CallResult): ChangedRoom[] {
    const isOfHeldPrices = operation === 'releaseHeldPrices' || operation === 'discardHeldPrices';
    if (roomId && !isOfHeldPrices && Object.keys(changes ?? {}).length > 0) {
      const room = this.room(roomId, 'room');
      room.kind = ratePlanId ? 'ratePlan' : 'room';
      if (ratePlanId && !room.ratePlanIds.includes(ratePlanId)) room.ratePlanIds.push(ratePlanId);
    }
    const changed = [...this.rooms.values()].sort((a, b) => byNumber(a.roomId, b.roomId));
    for (const room of changed) room.ratePlanIds.sort(byNumber);
    this.rooms.clear();
    return changed;
  }

  private room(roomId: RoomId, kind: ChangeKind): ChangedRoom {
    const room = this.rooms.get(roomId) ?? { roomId, kind, ratePlanIds: [], from: null, to: null };
    this.rooms.set(roomId, room);
    return room;
  }
}

function extend(room: ChangedRoom, dates: CalendarDate[]): void {
  for (const date of dates) {
    if (room.from === null || date < room.from) room.from = date;
    if (room.to === null || date > room.to) room.to = date;
  }
}
