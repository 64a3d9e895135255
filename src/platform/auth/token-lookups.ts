import { Injectable } from '@nestjs/common';
import { BatchedLookups } from '../database/batched-lookups';
import { TransactionRunner } from '../database/transaction-runner';
import type { ValidAccessToken } from './access-token.repository';
import { AccessTokenRepository } from './access-token.repository';

/**
 * Looks up tokens in batches. It does not cache unknown tokens and refuses none without a look-up. Another instance may
 * just have created the token, and its push must not be lost.
 */
@Injectable()
export class TokenLookups {
  /** The keys are SHA-256s in hexadecimal digits. */
  private readonly lookups: BatchedLookups<string, ValidAccessToken>;

  constructor(transactions: TransactionRunner, repository: AccessTokenRepository) {
    this.lookups = new BatchedLookups(transactions, async (manager, keys) => {
      const sha256s = keys.map((key) => Buffer.from(key, 'hex'));
      const tokens = await repository.findValid(manager, sha256s);
      return new Map(tokens.map((token) => [token.sha256.toString('hex'), token]));
    });
  }

  /** Finds the valid token with this SHA-256. The look-up begins after this call. */
  find(sha256: Buffer): Promise<ValidAccessToken | undefined> {
    return this.lookups.find(sha256.toString('hex'));
  }
}
