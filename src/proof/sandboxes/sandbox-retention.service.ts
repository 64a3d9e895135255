import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { tryLock } from '../../platform/database/advisory-lock';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { SandboxDeletionRepository } from './sandbox-deletion.repository';
import { SandboxRepository } from './sandbox.repository';

const INTERVAL_MS = 60_000;

/** Deletes expired sandboxes, once a minute and on one instance at a time. */
@Injectable()
export class SandboxRetentionService {
  private readonly logger = new Logger(SandboxRetentionService.name);

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly repository: SandboxRepository,
    private readonly deletion: SandboxDeletionRepository,
  ) {}

  /** Each sandbox is deleted in a transaction that holds the lock of this job. @returns the number of deleted sandboxes */
  @Interval(INTERVAL_MS)
  async deleteExpired(): Promise<number> {
    let deleted = 0;
    try {
      while (await this.transactions.runOnce((manager) => this.deleteNext(manager))) deleted++;
    } catch (error) {
      this.logger.warn(`Deletion of expired sandboxes is retried in a minute: ${String(error)}`);
    }
    if (deleted > 0) this.logger.log(`${deleted} expired sandboxes were deleted`);
    return deleted;
  }

  private async deleteNext(manager: Parameters<SandboxRepository['findExpired']>[0]): Promise<boolean> {
    if (!(await tryLock(manager, 'sandboxes'))) return false;
    const [id] = await this.repository.findExpired(manager);
    const sandbox = id && (await this.repository.find(manager, id));
    if (!sandbox) return false;
    await this.deletion.delete(manager, sandbox);
    return true;
  }
}
