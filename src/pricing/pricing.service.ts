import { Injectable } from '@nestjs/common';
import { UpdateWindow } from '../calendar/update-window';
import type { RatePlanId } from '../database/id';
import type { DatedArray } from '../http/dated-array';
import type { RoomPush } from '../journal/push';
import type { PushResult } from '../journal/push-answer';
import { PushRunner } from '../journal/push-runner';
import { receivedOf } from '../journal/received';
import { NotificationService } from '../notification/notification.service';
import { DerivedPriceService } from './derived-price.service';
import { LinkedRoomsService } from './linked-rooms.service';
import type { TenThousandths } from './money';
import { formatMoney } from './money';

/** Owns pushed prices: operation 2, in the order of the contract's steps. */
@Injectable()
export class PricingService {
  constructor(
    private readonly pushes: PushRunner,
    private readonly window: UpdateWindow,
    private readonly linkedRooms: LinkedRoomsService,
    private readonly derivedPrices: DerivedPriceService,
    private readonly notifications: NotificationService,
  ) {}

  /** Sets the prices of one rate plan by date, and of all that derive from it. */
  async update(
    push: RoomPush & { ratePlanId: RatePlanId },
    { records, propertyName }: DatedArray<TenThousandths>,
  ): Promise<PushResult> {
    const { accepted, skipped, passedOver } = this.window.select(records);
    const received = receivedOf(records, passedOver, formatMoney);

    const { outcome, overbooked } = await this.pushes.run(push, async (manager) => {
      if (records.length === 0) return { outcome: 'emptyList', notice: this.notifications.emptyPriceList() };
      const tree = await this.linkedRooms.lock(manager, push.roomId, push.ratePlanId);
      if (!tree) {
        const notice = this.notifications.priceRoomMissing(propertyName);
        return { outcome: 'roomMissing', received, notice };
      }
      if (tree.length === 0) {
        const notice = this.notifications.ratePlanMissing(propertyName);
        return { outcome: 'ratePlanMissing', received, notice };
      }
      const changed = await this.derivedPrices.applyPush(manager, tree, accepted);
      return { outcome: 'applied', received, changed };
    });
    return { outcome, skipped, overbooked: overbooked?.size ?? 0 };
  }
}
