import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../database/id';
import { TransactionRunner } from '../database/transaction-runner';
import { RoomRepository } from '../room/room.repository';
import { treeBelow } from './derivation/plan-tree';
import type { LinkedRatePlan } from './rate-plans/rate-plan.repository';
import { RatePlanRepository } from './rate-plans/rate-plan.repository';

/** Owns the locks of a push: on its room, and on every room that its derived prices reach. */
@Injectable()
export class LinkedRoomsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly rooms: RoomRepository,
    private readonly ratePlans: RatePlanRepository,
  ) {}

  /**
   * Locks the room, and loads the tree of its rate plans, or of one of them. Where the tree reaches other
   * rooms, the transaction is begun anew with all of them locked in the order of their ids, and the
   * tree is read again under the locks, until it names no new room. It must be the first thing a
   * transaction does. The usual push, within one room, pays nothing for this.
   * @returns undefined where the room does not exist
   */
  async lock(
    manager: EntityManager,
    roomId: RoomId,
    ratePlanId: RatePlanId | null,
  ): Promise<LinkedRatePlan[] | undefined> {
    let roomIds = [roomId];
    for (;;) {
      // Sent together: the database begins with the second when the first is done, and so under the locks.
      const [locked, plans] = await Promise.all([
        this.rooms.lock(manager, roomIds),
        this.ratePlans.loadLinked(manager, roomIds),
      ]);
      if (!locked.includes(roomId)) return undefined;
      const isPushed = (plan: LinkedRatePlan) =>
        plan.roomId === roomId && (ratePlanId === null || plan.id === ratePlanId);
      const tree = treeBelow(plans.filter(isPushed), plans);
      const missing = tree.map((plan) => plan.roomId).filter((id) => !roomIds.includes(id));
      if (missing.length === 0) return tree;
      roomIds = [...new Set([...roomIds, ...missing])];
      await this.transactions.restart(manager);
    }
  }

  /**
   * Locks the rooms that `find` names, in the order of their ids, and makes sure under the locks that it
   * names no other. For changes of a derivation: what they reach is known only from the plans themselves.
   * @returns the ids of those that exist
   */
  async lockAll(manager: EntityManager, find: () => Promise<RoomId[]>): Promise<RoomId[]> {
    let roomIds = await find();
    for (;;) {
      const locked = await this.rooms.lock(manager, roomIds);
      const reached = await find();
      if (reached.every((id) => roomIds.includes(id))) return locked;
      roomIds = [...new Set([...roomIds, ...reached])];
      await this.transactions.restart(manager);
    }
  }
}
