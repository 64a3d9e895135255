import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RoomId } from '../platform/database/id';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { UpdateWindow } from '../platform/dates/update-window';
import type { ConfirmDto } from '../platform/http/confirm';
import { assertConfirmed, counted, countedIfAny } from '../platform/http/confirm';
import type { IfMatch } from '../platform/http/entity-tag';
import { pageOf } from '../platform/http/page';
import type { RankedPosition } from '../platform/http/ranked-cursor';
import { inOrder, parseIdCursor, parsePosition, rankedCursor } from '../platform/http/ranked-cursor';
import { conflict, notFound } from '../platform/http/problem';
import type { Change } from '../push/change-runner';
import { ChangeRunner } from '../push/change-runner';
import { ChangeGuard } from '../push/journal/change-guard';
import { changesOf, valuesAfter } from '../push/journal/changes';
import type { LoadOptions } from '../calendar/calendar-loader';
import { CalendarStore } from '../calendar/calendar-store';
import type { EffectiveTime } from '../calendar/history/effective-time';
import { StateRepository } from '../calendar/history/state.repository';
import { ClosureRepository, openingOf } from './closures/closure.repository';
import { roomBefore } from './earlier-room';
import type { Property, RoomFields } from './room-administration.repository';
import { RoomAdministrationRepository } from './room-administration.repository';
import type { ChangeRoomDto, CreateRoomDto, ListRoomsDto, RoomPage, RoomView } from './room.dto';
import type { Room } from './room.entity';
import type { Call } from '../platform/http/request-context';

