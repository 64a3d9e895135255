import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DayAxis } from '../dates/day-axis';
import { UpdateWindow } from '../dates/update-window';
import type { RoomId } from '../database/id';
import type { DatedArray, DatedRecord } from '../push/dated-array';
import type { CallResult } from '../journal/journaled-call';
import type { PushResult } from '../push/push-answer';
import { PushRunner } from '../push/push-runner';
import { receivedOf } from '../journal/verdicts';
import { NotificationService } from '../notification/notification.service';
import { DerivedPriceService } from '../pricing/derived-price.service';
import { LinkedRoomsService } from '../pricing/linked-rooms.service';
import type { LinkedRatePlan } from '../pricing/rate-plans/rate-plan.entity';
import { RateRoomAvailabilityRepository } from '../pricing/rate-room-availability.repository';
import { RoomAvailabilityRepository } from '../room/room-availability.repository';
import type { Push } from '../push/push';

/** Stands where a day is left out. */
const GAP = -1;

/** Carries out operation 1, pushed inventory, in the order of the contract's steps. */
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
    const { accepted, skipped, exclusions } = this.window.select(records);
    const received = receivedOf(records, exclusions, String);

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
  ): Promise<Required<Pick<CallResult, 'changed' | 'overbooked'>>> {
    const axis = new DayAxis(accepted.map(({ date }) => date));
    const { dates } = axis;
    const totals = accepted.map(({ value }) => value);
    const ratePlanIds = tree.filter((plan) => plan.roomId === roomId).map(({ id }) => id);
    const [{ changed, overbooked }, { cells, unpriced }] = await Promise.all([
      this.roomAvailability.setTotalRooms(manager, roomId, axis, axis.place(GAP, totals)),
      this.prices.countCells(manager, roomId, ratePlanIds, axis),
    ]);
    // The usual push finds every date there, with another number, and is done.
    if (changed.length < dates.length) {
      const rooms = await this.roomAvailability.readStored(manager, roomId, dates);
      overbooked.push(...rooms.overbooked);
      if (rooms.stored < dates.length) {
        changed.push(...(await this.roomAvailability.insertMissing(manager, roomId, dates, totals)));
      }
    }
    const missing = ratePlanIds.length * dates.length - cells;
    if (missing > 0) await this.prices.insertUnpriced(manager, roomId, ratePlanIds, dates);
    if (unpriced + missing > 0) await this.derivedPrices.fillUnpriced(manager, tree, dates);
    return { changed: new Set(changed), overbooked: new Set(overbooked) };
  }
}
