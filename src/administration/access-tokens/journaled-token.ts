import type { AccessToken } from '../../platform/auth/access-token.entity';

type JournaledFields = Pick<AccessToken, 'id' | 'name' | 'scopes' | 'propertyNames' | 'expiresAt'>;

/** Returns the fields of a token that the journal records: never its value nor its hash. */
export function journaledToken({ id, name, scopes, propertyNames, expiresAt }: JournaledFields): object {
  return { id, name, scopes, propertyNames, expiresAt: expiresAt?.toISOString() ?? null };
}
