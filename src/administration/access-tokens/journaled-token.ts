import type { AccessToken } from '../../platform/auth/access-token.entity';

type Told = Pick<AccessToken, 'id' | 'name' | 'scopes' | 'propertyNames' | 'expiresAt'>;

/** What the journal tells of a token that is created or revoked: never its value, nor a hash of it. */
export function journaledToken({ id, name, scopes, propertyNames, expiresAt }: Told): object {
  return { id, name, scopes, propertyNames, expiresAt: expiresAt?.toISOString() ?? null };
}
