import type { Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { TransactionRunner, Work } from '../platform/database/transaction-runner';

/**
 * Repeats work on the database until it is stopped: at once while there is more to do, and else after a pause, which
 * ends early when the poller is woken.
 */
export class Poller {
  private isStopping = false;
  private isWoken = false;
  private pausing = new AbortController();
  private loop: Promise<void> = Promise.resolve();

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly logger: Logger,
    private readonly pauseMs: number,
  ) {}

  /** @param work tells whether there may be more to do */
  start(work: () => Promise<boolean>): void {
    this.loop = this.run(work);
  }

  /** Tells that there is something to do. */
  wake(): void {
    this.isWoken = true;
    this.pausing.abort();
  }

  /** Lets the work in progress be the last. */
  stop(): void {
    this.isStopping = true;
    this.pausing.abort();
  }

  /** Resolves when the last work is done. */
  async finish(): Promise<void> {
    await this.loop;
  }

  /**
   * Does it again until it succeeds, except while stopping. Without the database there is nothing else to do,
   * and a mail whose outcome is not written would be sent again.
   */
  async persist<T>(what: string, work: Work<T>): Promise<T | undefined> {
    for (let failures = 0; ; failures++) {
      try {
        const result = await this.transactions.runOnce(work);
        if (failures > 0) this.logger.log(`Could ${what} at last`);
        return result;
      } catch (error) {
        if (failures === 0) this.logger.error(`Could not ${what}, will go on trying: ${String(error)}`);
        if (this.isStopping) return undefined;
        await this.pause();
      }
    }
  }

  private async run(work: () => Promise<boolean>): Promise<void> {
    while (!this.isStopping) if (!(await work())) await this.pause();
  }

  private async pause(): Promise<void> {
    if (!this.isWoken && !this.isStopping) {
      this.pausing = new AbortController();
      await delay(this.pauseMs, undefined, { signal: this.pausing.signal }).catch(() => undefined);
    }
    this.isWoken = false;
  }
}
