import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config';
import type { Attempt } from '../platform/http/attempt';
import type { FailedCall } from './repeat.repository';
import { receivedAt } from './journal/request-id';

/** Each attempt is under at most two digests, and takes some 200 bytes under each, whatever was sent. */
const MAX_REMEMBERED = 40_000;
/** With the same content: at one call, which is tried three times, or at several that failed side by side. */
const MAX_ATTEMPTS = 30;

/**
 * Remembers for LATE_ARRIVAL_SECONDS, as digests, which calls have failed for their callers on this instance. Of more
 * than 20,000 attempts the oldest are forgotten: another attempt at one of those counts as a new call.
 */
@Injectable()
export class FailedCalls {
  /** By digest, in the order in which they failed. */
  private readonly calls = new Map<string, FailedCall[]>();
  /** Attempts under all digests together. */
  private remembered = 0;
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

  /** The attempts that this one may repeat, the oldest first: each failed before this one came, and not too long ago. */
  find(attempt: Attempt): FailedCall[] {
    const start = this.windowStart(attempt.id);
    this.forgetOldest(start);
    // The usual case: nothing has failed, and no digest need be made.
    if (this.calls.size === 0) return [];
    const end = receivedAt(attempt.id);
    const failed = new Set(attempt.digests.flatMap((digest) => this.calls.get(digest) ?? []));
    return [...failed].filter(({ failedAt }) => failedAt >= start && failedAt <= end).sort(oldestFirst);
  }

  remember(attempt: Attempt): void {
    const { id, originalRequestId, failedAt, digests } = attempt;
    if (!failedAt) return;
    const failed = { id, originalRequestId, failedAt };
    this.forgetOldest(new Date(failedAt.getTime() - this.windowMs));
    for (const digest of digests) {
      const twins = (this.calls.get(digest) ?? []).filter(
        (call) => call.originalRequestId !== originalRequestId,
      );
      this.set(digest, []);
      this.set(digest, [...twins, failed].slice(-MAX_ATTEMPTS));
    }
  }

  /** Forgets the call of an attempt that has succeeded: nobody tries it again, and the same once more is a new one. */
  forget({ originalRequestId, digests }: Attempt): void {
    for (const digest of digests) {
      this.set(
        digest,
        (this.calls.get(digest) ?? []).filter((call) => call.originalRequestId !== originalRequestId),
      );
    }
  }

  private set(digest: string, calls: FailedCall[]): void {
    this.remembered += calls.length - (this.calls.get(digest)?.length ?? 0);
    if (calls.length > 0) this.calls.set(digest, calls);
    else this.calls.delete(digest);
  }

  private forgetOldest(before: Date): void {
    for (const [digest, calls] of this.calls) {
      const isOver = calls.every(({ failedAt }) => failedAt < before);
      if (!isOver && this.remembered <= MAX_REMEMBERED) return;
      this.set(digest, []);
    }
  }
}

export function oldestFirst(one: FailedCall, other: FailedCall): number {
  return one.id < other.id ? -1 : 1;
}
