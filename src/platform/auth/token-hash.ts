import { hash, randomBytes } from 'node:crypto';

/** Returns the value of a new access token. It never begins with a dash: a command line would take it for an option. */
export function newTokenValue(): string {
  const value = randomBytes(32).toString('base64url');
  return value.startsWith('-') ? newTokenValue() : value;
}

/** The hash of an access token, for storage and for look-ups. */
export function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
