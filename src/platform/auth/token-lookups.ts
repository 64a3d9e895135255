import { Injectable } from '@nestjs/common';
import { TransactionRunner } from '../database/transaction-runner';
import type { ValidAccessToken } from './access-token.repository';
import { AccessTokenRepository } from './access-token.repository';

/** Tokens that wait for a common look-up. */
interface Batch {
  hashes: Map<string, Buffer>;
  found: Promise<Map<string, ValidAccessToken>>;
}

/**
 * Looks tokens up in batches, one statement at a time. A batch contains all tokens that arrived since the previous
 * statement began. A flood of invented tokens therefore occupies one connection, or two while the previous transaction
 * ends, and leaves the rest of the pool to the pushes.
 *
 * It does not cache unknown tokens and refuses none without a look-up. Another instance may just have created the
 * token, and its push must not be lost.
 */
@Injectable()
export class TokenLookups {
  private last: Promise<unknown> = Promise.resolve();
  private waiting: Batch | undefined;

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly repository: AccessTokenRepository,
  ) {}

  /** Finds the valid token with this SHA-256. The look-up begins after this call. */
  async find(sha256: Buffer): Promise<ValidAccessToken | undefined> {
    const key = sha256.toString('hex');
    const batch = (this.waiting ??= this.nextBatch());
    batch.hashes.set(key, sha256);
    return (await batch.found).get(key);
  }

  private nextBatch(): Batch {
    const hashes = new Map<string, Buffer>();
    // Tokens that waited for a failed look-up have already used up their time.
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
