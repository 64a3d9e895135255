import { Inject, Injectable, UnauthorizedException } from '@nestjs/common';
import { isRetryable } from '../../platform/database/retryable-error';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { RepeatedJob } from '../../platform/jobs/repeated-job';
import { UndoStepService } from './undo-step.service';
import type { UndoTiming } from './undo.timing';
import { UNDO_TIMING } from './undo.timing';
import { UndoRepository } from './undo.repository';

/**
 * Runs undos room by room, and resumes those that a shutdown or an outage of the database interrupted.
 * Several instances may run one undo: each step takes effect once.
 */
@Injectable()
export class UndoWorker extends RepeatedJob {
  private readonly undosInProgress = new Map<string, Promise<void>>();

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly undos: UndoRepository,
    private readonly steps: UndoStepService,
    @Inject(UNDO_TIMING) private readonly timing: UndoTiming,
  ) {
    super(timing.pollMs);
  }

  override async onApplicationShutdown(): Promise<void> {
    await super.onApplicationShutdown();
    await Promise.allSettled(this.undosInProgress.values());
  }

  /**
   * Resolves when the undo is finished or this instance stops.
   * @throws the error that stops the undo; after a retryable one the undo is resumed later
   */
  undo(id: string): Promise<void> {
    const inProgress = this.undosInProgress.get(id);
    if (inProgress) return inProgress;
    const undo = this.carryOut(id).finally(() => this.undosInProgress.delete(id));
    this.undosInProgress.set(id, undo);
    return undo;
  }

  private async carryOut(id: string): Promise<void> {
    const request = await this.transactions.read((manager) => this.undos.findRequest(manager, id));
    if (!request) return;
    try {
      while (!this.isStopping) {
        const roomId = await this.transactions.read((manager) => this.undos.findNextRoom(manager, id));
        if (!roomId) break;
        await (request.isDryRun ? this.steps.dryRun(request, roomId) : this.steps.carryOut(request, roomId));
      }
      if (!this.isStopping) await this.finish(id, null);
    } catch (error) {
      if (isRetryable(error)) {
        this.logger.warn(`Undo ${id} is resumed later: ${String(error)}`);
      } else {
        this.logger.error({ msg: `Undo ${id} has failed`, err: error as Error });
        const isRefused = error instanceof UnauthorizedException;
        await this.finish(id, isRefused ? error.message : `Internal error, request ${id}`);
      }
      throw error;
    }
  }

  private finish(id: string, problem: string | null): Promise<void> {
    return this.transactions.run((manager) => this.undos.finish(manager, id, problem));
  }

  /** Resumes undos that no instance has continued for a while. */
  protected async runPart(): Promise<boolean> {
    const abandoned = await this.transactions.runOnce((manager) =>
      this.undos.findAbandoned(manager, this.timing.abandonedAfterMs),
    );
    for (const id of abandoned) {
      if (this.undosInProgress.has(id)) continue;
      this.logger.log(`Undo ${id} is resumed`);
      // A failure is logged by the run, and the next poll finds the undo again.
      this.undo(id).catch(() => undefined);
    }
    return false;
  }
}
