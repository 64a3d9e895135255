import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config';
import type { Attempt } from '../../platform/http/attempt';
import type { FailedCall } from './failed-call.repository';
import { receivedAt } from '../journal/request-id';

/** Each attempt has at most two digests, and takes about 200 bytes for each, whatever its size. */
const MAX_REMEMBERED = 40_000;
/**
 * The maximum number of attempts with the same content: one call is tried three times, but several calls may
 * fail together.
 */
const MAX_ATTEMPTS = 30;

/**
 * Remembers, as digests, the calls that failed for their callers on this instance, for LATE_ARRIVAL_SECONDS.
 * Above 20,000 attempts it forgets the oldest ones: a later attempt at one of these counts as a new call.
 */
@Injectable()
export class FailedCalls {
  /** Failed calls by digest, in the order of their failure. */
  private readonly calls = new Map<string, FailedCall[]>();
  /** The number of attempts under all digests. */
  private remembered = 0;
  private readonly windowMs: number;

  constructor(@Inject(CONFIG) config: Config) {
    this.windowMs = config.LATE_ARRIVAL_SECONDS * 1_000;
  }

  get isOn(): boolean {
    return this.windowMs > 0;
  }

  /** Returns the start of the window: a failure before it cannot have led to this call. */
  windowStart(requestId: string): Date {
    return new Date(receivedAt(requestId).getTime() - this.windowMs);
  }

  /**
   * Returns the attempts that this one may repeat, oldest first: they failed inside the window and before
   * this one arrived.
   */
  find(attempt: Attempt): FailedCall[] {
    const start = this.windowStart(attempt.id);
    this.forgetOldest(start);
    // Usually nothing has failed, and the digest is not needed.
    if (this.calls.size === 0) return [];
    const failed = new Set(attempt.digests.flatMap((digest) => this.calls.get(digest) ?? []));
    return [...failed]
      .filter((call) => call.failedAt >= start && hasFailedBefore(call, attempt))
      .sort(oldestFirst);
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

  /** Forgets the call of a successful attempt: nobody retries it, so the same content again is a new call. */
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

/** Whether an attempt failed before another one came, which may therefore repeat it. */
export function hasFailedBefore({ failedAt }: FailedCall, { id }: Pick<FailedCall, 'id'>): boolean {
  return failedAt <= receivedAt(id);
}

/**
 * Counts later attempts as attempts at the call of an earlier one. They failed before they could search the journal, so
 * each is still a call of its own.
 */
export function joinLaterAttempts(earlier: FailedCall, attempts: readonly FailedCall[]): void {
  for (const attempt of attempts) {
    const isOwnCall = attempt.originalRequestId === attempt.id;
    if (isOwnCall && hasFailedBefore(earlier, attempt)) attempt.originalRequestId = earlier.originalRequestId;
  }
}

export function oldestFirst(one: FailedCall, other: FailedCall): number {
  return one.id < other.id ? -1 : 1;
}
