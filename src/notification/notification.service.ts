import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config';
import type { Notice, Trigger } from './notice';
import { oneLine } from './one-line';

const MAX_DETAIL_LENGTH = 1_000;
const MAX_DATES = 20;

/**
 * Says which problems of pushes are worth an e-mail: one method each. It gives the notice that the push's
 * journal entry is to carry: so a mail is queued if, and only if, the push is committed, and no push waits for
 * it. What a setting has switched off gives none.
 */
@Injectable()
export class NotificationService {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Operation 1 received an empty list: to MAIL_PLATFORM_CONTACT. */
  emptyInventoryList(): Notice {
    return notice('emptyInventoryList');
  }

  /** Operation 1 named a room that does not exist: to MAIL_CHANNEL_MANAGER_SUPPORT. */
  inventoryRoomMissing(propertyName: string | null): Notice {
    return notice('inventoryRoomMissing', propertyName);
  }

  /** Operation 2 received an empty list: to MAIL_INTERNAL. */
  emptyPriceList(): Notice {
    return notice('emptyPriceList');
  }

  /** Operation 2 named a room that does not exist: to MAIL_CHANNEL_MANAGER_SUPPORT; names the property. */
  priceRoomMissing(propertyName: string | null): Notice {
    return notice('priceRoomMissing', propertyName);
  }

  /** Operation 2 named a plan that its room does not have: to MAIL_INTERNAL, unless MAIL_ON_RATE_PLAN_MISSING is off. */
  ratePlanMissing(propertyName: string | null): Notice | undefined {
    return this.config.MAIL_ON_RATE_PLAN_MISSING ? notice('ratePlanMissing', propertyName) : undefined;
  }

  /** A call was malformed: to MAIL_INTERNAL, unless MAIL_ON_REFUSED is off. `why` is what the caller was told. */
  refused(why: string): Notice | undefined {
    return this.config.MAIL_ON_REFUSED ? notice('refused', null, why.replaceAll('\n', '; ')) : undefined;
  }

  /** Operation 1 left fewer rooms than are occupied: to MAIL_PLATFORM_CONTACT, where MAIL_ON_OVERBOOKED is on. */
  overbooked(propertyName: string | null, dates: ReadonlySet<string>): Notice | undefined {
    if (!this.config.MAIL_ON_OVERBOOKED || dates.size === 0) return undefined;
    return notice('overbooked', propertyName, listed([...dates].sort()));
  }

  /**
   * A guard held prices of operation 2: to MAIL_INTERNAL, unless MAIL_ON_HELD is off.
   * @param prices each with its date, in the order of the dates
   */
  pricesHeld(propertyName: string | null, prices: string[]): Notice | undefined {
    if (!this.config.MAIL_ON_HELD || prices.length === 0) return undefined;
    return notice('pricesHeld', propertyName, listed(prices));
  }
}

/** The first ones, and how many there are besides. */
function listed(texts: string[]): string {
  const more = texts.length > MAX_DATES ? ` and ${texts.length - MAX_DATES} more` : '';
  return texts.slice(0, MAX_DATES).join(', ') + more;
}

function notice(trigger: Trigger, propertyName: string | null = null, detail: string | null = null): Notice {
  return {
    trigger,
    propertyName: oneLine(propertyName ?? '') || null,
    detail: oneLine(detail ?? '', MAX_DETAIL_LENGTH) || null,
  };
}
