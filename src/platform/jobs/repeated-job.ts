import type {
  BeforeApplicationShutdown,
  OnApplicationBootstrap,
  OnApplicationShutdown,
} from '@nestjs/common';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';

/**
 * A job that each instance repeats at an interval, from its start to its shutdown. It continues immediately while there is
 * more to do. An instance never runs it twice at a time.
 */
@Injectable()
export abstract class RepeatedJob
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  protected readonly logger = new Logger(this.constructor.name);
  protected readonly stopping = new AbortController();
  @Inject(SchedulerRegistry) private readonly registry!: SchedulerRegistry;
  private running: Promise<void> | undefined;
  private isWoken = false;
  private hasFailed = false;

  constructor(private readonly intervalMs: number) {}

  /** Does a part of the job. After an error, the next part follows at the next interval. @returns whether more is left */
  protected abstract runPart(): Promise<boolean>;

  protected get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** The registry ends the interval at the shutdown. */
  onApplicationBootstrap(): void {
    const timer = setInterval(() => void this.wake(), this.intervalMs);
    this.registry.addInterval(this.constructor.name, timer);
  }

  /** Begins no further part. The current one continues while HTTP closes. */
  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** Nest waits for this before it closes the DataSource, which belongs to a global module: Nest stops those last. */
  async onApplicationShutdown(): Promise<void> {
    await this.running;
  }

  /** Runs the job now, or again after the current part. Resolves when nothing is left to do. */
  wake(): Promise<void> {
    this.isWoken = true;
    return (this.running ??= this.run());
  }

  /** Logs the first failure of an outage. */
  protected reportFailure(error: unknown): void {
    if (!this.hasFailed) this.logger.error(`The job fails. The service keeps trying: ${String(error)}`);
    this.hasFailed = true;
  }

  private async run(): Promise<void> {
    while (this.isWoken && !this.isStopping) {
      this.isWoken = false;
      try {
        if (await this.runPart()) this.isWoken = true;
        if (this.hasFailed) this.logger.log('The job succeeds again');
        this.hasFailed = false;
      } catch (error) {
        this.reportFailure(error);
      }
    }
    this.running = undefined;
  }
}
