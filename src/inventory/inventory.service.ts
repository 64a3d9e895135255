import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../calendar/calendar-date';
import { UpdateWindow } from '../calendar/update-window';
import type { RoomId } from '../database/id';
import type { DatedArray, DatedRecord } from '../http/dated-array';
import type { Result, RoomPush } from '../journal/push';
import type { PushResult } from '../journal/push-answer';
import { PushRunner } from '../journal/push-runner';
import { receivedOf } from '../journal/received';
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
  async update(push: RoomPush, { records, propertyName }: DatedArray<number>): Promise<PushResult> {
    const { accepted, skipped, passedOver } = this.window.select(records);
    const received = receivedOf(records, passedOver, String);

    const { outcome, overbooked } = await this.pushes.run(push, async (manager) => {
      if (records.length === 0)
        return { outcome: 'emptyList', notice: this.notifications.emptyInventoryList() };
      const tree = await this.linkedRooms.lock(manager, push.roomId, null);
      if (!tree) {
        const notice = this.notifications.inventoryRoomMissing(propertyName);
        return { outcome: 'roomMissing', received, notice };
      }
      if (accepted.length === 0) return { outcome: 'applied', received };
      const { changed, overbooked } = await this.save(manager, push.roomId, tree, accepted);
      const notice = this.notifications.overbooked(propertyName, overbooked);
      return { outcome: 'applied', received, changed, overbooked, notice };
    });
    return { outcome, skipped, overbooked: overbooked?.size ?? 0 };
  }

  private async save(
    manager: EntityManager,
    roomId: RoomId,
    tree: LinkedRatePlan[],
    accepted: DatedRecord<number>[],
  ): Promise<Required<Pick<Result, 'changed' | 'overbooked'>>> {
    const dates = accepted.map(({ date }) => date);
    const totals = accepted.map(({ value }) => value);
    const rooms = await this.roomAvailability.setTotalRooms(manager, roomId, dates, totals);
    const changed = new Set(rooms.changed);
    if (rooms.stored < dates.length) {
      const created = await this.roomAvailability.insertMissing(manager, roomId, dates, totals);
      for (const date of created) changed.add(date);
    }
    const unpriced = await this.ensureCells(manager, roomId, tree, dates);
    if (unpriced > 0) await this.derivedPrices.fillUnpriced(manager, tree, dates);
    return { changed, overbooked: new Set(rooms.overbooked) };
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
