import type { Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { TransactionRunner, Work } from '../platform/database/transaction-runner';

/**
 * Repeats database work until it is stopped. It continues immediately while there is more to do, and otherwise pauses.
 * A call of `wake` ends the pause.
 */
export class Poller {
  private stopped = false;
  private isWoken = false;
  private pausing = new AbortController();
  private loop: Promise<void> = Promise.resolve();

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly logger: Logger,
    private readonly pauseMs: number,
  ) {}

  /** @param work resolves to whether there may be more to do */
  start(work: () => Promise<boolean>): void {
    this.loop = this.run(work);
  }

  /** Ends the pause, because there is something to do. */
  wake(): void {
    this.isWoken = true;
    this.pausing.abort();
  }

  /** Whether no further work begins. */
  get isStopping(): boolean {
    return this.stopped;
  }

  /** Stops after the current work. */
  stop(): void {
    this.stopped = true;
    this.pausing.abort();
  }

  /** Resolves when the last work has ended. */
  async finish(): Promise<void> {
    await this.loop;
  }

  /**
   * Retries until the work succeeds or the poller stops. Without the database there is nothing else to do, and a mail
   * with an unrecorded outcome would be sent again.
   */
  async persist<T>(what: string, work: Work<T>): Promise<T | undefined> {
    for (let failures = 0; ; failures++) {
      try {
        const result = await this.transactions.runOnce(work);
        if (failures > 0) this.logger.log(`The retry succeeded: ${what}`);
        return result;
      } catch (error) {
        if (failures === 0)
          this.logger.error(`Could not ${what}. The service keeps trying: ${String(error)}`);
        if (this.stopped) return undefined;
        await this.pause();
      }
    }
  }

  private async run(work: () => Promise<boolean>): Promise<void> {
    while (!this.stopped) if (!(await work())) await this.pause();
  }

  private async pause(): Promise<void> {
    if (!this.isWoken && !this.stopped) {
      this.pausing = new AbortController();
      await delay(this.pauseMs, undefined, { signal: this.pausing.signal }).catch(() => undefined);
    }
    this.isWoken = false;
  }
}
