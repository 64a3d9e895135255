import { ForbiddenException } from '@nestjs/common';
import { quote } from '../platform/http/quote';
import type { AuthenticatedToken } from '../platform/http/request-context';
import type { Hotel } from './message';

/** A token that is limited to other properties. */
export class ForeignHotelError extends ForbiddenException {
  constructor(readonly hotelCode: string) {
    super(`The access token is not for hotel ${quote(hotelCode)}`);
  }
}

/** Returns why a token must not be used for a hotel. The answer is the same for a hotel that does not exist. */
export function refusalOfToken(
  token: AuthenticatedToken | null,
  hotelCode: string,
  hotel: Hotel | undefined,
): Error | undefined {
  const { propertyNames = null } = token ?? {};
  if (!propertyNames) return undefined;
  const isAllowed = ({ propertyName }: Hotel['rooms'][number]) =>
    propertyName !== null && propertyNames.includes(propertyName);
  if (hotel?.rooms.every(isAllowed)) return undefined;
  return new ForeignHotelError(hotelCode);
}
