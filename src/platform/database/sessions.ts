import type { ClientBase } from 'pg';

const begins = new WeakMap<object, number>();

/**
 * Records when a session with the database begins, and lets the process outlive the errors of its connection. pg emits
 * an error that no statement waits for as an event, and an unhandled event ends the process. The pool listens while a
 * connection is idle, and TypeORM listens while it is in use. Neither listens if the server ends the connection in the
 * same message with which it becomes ready. The next use of the connection fails, and the work is retried on another
 * one.
 */
export function onConnect(client: ClientBase): void {
  client.on('error', () => undefined);
  begins.set(client, performance.now());
}

/** When a session began, as `performance.now()`. */
export function beganAt(client: object): number {
  return begins.get(client) ?? -Infinity;
}
