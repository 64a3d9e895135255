import { invalid } from '../http/problem';
import type { AuthenticatedToken } from '../http/request-context';

/**
 * Checks the expiry of a new token: a token never outlives the one that it is made with. It uses the time of the
 * machine, like every check of a token.
 * @param expiry null for a token that never expires
 * @throws ProblemException 400
 */
export function assertExpiry(expiry: Date | null, creator: AuthenticatedToken | null): void {
  const latest = creator?.expiresAt ?? null;
  if (expiry && expiry.getTime() <= Date.now()) throw refusal('must be in the future');
  if (latest && (!expiry || expiry > latest))
    throw refusal(
      `must not be later than ${latest.toISOString()}, when the token that it is made with expires`,
    );
}

function refusal(message: string) {
  return invalid([{ pointer: '/expiresAt', message }]);
}
