import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';
import type { Attempt } from '../http/attempt';
import { receivedAt } from '../journal/request-id';

/** A call has at most two digests, of some 200 bytes each with all that they need, whatever was sent. */
const MAX_DIGESTS = 40_000;

/** A call that has failed for its caller, who may therefore try it again. */
export interface FailedCall {
  /** The request id of its first attempt, whose place in the order all others take. */
  first: string;
  /** When its latest attempt failed. */
  failedAt: Date;
}

/**
 * Remembers for LATE_ARRIVAL_SECONDS, as digests, which calls have failed for their callers on this instance. Of more
 * than 20,000 the oldest are forgotten: another attempt at one of those counts as a new call.
 */
@Injectable()
export class FailedCalls {
  /** By digest, in the order in which they failed. */
  private readonly calls = new Map<string, FailedCall>();
  private readonly windowMs: number;

  constructor(@Inject(CONFIG) config: Config) {
    this.windowMs = config.LATE_ARRIVAL_SECONDS * 1_000;
  }

  get isOn(): boolean {
    return this.windowMs > 0;
  }

  /** Before this moment, the call cannot have failed that the one with this request id repeats. */
  windowStart(requestId: string): Date {
    return new Date(receivedAt(requestId).getTime() - this.windowMs);
  }

  /** The call that this is another attempt at: one that had failed before this one came, and not too long before. */
  find(attempt: Attempt): FailedCall | undefined {
    const [start, end] = [this.windowStart(attempt.id), receivedAt(attempt.id)];
    this.forgetOldest(start);
    // The usual case: nothing has failed, and no digest need be made.
    if (this.calls.size === 0) return undefined;
    const found = attempt.digests.flatMap((digest) => this.calls.get(digest) ?? []);
    return found.find(({ failedAt }) => failedAt >= start && failedAt <= end);
  }

  /** Remembers an attempt that has failed. Of two calls with the same digest, the place of the later one counts. */
  remember(attempt: Attempt): void {
    const { failedAt, digests } = attempt;
    if (!failedAt) return;
    // Of one that was shed, nobody has asked yet whether it is a repeat.
    const first = attempt.content ? attempt.first : (this.find(attempt)?.first ?? attempt.first);
    this.forgetOldest(new Date(failedAt.getTime() - this.windowMs));
    for (const digest of digests) {
      const other = this.calls.get(digest);
      this.calls.delete(digest);
      this.calls.set(digest, { first: other && other.first > first ? other.first : first, failedAt });
    }
  }

  /** Forgets the call of an attempt that has succeeded: nobody tries it again, and the same once more is a new one. */
  forget({ first, digests }: Attempt): void {
    for (const digest of digests) if (this.calls.get(digest)?.first === first) this.calls.delete(digest);
  }

  private forgetOldest(before: Date): void {
    for (const [digest, { failedAt }] of this.calls) {
      if (failedAt >= before && this.calls.size <= MAX_DIGESTS) return;
      this.calls.delete(digest);
    }
  }
}
