import type {
  BeforeApplicationShutdown,
  OnApplicationBootstrap,
  OnApplicationShutdown,
} from '@nestjs/common';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { MailSender } from './mail.sender';
import type { MailJob, MailTiming } from './mail.queue';
import { MAIL_TIMING, MailQueue } from './mail.queue';

/** How long a mail may still take after HTTP has closed; then it is left for the next attempt. */
const LAST_MAIL_MS = 5000;

/**
 * Owns the sending of queued mails on this instance, one after the other. It is a loop of its own and not
 * pg-boss's `work`, which does not wait until the outcome is written: a database lost at that moment is an
 * unhandled rejection there, and ends the process.
 */
@Injectable()
export class MailWorker implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger(MailWorker.name);
  private readonly stopping = new AbortController();
  private readonly givingUp = new AbortController();
  private loop: Promise<void> = Promise.resolve();

  constructor(
    private readonly queue: MailQueue,
    private readonly sender: MailSender,
    @Inject(MAIL_TIMING) private readonly timing: MailTiming,
  ) {}

  onApplicationBootstrap(): void {
    this.loop = this.run();
  }

  /** Takes no more mails from here on. The one in progress goes on while HTTP closes. */
  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** Nest runs this before it closes the DataSource: that belongs to a global module, and those come last. */
  async onApplicationShutdown(): Promise<void> {
    const timer = setTimeout(() => this.givingUp.abort(), LAST_MAIL_MS);
    await this.loop;
    clearTimeout(timer);
    await this.queue.stop();
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const job = await this.persist('look for mails', () => this.queue.take());
      if (job) await this.handle(job);
      else await this.pause();
    }
  }

  private async handle(job: MailJob): Promise<void> {
    const failure = await this.attempt(job);
    if (failure) await this.persist('put back a mail', () => this.queue.fail(job, failure));
    else await this.persist('note that a mail was sent', () => this.queue.complete(job));
  }

  private async attempt(job: MailJob): Promise<Error | undefined> {
    const about = `The mail ${job.data.trigger} about request ${job.data.problem.requestId}`;
    try {
      const to = await this.sender.send(job.id, job.data, this.givingUp.signal);
      this.logger.log(`${about} was sent to ${to}`);
      return undefined;
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      if (job.retryCount < job.retryLimit)
        this.logger.warn(`${about} is tried again after: ${failure.message}`);
      else this.logger.error(`${about} is given up after: ${failure.message}`);
      return failure;
    }
  }

  /**
   * Does it again until it succeeds, except while stopping. Without the database there is nothing else to do,
   * and a mail whose outcome is not written would be sent again.
   */
  private async persist<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    for (let failures = 0; ; failures++) {
      try {
        const result = await work();
        if (failures > 0) this.logger.log(`Could ${what} at last`);
        return result;
      } catch (error) {
        if (failures === 0) this.logger.error(`Could not ${what}, will go on trying: ${String(error)}`);
        if (this.stopping.signal.aborted) return undefined;
        await this.pause();
      }
    }
  }

  private async pause(): Promise<void> {
    await delay(this.timing.pollMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
