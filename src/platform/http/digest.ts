import { createHash } from 'node:crypto';

/** 132 bits of the digest, in base64. */
export const DIGEST_LENGTH = 22;

/** Returns a short digest of JSON. The order of the fields of objects does not count. */
export function digestOf(json: object): string {
  const text = JSON.stringify(json, inOrder);
  return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);
}

/** Sorts the fields of objects: their order does not depend on the statement that read them. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
