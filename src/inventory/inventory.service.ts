import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../calendar/calendar-date';
import { UpdateWindow } from '../calendar/update-window';
import type { RoomId } from '../database/id';
import type { DatedArray, DatedRecord } from '../http/dated-array';
import type { Push } from '../journal/push';
import { problemOf } from '../journal/push';
import type { PushResult } from '../journal/push-answer';
import { PushRunner } from '../journal/push-runner';
import { NotificationService } from '../notification/notification.service';
import { DerivedPriceService } from '../pricing/derived-price.service';
import { LinkedRoomsService } from '../pricing/linked-rooms.service';
import type { LinkedRatePlan } from '../pricing/rate-plan.repository';
import { RateRoomAvailabilityRepository } from '../pricing/rate-room-availability.repository';
import { RoomAvailabilityRepository } from '../room/room-availability.repository';

/** Owns pushed inventory: operation 1, in the order of the contract's steps. */
@Injectable()
export class InventoryService {
  constructor(
    private readonly pushes: PushRunner,
    private readonly window: UpdateWindow,
    private readonly linkedRooms: LinkedRoomsService,
    private readonly roomAvailability: RoomAvailabilityRepository,
    private readonly prices: RateRoomAvailabilityRepository,
    private readonly derivedPrices: DerivedPriceService,
    private readonly notifications: NotificationService,
  ) {}

  /** Sets how many rooms there are by date, and makes sure that every rate plan has a cell on those dates. */
  async update(push: Push, { records, propertyName }: DatedArray<number>): Promise<PushResult> {
    const { accepted, skipped } = this.window.select(records);
    const problem = problemOf(push, propertyName);

    const outcome = await this.pushes.run(push, async (manager) => {
      if (records.length === 0) {
        await this.notifications.emptyInventoryList(manager, problem);
        return 'emptyList';
      }
      const tree = await this.linkedRooms.lock(manager, push.roomId, null);
      if (!tree) {
        await this.notifications.inventoryRoomMissing(manager, problem);
        return 'roomMissing';
      }
      if (accepted.length > 0) await this.save(manager, push.roomId, tree, accepted);
      return 'applied';
    });
    return { outcome, skipped };
  }

  private async save(
    manager: EntityManager,
    roomId: RoomId,
    tree: LinkedRatePlan[],
    accepted: DatedRecord<number>[],
  ): Promise<void> {
    const dates = accepted.map(({ date }) => date);
    const totals = accepted.map(({ value }) => value);
    await this.roomAvailability.setTotalRooms(manager, roomId, dates, totals);
    await this.roomAvailability.insertMissing(manager, roomId, dates, totals);
    const unpriced = await this.ensureCells(manager, roomId, tree, dates);
    if (unpriced > 0) await this.derivedPrices.fillUnpriced(manager, tree, dates);
  }

  /** @returns how many cells of the room have no price, those just created included */
  private async ensureCells(
    manager: EntityManager,
    roomId: RoomId,
    tree: LinkedRatePlan[],
    dates: CalendarDate[],
  ): Promise<number> {
    const ratePlanIds = tree.filter((plan) => plan.roomId === roomId).map(({ id }) => id);
    if (ratePlanIds.length === 0) return 0;
    const { cells, unpriced } = await this.prices.countCells(manager, roomId, ratePlanIds, dates);
    const missing = ratePlanIds.length * dates.length - cells;
    if (missing > 0) await this.prices.insertUnpriced(manager, roomId, ratePlanIds, dates);
    return unpriced + missing;
  }
}
