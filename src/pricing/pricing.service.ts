import { Injectable } from '@nestjs/common';
import { UpdateWindow } from '../platform/dates/update-window';
import type { RatePlanId } from '../platform/database/id';
import type { DatedArray } from '../push/dated-array';
import type { PushResult } from '../push/push-answer';
import { pushResult } from '../push/push-answer';
import { PropertyAccess } from '../room/property-access';
import { PushRunner } from '../push/push-runner';
import { excluding, receivedOf } from '../push/journal/verdicts';
import { SetSinceRepository } from '../calendar/history/set-since.repository';
import { NotificationService } from '../notification/notification.service';
import { DerivedPriceService } from './derived-price.service';
import type { HeldRecord } from './held-prices/held-price.repository';
import { HeldPriceService } from './held-prices/held-price.service';
import { LinkedRoomsService } from './linked-rooms.service';
import type { TenThousandths } from '../calendar/derivation/money';
import { formatMoney, formatPrice } from '../calendar/derivation/money';
import type { Push } from '../push/push';

/** Carries out operation 2, pushed prices, in the order of the contract's steps. */
@Injectable()
export class PricingService {
  constructor(
    private readonly pushes: PushRunner,
    private readonly access: PropertyAccess,
    private readonly window: UpdateWindow,
    private readonly linkedRooms: LinkedRoomsService,
    private readonly heldPrices: HeldPriceService,
    private readonly setSince: SetSinceRepository,
    private readonly derivedPrices: DerivedPriceService,
    private readonly notifications: NotificationService,
  ) {}

  /** Sets the prices of one rate plan by date, and of all that derive from it. */
  async update(
    push: Push & { ratePlanId: RatePlanId },
    { records, propertyName }: DatedArray<TenThousandths>,
  ): Promise<PushResult> {
    const { accepted, exclusions } = this.window.select(records);
    const received = receivedOf(records, exclusions, formatMoney);

    const result = await this.pushes.run(push, received, async (manager, repeatOf) => {
      await this.access.assert(manager, push);
      if (records.length === 0) return { outcome: 'emptyList', notice: this.notifications.emptyPriceList() };
      const reached = await this.linkedRooms.lock(manager, push);
      if (!reached) {
        const notice = this.notifications.priceRoomMissing(propertyName);
        return { outcome: 'roomMissing', received, notice };
      }
      const appliedAt = reached.moment.at;
      const [selected] = reached.tree;
      if (!selected) {
        const notice = this.notifications.ratePlanMissing(propertyName);
        return { outcome: 'ratePlanMissing', appliedAt, received, notice };
      }
      const dates = accepted.map(({ date }) => date);
      const later = repeatOf
        ? await this.setSince.findPrices(manager, repeatOf, reached.tree, dates)
        : undefined;
      const late = later?.get(selected.id) ?? new Set();
      const inTime = accepted.filter(({ date }) => !late.has(date));
      const held = await this.heldPrices.hold(manager, selected, inTime, reached.moment);
      const heldDates = new Set(held.map(({ date }) => date));
      const taken = inTime.filter(({ date }) => !heldDates.has(date));
      const changed = await this.derivedPrices.applyPush(manager, reached, taken, later);
      return {
        outcome: 'applied',
        appliedAt,
        received: excluding(excluding(received, late, 'late'), heldDates, 'held'),
        changed,
        notice: this.notifications.pricesHeld(propertyName, held.map(tellHeld)),
      };
    });
    return pushResult(result);
  }
}

function tellHeld({ date, price, held }: HeldRecord): string {
  return `${date}: ${formatPrice(price) ?? 'not set'} → ${formatMoney(held)}`;
}
