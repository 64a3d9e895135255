import { Injectable } from '@nestjs/common';
import { UpdateWindow } from '../calendar/update-window';
import type { RatePlanId } from '../database/id';
import type { DatedArray } from '../http/dated-array';
import type { RoomPush } from '../journal/push';
import { problemOf } from '../journal/push';
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
    const problem = problemOf(push, propertyName);

    const { outcome, overbooked } = await this.pushes.run(push, async (manager) => {
      if (records.length === 0) {
        await this.notifications.emptyPriceList(manager, problem);
        return { outcome: 'emptyList' };
      }
      const tree = await this.linkedRooms.lock(manager, push.roomId, push.ratePlanId);
      if (!tree) {
        await this.notifications.priceRoomMissing(manager, problem);
        return { outcome: 'roomMissing', received };
      }
      if (tree.length === 0) return { outcome: 'ratePlanMissing', received };
      const changed = await this.derivedPrices.applyPush(manager, tree, accepted);
      return { outcome: 'applied', received, changed };
    });
    return { outcome, skipped, overbooked: overbooked?.size ?? 0 };
  }
}
