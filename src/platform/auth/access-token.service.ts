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
/** About 5 MB in memory. */
const MAX_REMEMBERED_AT_START = 10_000;
/** A scrape of the metrics waits no longer than this for the look-up of its token. */
const MAX_METRICS_WAIT_MS = 500;

/** Tells whose an access token is. */
@Injectable()
export class AccessTokenService {
  private readonly logger = new Logger(AccessTokenService.name);
  private readonly known = new Map<string, AuthenticatedToken>();
  private readonly touchedAt = new Map<string, number>();
  /** The look-ups of tokens that are not remembered, by the hash. */
  private readonly inFlight = new Map<string, Promise<AuthenticatedToken | undefined>>();

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly repository: AccessTokenRepository,
    private readonly lookups: TokenLookups,
  ) {}

  /**
   * Tells whose token this is; undefined for one that is unknown, revoked or expired.
   *
   * A token that was valid once, or when the service started, is remembered, so that a push neither waits for a look-up nor loses its
   * place to a later one while the database is away. The memory is only a first answer: the journal
   * entry of a push is not written for a token that has been revoked meanwhile (see JournalRepository), and
   * every other call looks the token up anew (`lookUp`).
   *
   * As soon as a token is remembered, no call waits any more: one that came before would be overtaken by later ones.
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
    // It may have been made since an earlier look-up.
    return found ?? (earlier && this.lookUp(token));
  }

  /** Remembers the tokens that are valid now: an outage right after the start must not refuse their pushes. */
  async rememberValid(): Promise<void> {
    const tokens = await this.transactions.run((manager) =>
      this.repository.listValid(manager, MAX_REMEMBERED_AT_START),
    );
    for (const token of tokens) this.known.set(token.sha256.toString('hex'), authenticated(token));
  }

  /**
   * As `lookUp`, for the metrics, which say that the database is away: until it answers, a remembered token is enough.
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

  /** As `authenticate`, from the database itself. */
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

  /** Drops what is remembered of a token that turned out to be no longer valid. */
  forget(id: string): void {
    for (const [key, token] of this.known) if (token.id === id) this.known.delete(key);
  }

  /** Notes that the token is in use: at most once a minute, and nobody waits for it. */
  private touch({ id }: AuthenticatedToken): void {
    const now = Date.now();
    if (now - (this.touchedAt.get(id) ?? 0) < TOUCH_INTERVAL_MS) return;
    this.touchedAt.set(id, now);
    this.transactions
      .runOnce((manager) => this.repository.touch(manager, id))
      .catch((error: unknown) => this.logger.warn(`The last use of a token was not noted: ${String(error)}`));
  }
}

function authenticated({ id, name, scopes, propertyNames, expiresAt }: ValidAccessToken): AuthenticatedToken {
  return { id, name, scopes, propertyNames, expiresAt };
}

function isExpired({ expiresAt }: AuthenticatedToken): boolean {
  return expiresAt !== null && expiresAt.getTime() <= Date.now();
}
