import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../platform/database/id';
import { TransactionRunner } from '../platform/database/transaction-runner';
import type { Moment } from '../calendar/history/moment';
import { TimelineService } from '../calendar/history/timeline.service';
import type { Push } from '../push/push';
import { NotSharedError, SharedTransaction } from '../push/shared-transaction';
import { RoomRepository } from '../room/room.repository';
import { treeBelow } from '../calendar/derivation/plan-tree';
import { groupBy } from './group-by';
import type { LinkedRatePlan, PushedRatePlan } from './rate-plans/rate-plan.entity';
import { RatePlanRepository } from './rate-plans/rate-plan.repository';

/** What a push reaches, under the locks of all its rooms. */
export interface ReachedPlans {
  /** What is pushed and all that derives from it: a parent before what derives from it. */
  tree: PushedRatePlan[];
  /** All plans of the locked rooms, and some of others. */
  plans: LinkedRatePlan[];
  /** When the push takes effect. */
  moment: Moment;
}

/** What a change of a plan reaches, under the locks of all its rooms. */
export interface LockedRooms {
  /** The ids of the rooms that exist. */
  roomIds: RoomId[];
  /** When the change takes effect; undefined where no room exists. */
  moment: Moment | undefined;
}

/** What pushes that share a transaction have in common: the plans of all their rooms, and the moments of each. */
interface SharedRooms {
  /** Of each room, and those of others that derive directly from one of them. */
  plans: Map<RoomId, PushedRatePlan[]>;
  /** By the request id. */
  moments: Map<string, Moment>;
}

