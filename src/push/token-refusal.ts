import { ForbiddenException } from '@nestjs/common';
import type { RoomId } from '../platform/database/id';
import type { AuthenticatedToken } from '../platform/http/request-context';

/**
 * Returns why a token must not be used for a room. A token of some properties gets the same answer for a room of another
 * property and for a missing room.
 * @param propertyName the property of the room; null if the room has none or is missing
 */
export function tokenRefusal(
  token: AuthenticatedToken | null,
  roomId: RoomId,
  propertyName: string | null,
): ForbiddenException | undefined {
  if (isForProperty(token, propertyName)) return undefined;
  return new ForbiddenException(`The access token is not for room ${roomId}`);
}

/** Whether a token may be used for the rooms of a property. */
export function isForProperty(token: AuthenticatedToken | null, propertyName: string | null): boolean {
  const { propertyNames = null } = token ?? {};
  return !propertyNames || (propertyName !== null && propertyNames.includes(propertyName));
}
