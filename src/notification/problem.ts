/** A push that someone should look at. The ids are decimal digits; `propertyName` is the caller's own text. */
export interface Problem {
  requestId: string;
  occurredAt: Date;
  roomId: string;
  ratePlanId: string | null;
  propertyName: string | null;
}

/** Whom each trigger's mail goes to: the setting that holds the address. */
export const RECIPIENT_SETTINGS = {
  emptyInventoryList: 'MAIL_PLATFORM_CONTACT',
  inventoryRoomMissing: 'MAIL_CHANNEL_MANAGER_SUPPORT',
  emptyPriceList: 'MAIL_INTERNAL',
  priceRoomMissing: 'MAIL_CHANNEL_MANAGER_SUPPORT',
} as const;

export type Trigger = keyof typeof RECIPIENT_SETTINGS;

/**
 * A mail as it waits in the queue: what it is about, not what it says or where it goes. So a wrong
 * address or text that is mended reaches the mails that wait already.
 */
export interface QueuedMail {
  trigger: Trigger;
  problem: Omit<Problem, 'occurredAt'> & { occurredAt: string };
}
