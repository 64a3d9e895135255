import { Injectable } from '@nestjs/common';
import { RepeatedJob } from '../../platform/jobs/repeated-job';
import { RetentionJob } from '../../platform/jobs/retention.job';
import { SandboxDeletionRepository } from './sandbox-deletion.repository';

const INTERVAL_MS = 60_000;

/** Deletes expired sandboxes every minute, because people who test a sender look at the page meanwhile. */
@Injectable()
export class SandboxExpiryJob extends RepeatedJob {
  constructor(
    private readonly retention: RetentionJob,
    private readonly sandboxes: SandboxDeletionRepository,
  ) {
    super(INTERVAL_MS);
  }

  protected async runPart(): Promise<boolean> {
    await this.retention.deleteExpired(this.sandboxes);
    return false;
  }
}
