import type { RoomId } from '../platform/database/id';
import type { JournaledCall } from './journal/journaled-call';

/** One call of a channel manager's operation, which is always for one room. */
export type Push = JournaledCall & { readonly roomId: RoomId };
