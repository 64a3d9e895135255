import type { IncomingHttpHeaders } from 'node:http';
import { credentialsOf } from '../../platform/http/credentials';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Returns the password of `Authorization: Basic`, which is an access token. Every user name is accepted.
 * @returns undefined if the header is missing or has another scheme
 */
export function basicPassword(headers: IncomingHttpHeaders): string | undefined {
  const { scheme, value } = credentialsOf(headers);
  if (scheme !== 'basic' || !BASE64.test(value)) return undefined;
  const decoded = Buffer.from(value, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? undefined : decoded.slice(colon + 1);
}
