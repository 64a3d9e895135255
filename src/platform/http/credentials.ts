import type { IncomingHttpHeaders } from 'node:http';

/** The credentials of a call: `Authorization: <scheme> <value>`. Both are empty if the header is missing or malformed. */
export interface Credentials {
  /** in lower case, because its case has no meaning */
  scheme: string;
  value: string;
}

/** The scheme, one or more spaces, and the value: RFC 9110, section 11.4. */
const AUTHORIZATION = /^(\S+) +(\S+) *$/;

/** The only reader of the Authorization header. */
export function credentialsOf({ authorization = '' }: IncomingHttpHeaders): Credentials {
  const [, scheme = '', value = ''] = AUTHORIZATION.exec(authorization) ?? [];
  return { scheme: scheme.toLowerCase(), value };
}
