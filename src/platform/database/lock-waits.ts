import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';
import { ConnectionQueue } from './connection-queue';

/** Longer than a small push of another instance holds its room. */
const FIRST_TIMEOUT_MS = 50;
const MAX_TIMEOUT_MS = 500;
const MIN_TIMEOUT_MS = 25;

/**
 * Bounds how many connections wait for locks. A transaction waits briefly at first. In vain, it gives its connection
 * back, and takes turns with others like it in a quarter of the connections: whoever needs no such lock finds one free,
 * however many wait for the rooms of one large tree of rate plans.
 */
@Injectable()
export class LockWaits {
  private readonly connections: ConnectionQueue;

  constructor(@Inject(CONFIG) config: Config) {
    this.connections = new ConnectionQueue(quarterOf(config.DATABASE_POOL_SIZE));
  }

  /**
   * Runs an attempt at a transaction.
   * @param hasTimedOut whether an earlier one has waited for a lock in vain
   * @param attempt is told how long it may wait for each lock
   */
  async run<T>(hasTimedOut: boolean, attempt: (lockTimeoutMs: number) => Promise<T>): Promise<T> {
    if (!hasTimedOut) return attempt(FIRST_TIMEOUT_MS);
    // The more are waiting for a turn, the shorter is each: a lock that is free is soon noticed.
    return this.connections.run(new Date(), () =>
      attempt(Math.max(MIN_TIMEOUT_MS, MAX_TIMEOUT_MS / (1 + this.connections.length))),
    );
  }
}

/** Of the connections, as many as may wait for locks. */
export function quarterOf(poolSize: number): number {
  return Math.max(1, Math.floor(poolSize / 4));
}
