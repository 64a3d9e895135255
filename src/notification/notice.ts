/** The setting that contains the recipient of each trigger. */
export const RECIPIENT_SETTINGS = {
  emptyInventoryList: 'MAIL_PLATFORM_CONTACT',
  inventoryRoomMissing: 'MAIL_CHANNEL_MANAGER_SUPPORT',
  emptyPriceList: 'MAIL_INTERNAL',
  priceRoomMissing: 'MAIL_CHANNEL_MANAGER_SUPPORT',
  messageRefused: 'MAIL_INTERNAL',
  emptyRestrictionList: 'MAIL_INTERNAL',
  restrictionRoomMissing: 'MAIL_CHANNEL_MANAGER_SUPPORT',
  // The contract does not define the remaining recipients. These mails stay inside the platform, which may have caused
  // the problem and can investigate.
  ratePlanMissing: 'MAIL_INTERNAL',
  refused: 'MAIL_INTERNAL',
  pricesHeld: 'MAIL_INTERNAL',
  overbooked: 'MAIL_PLATFORM_CONTACT',
  roomSilent: 'MAIL_PLATFORM_CONTACT',
} as const;

/** The problems that cause an e-mail. */
export type Trigger = keyof typeof RECIPIENT_SETTINGS;
export const TRIGGERS = Object.keys(RECIPIENT_SETTINGS) as Trigger[];

/**
 * The e-mail that a push causes, without the data that its journal entry already has. The entry stores the notice
 * (`journal_entry.notice`) until it is relayed to a mail. Its texts are already cleaned for the database.
 */
export interface Notice {
  trigger: Trigger;
  /** The caller's word or code for the property; of a silent property, its name on the platform. */
  propertyName: string | null;
  detail: string | null;
}

export interface PushNotice extends Notice {
  requestId: string;
  receivedAt: Date;
  roomId: string | null;
  ratePlanId: string | null;
}