/** Creates, reads, changes and deletes rooms, for administrators. */
@Injectable()
export class RoomAdministrationService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly changes: ChangeRunner,
    private readonly rooms: RoomAdministrationRepository,
    private readonly store: CalendarStore,
    private readonly states: StateRepository,
    private readonly closures: ClosureRepository,
    private readonly guard: ChangeGuard,
    private readonly window: UpdateWindow,
  ) {}

  /** @throws ProblemException 409 if the id is taken */
  async create(call: Call, room: CreateRoomDto): Promise<RoomView> {
    const { roomId } = await this.changes.run(call, 'createRoom', (manager) =>
      this.createWithin(manager, call, room),
    );
    return this.read(roomId);
  }

  /** Creates a room in the transaction of the caller. @throws ProblemException as `create` does */
  async createWithin(manager: EntityManager, call: Call, { id, ...room }: CreateRoomDto): Promise<Change> {
    const fields = withNulls(room);
    await this.assertReal(manager, fields);
    const inserted = await this.rooms.insert(manager, (id ?? null) as RoomId | null, fields);
    if (!inserted) throw conflict(`There is a room ${id} already. Leave the id out to get a free one.`);
    const effectiveTime = await this.lock(manager, inserted, call, { areNew: true });
    await this.states.recordAll(manager, inserted, effectiveTime);
    return {
      roomId: inserted,
      ratePlanId: null,
      changes: changesOf(null, fields),
      appliedAt: effectiveTime.at,
    };
  }

  /** @throws ProblemException 400 for an invalid cursor */
  async list({ search, propertyName, limit, cursor }: ListRoomsDto): Promise<RoomPage> {
    if (search !== undefined) return this.search(search, propertyName, limit, cursor);
    const after = cursor === undefined ? undefined : parseIdCursor<RoomId>(cursor);
    return this.transactions.read(async (manager) => {
      const found = await this.rooms.list(manager, propertyName, after, limit + 1);
      return pageOf(found, limit, (rooms) => this.withRatePlans(manager, rooms));
    });
  }

  private async search(
    search: string,
    propertyName: string | undefined,
    limit: number,
    cursor: string | undefined,
  ): Promise<RoomPage> {
    const after = cursor === undefined ? undefined : parsePosition(cursor);
    return this.transactions.read(async (manager) => {
      const found = await this.rooms.search(manager, search, propertyName, after, limit + 1);
      const complete = async (places: RankedPosition<RoomId>[]) => {
        const ids = places.map(({ id }) => id);
        return this.withRatePlans(manager, inOrder(ids, await this.rooms.findAll(manager, ids)));
      };
      return pageOf(found, limit, complete, rankedCursor);
    });
  }

  /** @throws ProblemException 404 */
  async read(roomId: RoomId): Promise<RoomView> {
    return this.transactions.read((manager) => this.view(manager, roomId));
  }

  /** @throws ProblemException 404; 412 if the room or one of its plans is not as the condition says */
  async change(call: Call, roomId: RoomId, changes: ChangeRoomDto, condition?: IfMatch): Promise<RoomView> {
    await this.changes.run(call, 'changeRoom', (manager) =>
      this.changeWithin(manager, call, roomId, changes, condition),
    );
    return this.read(roomId);
  }

  /** Changes a room in the transaction of the caller. @throws ProblemException as `change` does */
  async changeWithin(
    manager: EntityManager,
    call: Call,
    roomId: RoomId,
    changes: ChangeRoomDto,
    condition?: IfMatch,
  ): Promise<Change> {
    const effectiveTime = await this.lock(manager, roomId, call);
    await this.assertUnchanged(manager, roomId, condition);
    const { id: _, ...before } = await this.get(manager, roomId);
    const after = { ...before, ...definedOnly(changes) };
    if (after.propertyName !== before.propertyName || after.propertyCode !== before.propertyCode) {
      if (before.sandboxId) throw conflict(`Room ${roomId} belongs to a sandbox and keeps its property.`);
      await this.assertReal(manager, after);
    }
    const changed = changesOf(before, after);
    await this.rooms.update(manager, roomId, valuesAfter(changed));
    await this.states.recordRoom(manager, roomId, effectiveTime);
    return { roomId, ratePlanId: null, changes: changed, appliedAt: effectiveTime.at };
  }

  /**
   * @throws ProblemException 404, 412 if the room or one of its plans is not as the condition says, 400 without its
   *   name, or 409 while a plan of another room derives from one of its plans
   */
  async remove(call: Call, roomId: RoomId, confirm: ConfirmDto, condition?: IfMatch): Promise<void> {
    await this.changes.run(call, 'deleteRoom', async (manager) => {
      const effectiveTime = await this.lock(manager, roomId, call);
      await this.assertUnchanged(manager, roomId, condition);
      const { id: _, ...room } = await this.view(manager, roomId);
      if (room.sandboxId)
        throw conflict(`Room ${roomId} belongs to sandbox ${room.sandboxId}. Delete the sandbox instead.`);
      const lost = async () => {
        const open = await this.closures.countOpen(manager, roomId, null, this.window.today());
        const counts = [...(await this.store.count(manager, roomId)), { count: open, noun: 'open closure' }];
        const texts = [counted(room.ratePlans.length, 'rate plan'), ...counts.flatMap(countedIfAny)];
        return `${texts.join(', ')} and its calendar`;
      };
      await assertConfirmed(confirm, `room ${roomId}`, room.name, lost);
      const children = await this.rooms.findForeignChildren(manager, roomId);
      if (children.length > 0) {
        const plans = children.map((child) => `${child.ratePlanId} of room ${child.roomId}`).join(', ');
        throw conflict(
          `Rate plans of other rooms derive from plans of room ${roomId}: ${plans}. ` +
            `Delete them first, or remove their derivation.`,
        );
      }
      await this.states.recordDeletedRoom(manager, roomId, effectiveTime);
      await this.closures.openAll(manager, roomId, null, openingOf(call, effectiveTime.at));
      // No cascade reaches these rows if the tables by date are distributed.
      await this.store.deleteCells(manager, roomId);
      await this.rooms.delete(manager, [roomId]);
      return { roomId, ratePlanId: null, changes: changesOf(room, null), appliedAt: effectiveTime.at };
    });
  }

  /**
   * The token of a sandbox is limited to its property name, and messages find their rooms by its code.
   * @throws ProblemException 409 for the name or the code of a sandbox
   */
  private async assertReal(manager: EntityManager, property: Property): Promise<void> {
    if (await this.rooms.isSandbox(manager, property))
      throw conflict('This property is a sandbox. Give this room another property and another code.');
  }

  /** @throws ProblemException 404 */
  private async lock(
    manager: EntityManager,
    roomId: RoomId,
    { id }: Call,
    options?: LoadOptions,
  ): Promise<EffectiveTime> {
    const effectiveTime = await this.store.lockAndTakeMoment(manager, [roomId], id, options);
    if (!effectiveTime) throw notFound('room', roomId);
    return effectiveTime;
  }

  /**
   * The tag of a room includes its plans: a deletion of the room also deletes a plan that was added meanwhile.
   * @throws ProblemException 404 or 412
   */
  private async assertUnchanged(
    manager: EntityManager,
    roomId: RoomId,
    condition: IfMatch | undefined,
  ): Promise<void> {
    if (!condition) return;
    const present = await this.view(manager, roomId);
    const room = { title: `Room ${roomId}`, roomId, ratePlanId: null, present, before: roomBefore };
    await this.guard.assertUnchanged(manager, condition, room);
  }

  private async get(manager: EntityManager, roomId: RoomId): Promise<Room> {
    const room = await this.rooms.find(manager, roomId);
    if (!room) throw notFound('room', roomId);
    return room;
  }

  private async view(manager: EntityManager, roomId: RoomId): Promise<RoomView> {
    const room = await this.get(manager, roomId);
    return Object.assign(room, { ratePlans: await this.rooms.findRatePlans(manager, [roomId]) });
  }

  private async withRatePlans(manager: EntityManager, rooms: Room[]): Promise<RoomView[]> {
    const roomIds = rooms.map(({ id }) => id);
    const ratePlans = await this.rooms.findRatePlans(manager, roomIds);
    return rooms.map((room) =>
      Object.assign(room, { ratePlans: ratePlans.filter(({ roomId }) => roomId === room.id) }),
    );
  }
}

function withNulls(room: Omit<CreateRoomDto, 'id'>): RoomFields {
  const nothing = {
    propertyName: null,
    propertyCode: null,
    totalRooms: null,
    maximumGuests: null,
    adults: null,
    children: null,
  };
  return { ...nothing, ...definedOnly(room), name: room.name };
}

/**
 * Removes undefined values: an instance of a decorated class has every field, even those that were not sent.
 */
function definedOnly<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
