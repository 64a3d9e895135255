import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { PUSH_OPERATIONS } from '../../push/operations';
import type { DatabaseFigures } from './database-figures.repository';
import { DatabaseFiguresRepository } from './database-figures.repository';

/**
 * In milliseconds. Scrapes at shorter intervals, for example by several Prometheus servers, share one
 * reading.
 */
export const FIGURES_KEPT_MS = Symbol('FIGURES_KEPT_MS');
export const DEFAULT_FIGURES_KEPT_MS = 5_000;
/** Shorter than the timeout of any scrape: a slow database must not hide the figures of this process. */
const MAX_WAIT_MS = 1_000;

/**
 * Caches the figures that come from the database. It reads them seldom, over at most one connection, and
 * never fails a scrape.
 * While the database does not answer or takes no writes, the last figures stay, and `isUp` is false.
 */
@Injectable()
export class DatabaseFiguresService {
  /** Undefined until the database has answered once. */
  latest?: DatabaseFigures;
  /** Whether the database answered within the time that a scrape waits, and takes writes. */
  isUp = false;
  private readAt = -Infinity;
  private reading?: Promise<void>;

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly repository: DatabaseFiguresRepository,
    @Inject(FIGURES_KEPT_MS) private readonly keptMs: number,
  ) {}

  /** Reads the figures again if they are old, and waits for them for a short time. */
  async refresh(): Promise<void> {
    if (performance.now() - this.readAt < this.keptMs) return;
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    const giveUp = new AbortController();
    const timeout = delay(MAX_WAIT_MS, undefined, { signal: giveUp.signal })
      .then(() => void (this.isUp = false))
      .catch(() => undefined);
    await Promise.race([this.reading, timeout]);
    giveUp.abort();
  }

  private async read(): Promise<void> {
    try {
      await this.transactions.ping();
      this.latest = await this.transactions.read((manager) => this.repository.read(manager, PUSH_OPERATIONS));
      this.isUp = true;
    } catch {
      // `isUp` reports the failure. The log has the causes, with the calls that failed because of them.
      this.isUp = false;
    }
    this.readAt = performance.now();
  }
}
