import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { PUSH_OPERATIONS } from '../../push/operations';
import type { DatabaseFigures } from './database-figures.repository';
import { DatabaseFiguresRepository } from './database-figures.repository';

/** In milliseconds. Scrapes that come closer together, as of several Prometheus servers, share what was read. */
export const FIGURES_KEPT_MS = Symbol('FIGURES_KEPT_MS');
export const DEFAULT_FIGURES_KEPT_MS = 5_000;
/** Less than any scrape waits for its answer: a slow database must not cost the figures of this process as well. */
const MAX_WAIT_MS = 1_000;

/**
 * Knows the figures that are read from the database: seldom, over one connection at most, and without a scrape ever
 * failing for it. While the database does not answer, what it said last goes on being told, beside `isUp`.
 */
@Injectable()
export class DatabaseFiguresService {
  /** Undefined until the database has answered once. */
  latest?: DatabaseFigures;
  /** Whether the last attempt to read succeeded, within the time that a scrape waits. */
  isUp = false;
  private readAt = -Infinity;
  private reading?: Promise<void>;

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly repository: DatabaseFiguresRepository,
    @Inject(FIGURES_KEPT_MS) private readonly keptMs: number,
  ) {}

  /** Reads anew where that was long ago, and waits for it, but not for long. */
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
      this.latest = await this.transactions.read((manager) => this.repository.read(manager, PUSH_OPERATIONS));
      this.isUp = true;
    } catch {
      // `isUp` tells of it; the causes are in the log with the calls that failed for them.
      this.isUp = false;
    }
    this.readAt = performance.now();
  }
}
