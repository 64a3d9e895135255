import { hash } from 'node:crypto';

/** What is stored of an access token, and what it is looked up by. */
export function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
