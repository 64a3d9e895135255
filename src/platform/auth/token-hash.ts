import { hash } from 'node:crypto';

/** The hash of an access token, for storage and for look-ups. */
export function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
