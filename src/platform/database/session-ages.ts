import type { ClientBase } from 'pg';

const begins = new WeakMap<object, number>();

/** Records that a session with the database begins, as `performance.now()`. */
export function recordBegin(client: ClientBase): void {
  begins.set(client, performance.now());
}

/** When a session began. */
export function beganAt(client: object): number {
  return begins.get(client) ?? -Infinity;
}
