import { Injectable, Logger } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isRetryable } from '../database/retryable-error';
import { TransactionRunner } from '../database/transaction-runner';
import type { AuthenticatedToken } from '../http/request-context';
import type { ValidAccessToken } from './access-token.repository';
import { AccessTokenRepository } from './access-token.repository';
import { hashOf } from './token-hash';
import { TokenLookups } from './token-lookups';

const TOUCH_INTERVAL_MS = 60_000;
/** The maximum number of tokens that a start loads into memory. They take about 5 MB. */
const MAX_REMEMBERED_AT_START = 10_000;
/** The longest time that a scrape of the metrics waits for the look-up of its token. */
const MAX_METRICS_WAIT_MS = 500;

/** Authenticates access tokens. */
@Injectable()
export class AccessTokenService {
  private readonly logger = new Logger(AccessTokenService.name);
  private readonly known = new Map<string, AuthenticatedToken>();
  private readonly touchedAt = new Map<string, number>();
  /** The running look-ups of tokens that are not in memory, by hash. */
  private readonly inFlight = new Map<string, Promise<AuthenticatedToken | undefined>>();

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly repository: AccessTokenRepository,
    private readonly lookups: TokenLookups,
  ) {}

  /**
   * Authenticates a token.
   *
   * The service keeps tokens in memory that were valid once, or when it started. A push therefore does not wait for a
   * look-up, and does not lose its place to a later push while the database is unreachable. The memory only gives a
   * first answer: the journal entry of a push is not written for a token that was revoked meanwhile (see
   * JournalRepository), and every other call looks its token up again (`lookUp`).
   *
   * Once a token is in memory, no call waits any more. Otherwise, later calls would overtake a call that waits.
   * @returns undefined if the token is unknown, revoked or expired
   */
  async authenticate(token: string): Promise<AuthenticatedToken | undefined> {
    const key = hashOf(token).toString('hex');
    const known = this.known.get(key);
    if (known && !isExpired(known)) {
      this.touch(known);
      return known;
    }
    const earlier = this.inFlight.get(key);
    const lookUp = earlier ?? this.lookUp(token).finally(() => this.inFlight.delete(key));
    this.inFlight.set(key, lookUp);
    const found = await lookUp;
    // The token may have been created since the earlier look-up began.
    return found ?? (earlier && this.lookUp(token));
  }

  /** Loads the valid tokens into memory, so that an outage right after the start does not refuse their pushes. */
  async rememberValid(): Promise<void> {
    const tokens = await this.transactions.run((manager) =>
      this.repository.listValid(manager, MAX_REMEMBERED_AT_START),
    );
    for (const token of tokens) this.known.set(token.sha256.toString('hex'), authenticated(token));
  }

  /**
   * Looks a token up for the metrics. The metrics also report an outage of the database, so a token in memory is enough
   * until the database answers.
   */
  async lookUpIfPossible(token: string): Promise<AuthenticatedToken | undefined> {
    const known = this.known.get(hashOf(token).toString('hex'));
    if (!known || isExpired(known)) return this.lookUp(token);
    const lookUp = this.lookUp(token).catch((error: unknown) => {
      if (isRetryable(error)) return known;
      throw error;
    });
    const timeUp = new AbortController();
    const wait = delay(MAX_METRICS_WAIT_MS, known, { signal: timeUp.signal }).catch(() => known);
    const found = await Promise.race([lookUp, wait]);
    timeUp.abort();
    return found;
  }

  /** Authenticates a token against the database instead of the memory. */
  async lookUp(token: string): Promise<AuthenticatedToken | undefined> {
    const sha256 = hashOf(token);
    const key = sha256.toString('hex');
    const stored = await this.lookups.find(sha256);
    if (!stored || !timingSafeEqual(stored.sha256, sha256)) {
      this.known.delete(key);
      return undefined;
    }
    const found = authenticated(stored);
    this.known.set(key, found);
    this.touch(found);
    return found;
  }

  /** Removes a token from memory that is no longer valid. */
  forget(id: string): void {
    for (const [key, token] of this.known) if (token.id === id) this.known.delete(key);
  }

  /** Records that the token is in use, at most once a minute. No call waits for this. */
  private touch({ id }: AuthenticatedToken): void {
    const now = Date.now();
    if (now - (this.touchedAt.get(id) ?? 0) < TOUCH_INTERVAL_MS) return;
    this.touchedAt.set(id, now);
    this.transactions
      .runOnce((manager) => this.repository.touch(manager, id))
      .catch((error: unknown) =>
        this.logger.warn(`Could not record the last use of a token: ${String(error)}`),
      );
  }
}

function authenticated({ sha256: _, ...token }: ValidAccessToken): AuthenticatedToken {
  return token;
}

function isExpired({ expiresAt }: AuthenticatedToken): boolean {
  return expiresAt !== null && expiresAt.getTime() <= Date.now();
}
