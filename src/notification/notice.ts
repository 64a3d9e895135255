/** Whom each trigger's mail goes to: the setting that holds the address. */
export const RECIPIENT_SETTINGS = {
  emptyInventoryList: 'MAIL_PLATFORM_CONTACT',
  inventoryRoomMissing: 'MAIL_CHANNEL_MANAGER_SUPPORT',
  emptyPriceList: 'MAIL_INTERNAL',
  priceRoomMissing: 'MAIL_CHANNEL_MANAGER_SUPPORT',
  // The contract leaves open where the rest goes: inside the platform, which may have caused it, and can ask further.
  ratePlanMissing: 'MAIL_INTERNAL',
  refused: 'MAIL_INTERNAL',
  pricesHeld: 'MAIL_INTERNAL',
  overbooked: 'MAIL_PLATFORM_CONTACT',
  roomSilent: 'MAIL_PLATFORM_CONTACT',
} as const;

/** What somebody is told of by e-mail. */
export type Trigger = keyof typeof RECIPIENT_SETTINGS;
export const TRIGGERS = Object.keys(RECIPIENT_SETTINGS) as Trigger[];

/**
 * Says that a push is worth an e-mail, and what its journal entry does not say already. It waits in that entry
 * (`journal_entry.notice`) until it is relayed to a mail. Its texts have been cleaned: the database takes them.
 */
export interface Notice {
  trigger: Trigger;
  /** What the caller calls the property. */
  propertyName: string | null;
  detail: string | null;
}

/** A notice, and the push that it is about. */
export interface PushNotice extends Notice {
  requestId: string;
  receivedAt: Date;
  roomId: string | null;
  ratePlanId: string | null;
}
