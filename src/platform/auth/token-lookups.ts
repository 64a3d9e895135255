import { Injectable } from '@nestjs/common';
import { TransactionRunner } from '../database/transaction-runner';
import type { ValidAccessToken } from './access-token.repository';
import { AccessTokenRepository } from './access-token.repository';

/** Tokens that are waiting to be looked up together. */
interface Batch {
  hashes: Map<string, Buffer>;
  found: Promise<Map<string, ValidAccessToken>>;
}

/**
 * Looks tokens up one statement at a time, each for all that have come since the one before it began. However many
 * calls come with tokens that are made up, they occupy one connection, or two while the transaction of the one before
 * ends, and leave the others of the pool to the pushes.
 *
 * Nothing is remembered of a token that was not found, and none is refused without a look-up: it may just have been
 * made, on another instance, and a push that it sends must not be lost.
 */
@Injectable()
export class TokenLookups {
  private last: Promise<unknown> = Promise.resolve();
  private waiting: Batch | undefined;

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly repository: AccessTokenRepository,
  ) {}

  /** The valid token with this SHA-256, as the database has it after this call. */
  async find(sha256: Buffer): Promise<ValidAccessToken | undefined> {
    const key = sha256.toString('hex');
    const batch = (this.waiting ??= this.nextBatch());
    batch.hashes.set(key, sha256);
    return (await batch.found).get(key);
  }

  private nextBatch(): Batch {
    const hashes = new Map<string, Buffer>();
    // Those that waited for a look-up which failed have used up their time with it.
    const since = new Date();
    const found = this.last.then(() => {
      this.waiting = undefined;
      return this.load([...hashes.values()], since);
    });
    this.last = found.catch(() => undefined);
    return { hashes, found };
  }

  private async load(hashes: Buffer[], since: Date): Promise<Map<string, ValidAccessToken>> {
    const tokens = await this.transactions.readWithRetries(
      (manager) => this.repository.findValid(manager, hashes),
      since,
    );
    return new Map(tokens.map((token) => [token.sha256.toString('hex'), token]));
  }
}
