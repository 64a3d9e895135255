import type { EntityManager } from 'typeorm';
import { groupBy } from '../../calendar/group-by';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { normalizeMoment } from '../../platform/dates/microseconds';
import { notFound, ProblemException } from '../../platform/http/problem';
import type { PastRoom, PastRoomsRepository } from './past-rooms.repository';
import type { RoomFilter, ShownPlan, ShownRoom, ShownRooms } from './shown-room';
import { onlyRoom } from './shown-room';

/** Finds the rooms of calendars at a past moment. */
export class PastRooms implements ShownRooms {
  readonly at: string;

  /** @param asked the moment as an ISO 8601 date-time */
  constructor(
    private readonly past: PastRoomsRepository,
    private readonly asked: string,
  ) {
    this.at = normalizeMoment(asked);
  }

  /** @throws ProblemException 404 if nothing is known of that moment */
  async findRooms(manager: EntityManager, filter: RoomFilter, limit: number): Promise<ShownRoom[]> {
    const rooms = await this.past.findRooms(manager, this.at, filter, limit);
    if (rooms.every(({ isUnknown }) => isUnknown)) await this.assertKnown(manager);
    return this.withPlans(manager, rooms);
  }

  /** @throws ProblemException 404 if the room did not exist then, or if that is not known */
  async findRoom(manager: EntityManager, roomId: RoomId): Promise<ShownRoom> {
    const [{ exists, knownSince, isKnown }, found] = await Promise.all([
      this.past.findKnown(manager, this.at, roomId),
      this.past.findRooms(manager, this.at, onlyRoom(roomId), 1),
    ]);
    if (!knownSince && !exists) throw notFound('room', roomId);
    if (!knownSince) throw new ProblemException(404, `The past of room ${roomId} is not known yet`);
    if (!isKnown) throw new ProblemException(404, `The past of room ${roomId} is known since ${knownSince}`);
    const [room] = await this.withPlans(manager, found);
    if (!room) throw new ProblemException(404, `There was no room ${roomId} at ${this.asked}`);
    return room;
  }

  findLines(manager: EntityManager, ratePlanIds: readonly RatePlanId[]): Promise<ShownPlan[]> {
    return this.past.findLines(manager, this.at, ratePlanIds);
  }

  private async withPlans(manager: EntityManager, rooms: PastRoom[]): Promise<ShownRoom[]> {
    const beginnings = new Map(rooms.map(({ id, began }) => [id, began]));
    const plans = await this.past.findPlans(manager, this.at, beginnings);
    const plansOf = groupBy(plans, ({ roomId }) => roomId);
    return rooms.map(({ isUnknown: _, ...room }) => ({ ...room, plans: plansOf.get(room.id) ?? [] }));
  }

  private async assertKnown(manager: EntityManager): Promise<void> {
    const { knownSince, isKnown } = await this.past.findBeginning(manager, this.at);
    if (!isKnown) throw new ProblemException(404, `The past is known since ${knownSince}`);
  }
}
