import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config';
import { UpdateWindow } from '../../platform/dates/update-window';
import type { Moment } from '../../calendar/history/moment';
import type { DatedRecord } from '../../push/dated-array';
import type { TenThousandths } from '../../calendar/derivation/money';
import type { PushedRatePlan } from '../rate-plans/rate-plan.entity';
import type { HeldRecord } from './held-price.repository';
import { HeldPriceRepository } from './held-price.repository';
import type { PriceGuard } from './price-guard';
import { priceCheck } from './price-guard';

const NO_LIMITS: PriceGuard = {
  minimum: null,
  maximum: null,
  maxDecreasePercent: null,
  maxIncreasePercent: null,
};

/** Keeps pushed prices from sale that the guard of their plan does not take. */
@Injectable()
export class HeldPriceService {
  /** Of plans without a guard of their own; null where the settings name no limit. */
  private readonly defaultGuard: PriceGuard | null;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly heldPrices: HeldPriceRepository,
    private readonly window: UpdateWindow,
  ) {
    const maxDecreasePercent = config.PRICE_GUARD_MAX_DECREASE_PERCENT ?? null;
    const maxIncreasePercent = config.PRICE_GUARD_MAX_INCREASE_PERCENT ?? null;
    const hasLimit = maxDecreasePercent !== null || maxIncreasePercent !== null;
    this.defaultGuard = hasLimit ? { ...NO_LIMITS, maxDecreasePercent, maxIncreasePercent } : null;
  }

  /**
   * Decides, under the lock of the room, which pushed prices of a plan are held. It is one statement, and none for a
   * plan without a guard of which nothing is held from the time when it had one.
   * @param pushed none of their dates twice
   * @returns those that are held; the others are to be applied
   */
  async hold(
    manager: EntityManager,
    plan: PushedRatePlan,
    pushed: DatedRecord<TenThousandths>[],
    moment: Moment,
  ): Promise<HeldRecord[]> {
    const guard = plan.guard ?? this.defaultGuard;
    if (pushed.length === 0 || (!guard && !plan.hasHeldPrices)) return [];
    const check = priceCheck(guard ?? NO_LIMITS);
    const guarded = pushed.map(({ value }) => check(value));
    return this.heldPrices.hold(manager, plan, pushed, guarded, moment, this.window.current().from);
  }
}