/** Finds the tree of plans that a push or a change reaches, and locks the rooms that they are in. */
@Injectable()
export class LinkedRoomsService {
  private readonly shared = new WeakMap<SharedTransaction, Promise<SharedRooms>>();

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly rooms: RoomRepository,
    private readonly ratePlans: RatePlanRepository,
    private readonly timeline: TimelineService,
  ) {}

  /**
   * Locks the room, and loads the tree of its rate plans, or of the pushed one. Where the tree reaches other
   * rooms, the transaction is begun anew with all of them locked in the order of their ids, and the
   * tree is read again under the locks, until it names no new room. It must be the first thing a
   * transaction does. The usual push, within one room, pays nothing for this.
   * @returns undefined where the room does not exist
   * @throws NotSharedError where the transaction is shared, and the push reaches other rooms
   */
  async lock(manager: EntityManager, push: Push): Promise<ReachedPlans | undefined> {
    const shared = SharedTransaction.of(manager);
    if (shared) return this.reachShared(manager, shared, push);
    const { id, roomId } = push;
    let roomIds = [roomId];
    for (;;) {
      // Sent together: the database begins with the second when the first is done, and so under the locks.
      const [locked, plans, moment] = await Promise.all([
        this.rooms.lock(manager, roomIds),
        this.ratePlans.loadLinked(manager, roomIds),
        this.timeline.next(manager, roomIds, id),
      ]);
      if (!moment || !locked.includes(roomId)) return undefined;
      const tree = treeOf(push, plans);
      const missing = roomsOutside(tree, roomIds);
      if (missing.length === 0) return { tree, plans, moment };
      roomIds = [...roomIds, ...missing];
      await this.transactions.restart(manager);
    }
  }

  /** As `lock`, for one of several pushes: the first of them reads what all need. */
  private async reachShared(
    manager: EntityManager,
    shared: SharedTransaction,
    push: Push,
  ): Promise<ReachedPlans> {
    const loading = this.shared.get(shared) ?? this.loadShared(manager, shared.locked);
    this.shared.set(shared, loading);
    const { plans: plansOf, moments } = await loading;
    const plans = plansOf.get(push.roomId) ?? [];
    const tree = treeOf(push, plans);
    const moment = moments.get(push.id);
    if (!moment || roomsOutside(tree, [push.roomId]).length > 0) throw new NotSharedError();
    shared.claim(push, tree.length);
    return { tree, plans, moment };
  }

  private async loadShared(manager: EntityManager, pushes: Push[]): Promise<SharedRooms> {
    const roomIds = [...new Set(pushes.map(({ roomId }) => roomId))];
    const entryIds = pushes.map(({ id }) => id);
    const [plans, moments] = await Promise.all([
      this.ratePlans.loadLinked(manager, roomIds),
      this.timeline.nextOfAll(manager, roomIds, entryIds),
    ]);
    return { plans: plansByRoom(plans), moments };
  }

  /**
   * Locks what a change of a plan reaches: the room that it is or will be in, the rooms of all below it, of its parent,
   * and of a parent to be. What that is, is known only from the plans themselves, and so read again under the locks.
   * @param entryId the journal entry of the change
   */
  async lockForChange(
    manager: EntityManager,
    entryId: string,
    { roomId, ratePlanId, parentId }: { roomId?: RoomId; ratePlanId?: RatePlanId; parentId?: RatePlanId },
  ): Promise<LockedRooms> {
    const findRooms = async () => {
      const tree = ratePlanId ? await this.loadTree(manager, ratePlanId) : [];
      const parentIds = [tree[0]?.derivedFromId, parentId].flatMap((id) => id ?? []);
      const plans = [...tree, ...(await this.ratePlans.findAll(manager, parentIds))];
      return [...new Set([...(roomId ? [roomId] : []), ...plans.map((plan) => plan.roomId)])];
    };
    let roomIds = await findRooms();
    for (;;) {
      const locked = await this.rooms.lock(manager, roomIds);
      const reached = await findRooms();
      if (reached.every((id) => roomIds.includes(id)))
        return { roomIds: locked, moment: await this.timeline.next(manager, locked, entryId) };
      roomIds = [...new Set([...roomIds, ...reached])];
      await this.transactions.restart(manager);
    }
  }

  /** A plan and all that derive from it, in whatever room: a parent before what derives from it; none where it is unknown. */
  async loadTree(manager: EntityManager, ratePlanId: RatePlanId): Promise<LinkedRatePlan[]> {
    const plan = await this.ratePlans.find(manager, ratePlanId);
    return plan ? this.loadBelow(manager, plan.roomId, ({ id }) => id === ratePlanId) : [];
  }

  /** The plans of a room and all that derive from them, as `loadTree`. */
  loadTreeOfRoom(manager: EntityManager, roomId: RoomId): Promise<LinkedRatePlan[]> {
    return this.loadBelow(manager, roomId, (plan) => plan.roomId === roomId);
  }

  private async loadBelow(
    manager: EntityManager,
    roomId: RoomId,
    isRoot: (plan: LinkedRatePlan) => boolean,
  ): Promise<LinkedRatePlan[]> {
    let roomIds = [roomId];
    for (;;) {
      const plans = await this.ratePlans.loadLinked(manager, roomIds);
      const tree = treeBelow(plans.filter(isRoot), plans);
      const missing = roomsOutside(tree, roomIds);
      if (missing.length === 0) return tree;
      roomIds = [...roomIds, ...missing];
    }
  }
}

/** The tree of the pushed plan, or of all plans of the room. */
function treeOf<Plan extends LinkedRatePlan>({ roomId, ratePlanId }: Push, plans: Plan[]): Plan[] {
  const isPushed = (plan: Plan) => plan.roomId === roomId && (ratePlanId === null || plan.id === ratePlanId);
  return treeBelow(plans.filter(isPushed), plans);
}

/** Each plan under its room, and under that of its parent. */
function plansByRoom(plans: PushedRatePlan[]): Map<RoomId, PushedRatePlan[]> {
  const byRoom = groupBy(plans, (plan) => plan.roomId);
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  for (const plan of plans) {
    const parent = plan.derivedFromId && byId.get(plan.derivedFromId);
    if (parent && parent.roomId !== plan.roomId) byRoom.get(parent.roomId)?.push(plan);
  }
  return byRoom;
}

/** The rooms of a tree that are not among these. */
function roomsOutside(tree: LinkedRatePlan[], roomIds: RoomId[]): RoomId[] {
  return [...new Set(tree.map(({ roomId }) => roomId))].filter((id) => !roomIds.includes(id));
}
