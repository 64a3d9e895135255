import type {
  BeforeApplicationShutdown,
  OnApplicationBootstrap,
  OnApplicationShutdown,
} from '@nestjs/common';
import { Inject, Injectable, Logger, UnauthorizedException } from '@nestjs/common';
import { Poller } from '../../notification/poller';
import { isRetryable } from '../../platform/database/retryable-error';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { UndoStepService } from './undo-step.service';
import type { UndoTiming } from './undo.timing';
import { UNDO_TIMING } from './undo.timing';
import { UndoRepository } from './undo.repository';

/** The number of days for which the progress of a finished undo can be read. */
const KEPT_DAYS = 30;

/**
 * Runs undos room by room, and resumes those that a shutdown or an outage of the database interrupted.
 * Several instances may run one undo: each step takes effect once.
 */
@Injectable()
export class UndoWorker implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger(UndoWorker.name);
  private readonly running = new Map<string, Promise<void>>();
  private readonly poller: Poller;

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly undos: UndoRepository,
    private readonly steps: UndoStepService,
    @Inject(UNDO_TIMING) private readonly timing: UndoTiming,
  ) {
    this.poller = new Poller(transactions, this.logger, timing.pollMs);
  }

  onApplicationBootstrap(): void {
    this.poller.start(() => this.resume());
  }

  beforeApplicationShutdown(): void {
    this.poller.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled([this.poller.finish(), ...this.running.values()]);
  }

  /**
   * Resolves when the undo is finished or this instance stops.
   * @throws the error that stops the undo; after a retryable one the undo is resumed later
   */
  run(id: string): Promise<void> {
    const running = this.running.get(id);
    if (running) return running;
    const run = this.carryOut(id).finally(() => this.running.delete(id));
    this.running.set(id, run);
    return run;
  }

  private async carryOut(id: string): Promise<void> {
    const request = await this.transactions.read((manager) => this.undos.findRequest(manager, id));
    if (!request) return;
    try {
      while (!this.poller.isStopping) {
        const roomId = await this.transactions.read((manager) => this.undos.findNextRoom(manager, id));
        if (!roomId) break;
        await (request.isDryRun ? this.steps.dryRun(request, roomId) : this.steps.carryOut(request, roomId));
      }
      if (!this.poller.isStopping) await this.finish(id, null);
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

  /** Resumes undos that no instance has continued for a while. @returns false: the next look is after a pause */
  private async resume(): Promise<boolean> {
    const abandoned = await this.poller.persist('find interrupted undos', async (manager) => {
      await this.undos.deleteFinished(manager, KEPT_DAYS);
      return this.undos.findAbandoned(manager, this.timing.abandonedAfterMs);
    });
    for (const id of abandoned ?? []) {
      if (this.running.has(id)) continue;
      this.logger.log(`Undo ${id} is resumed`);
      // A failure is logged by the run, and the next poll finds the undo again.
      this.run(id).catch(() => undefined);
    }
    return false;
  }
}
