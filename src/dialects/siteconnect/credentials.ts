import type { IncomingHttpHeaders } from 'node:http';

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;

/**
 * Returns the password of `Authorization: Basic`, which is an access token. The user name may be any.
 * @returns undefined if the header is missing or has another scheme
 */
export function basicPassword({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  const [, encoded] = BASIC.exec(authorization) ?? [];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? undefined : decoded.slice(colon + 1);
}
