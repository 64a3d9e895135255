import type { AuthenticatedToken } from '../auth/access-token.service';
import type { RatePlanId, RoomId } from '../database/id';
import type { Problem } from '../notification/notification.service';

export type Operation = 'updateCalendarInventory' | 'updateCalendarPrices' | 'roomEditChannelManager';

/** How a call ended. The first three are what the caller expects; `refused` and `failed` are 4xx and 5xx. */
export type Outcome = 'applied' | 'emptyList' | 'roomMissing' | 'ratePlanMissing' | 'refused' | 'failed';

/** One call of the channel manager, from its arrival to its answer. */
export interface Push {
  /** The request id, a UUID v7: in the answer's `X-Request-Id`, the journal, every log line and e-mail. */
  readonly id: string;
  readonly operation: Operation;
  readonly receivedAt: Date;
  /** Null where the call needs none: ROOM_EDIT_AUTHENTICATION=none, and the demo data. */
  readonly token: AuthenticatedToken | null;
  readonly roomId: RoomId;
  readonly ratePlanId: RatePlanId | null;
}

/** What an e-mail about a push needs to say. */
export function problemOf(
  { id, receivedAt, roomId, ratePlanId }: Push,
  propertyName: string | null,
): Problem {
  return { requestId: id, occurredAt: receivedAt, roomId, ratePlanId, propertyName };
}
