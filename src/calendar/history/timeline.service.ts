import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RoomId } from '../../platform/database/id';
import type { Moment } from './moment';
import { StateRepository } from './state.repository';
import { TimelineRepository } from './timeline.repository';

/** Says at which moment a push or a change takes effect, inside a transaction that has locked all rooms it is about. */
@Injectable()
export class TimelineService {
  constructor(
    private readonly timelines: TimelineRepository,
    private readonly states: StateRepository,
  ) {}

  /**
   * The next moment of some rooms. Where one of them is met for the first time, what is stored of it now is stored as
   * the beginning of its known past before.
   * @param entryId the journal entry of what is done at this moment
   * @returns undefined where none of the rooms exists
   */
  async next(manager: EntityManager, roomIds: RoomId[], entryId: string): Promise<Moment | undefined> {
    const at = await this.advance(manager, roomIds);
    return at === undefined ? undefined : { at, entryId };
  }

  /** As `next`, for some entries that follow each other: one moment for each, by its id; none where there is no room. */
  async nextOfAll(
    manager: EntityManager,
    roomIds: RoomId[],
    entryIds: string[],
  ): Promise<Map<string, Moment>> {
    // Sent together: the second is run when the first is done.
    const [, moments] = await Promise.all([
      this.advance(manager, roomIds),
      this.timelines.reserve(manager, roomIds, entryIds.length),
    ]);
    const byEntry = new Map<string, Moment>();
    for (const [index, entryId] of entryIds.entries()) {
      const at = moments[index];
      if (at !== undefined) byEntry.set(entryId, { at, entryId });
    }
    return byEntry;
  }

  /** As `next`, for a room that was created in this transaction: its past is known from this moment on. */
  async create(manager: EntityManager, roomId: RoomId, entryId: string): Promise<Moment> {
    const [room] = await this.timelines.advance(manager, [roomId]);
    if (!room) throw new Error(`Room ${roomId} has not been created`);
    const moment = { at: room.at, entryId };
    await this.states.recordAll(manager, roomId, moment);
    return moment;
  }

  /** As `next`, for a room that was changed in this transaction. */
  async change(manager: EntityManager, roomId: RoomId, entryId: string): Promise<Moment> {
    const moment = await this.get(manager, roomId, entryId);
    await this.states.recordRoom(manager, roomId, moment);
    return moment;
  }

  /** As `next`, for a room that is about to be deleted in this transaction. */
  async end(manager: EntityManager, roomId: RoomId, entryId: string): Promise<Moment> {
    const moment = await this.get(manager, roomId, entryId);
    await this.states.recordDeletedRoom(manager, roomId, moment);
    await this.timelines.setDeleted(manager, roomId);
    return moment;
  }

  /** Makes sure that the past of a room is known from now on. Locks the room. */
  async ensureKnown(manager: EntityManager, roomId: RoomId): Promise<void> {
    await this.timelines.lockRoom(manager, roomId);
    const [room] = await this.timelines.advance(manager, [roomId]);
    if (room?.isUnknown) await this.states.recordAll(manager, roomId, { at: room.before, entryId: null });
  }

  private async advance(manager: EntityManager, roomIds: RoomId[]): Promise<string | undefined> {
    const rooms = await this.timelines.advance(manager, roomIds);
    for (const { roomId, before, isUnknown } of rooms) {
      if (isUnknown) await this.states.recordAll(manager, roomId, { at: before, entryId: null });
    }
    return rooms[0]?.at;
  }

  private async get(manager: EntityManager, roomId: RoomId, entryId: string): Promise<Moment> {
    const moment = await this.next(manager, [roomId], entryId);
    if (!moment) throw new Error(`There is no room ${roomId}`);
    return moment;
  }
}
