import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config';
import { normalName } from '../platform/text/name';
import type { Notice, Trigger } from './notice';
import { oneLine } from './one-line';

const MAX_DETAIL_LENGTH = 1_000;
const MAX_DATES = 20;

/**
 * Decides which problems of pushes cause an e-mail, with one method for each problem. It returns the notice for the
 * push's journal entry. A mail is therefore queued only if the push is committed, and no push waits for it. There is no
 * notice for a mail that a setting disables.
 */
@Injectable()
export class NotificationService {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Operation 1 received an empty list. Recipient: MAIL_PLATFORM_CONTACT. */
  emptyInventoryList(): Notice {
    return notice('emptyInventoryList');
  }

  /** Operation 1 named a room that does not exist. Recipient: MAIL_CHANNEL_MANAGER_SUPPORT. */
  inventoryRoomMissing(propertyName: string | null): Notice {
    return notice('inventoryRoomMissing', propertyName);
  }

  /** Operation 2 received an empty list. Recipient: MAIL_INTERNAL. */
  emptyPriceList(): Notice {
    return notice('emptyPriceList');
  }

  /**
   * Operation 2 named a room that does not exist. Recipient: MAIL_CHANNEL_MANAGER_SUPPORT. The mail names the property.
   */
  priceRoomMissing(propertyName: string | null): Notice {
    return notice('priceRoomMissing', propertyName);
  }

  /** An operation of restrictions received an empty list. Recipient: MAIL_INTERNAL. @param what for example `minimum stays` */
  emptyRestrictionList(what: string): Notice {
    return notice('emptyRestrictionList', null, what);
  }

  /** An operation of restrictions named a room that does not exist. Recipient: MAIL_CHANNEL_MANAGER_SUPPORT. */
  restrictionRoomMissing(propertyName: string | null, what: string): Notice {
    return notice('restrictionRoomMissing', propertyName, what);
  }

  /**
   * A message of a dialect was refused. Its sender does not send it again. Recipient: MAIL_INTERNAL.
   * @param hotelCode the code of the hotel in the message, if it was read
   */
  messageRefused(hotelCode: string | undefined, why: string): Notice {
    return notice('messageRefused', hotelCode, why.replaceAll('\n', '; '));
  }

  /**
   * A push named a plan that its room does not have. Recipient: MAIL_INTERNAL, if MAIL_ON_RATE_PLAN_MISSING is on.
   */
  ratePlanMissing(propertyName: string | null): Notice | undefined {
    return this.config.MAIL_ON_RATE_PLAN_MISSING ? notice('ratePlanMissing', propertyName) : undefined;
  }

  /** A call was malformed. Recipient: MAIL_INTERNAL, if MAIL_ON_REFUSED is on. `why` is the answer to the caller. */
  refused(why: string): Notice | undefined {
    return this.config.MAIL_ON_REFUSED ? notice('refused', null, why.replaceAll('\n', '; ')) : undefined;
  }

  /** Operation 1 left fewer rooms than are occupied. Recipient: MAIL_PLATFORM_CONTACT, if MAIL_ON_OVERBOOKED is on. */
  overbooked(propertyName: string | null, dates: ReadonlySet<string>): Notice | undefined {
    if (!this.config.MAIL_ON_OVERBOOKED || dates.size === 0) return undefined;
    return notice('overbooked', propertyName, listed([...dates].sort()));
  }

  /**
   * A guard held prices of operation 2. Recipient: MAIL_INTERNAL, if MAIL_ON_HELD is on.
   * @param prices the prices with their dates, in date order
   */
  pricesHeld(propertyName: string | null, prices: string[]): Notice | undefined {
    if (!this.config.MAIL_ON_HELD || prices.length === 0) return undefined;
    return notice('pricesHeld', propertyName, listed(prices));
  }

  /**
   * Rooms of a property receive no more pushes. Recipient: MAIL_PLATFORM_CONTACT, if MAIL_SILENCE_HOURS is set.
   * @param silent the silent rooms
   * @param total the number of all rooms of the property
   */
  roomsSilent(propertyName: string | null, silent: { id: string; name: string }[], total: number): Notice {
    const names = listed(silent.map(({ id, name }) => `${oneLine(name)} (room ${id})`));
    const share = silent.length === total ? `all ${total}` : `${silent.length} of the ${total}`;
    // The mail links to the calendar by the name of the property, so the name stays unchanged.
    return { ...notice('roomSilent', null, total === 1 ? names : `${share} rooms: ${names}`), propertyName };
  }
}

/** The first texts, and the number of the others. */
function listed(texts: string[]): string {
  const more = texts.length > MAX_DATES ? ` and ${texts.length - MAX_DATES} more` : '';
  return texts.slice(0, MAX_DATES).join(', ') + more;
}

/** Callers may send names of any length. */
function nameInNotice(name: string): string {
  return oneLine(normalName(name.slice(0, 10 * MAX_DETAIL_LENGTH)));
}

function notice(trigger: Trigger, propertyName: string | null = null, detail: string | null = null): Notice {
  return {
    trigger,
    propertyName: nameInNotice(propertyName ?? '') || null,
    detail: oneLine(detail ?? '', MAX_DETAIL_LENGTH) || null,
  };
}
