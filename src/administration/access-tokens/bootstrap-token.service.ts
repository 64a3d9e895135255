import type { OnApplicationBootstrap } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { AccessTokenRepository } from '../../platform/auth/access-token.repository';
import { AccessTokenService } from '../../platform/auth/access-token.service';
import type { Scope } from '../../platform/auth/scopes.decorator';
import { hashOf } from '../../platform/auth/token-hash';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { changesOf } from '../../push/journal/changes';
import { JournalWriter } from '../../push/journal/journal.writer';
import type { AdministrationOperation } from '../../push/operations';
import { journaledToken } from './journaled-token';

const ORIGIN = 'BOOTSTRAP_TOKEN';
const SCOPES: Scope[] = ['push', 'admin'];

/**
 * Ensures at each start that only the present value of BOOTSTRAP_TOKEN is a valid token, and revokes earlier values. It
 * changes nothing if the setting is missing.
 */
@Injectable()
export class BootstrapTokenService implements OnApplicationBootstrap {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly transactions: TransactionRunner,
    private readonly repository: AccessTokenRepository,
    private readonly journal: JournalWriter,
    private readonly tokens: AccessTokenService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const value = this.config.BOOTSTRAP_TOKEN;
    if (!value) return;
    await this.transactions.run((manager) => this.ensure(manager, hashOf(value)));
    await this.tokens.rememberValid();
  }

  private async ensure(manager: EntityManager, sha256: Buffer): Promise<void> {
    const stored = await this.repository.findBootstrap(manager);
    for (const token of stored.filter((token) => !token.sha256.equals(sha256))) {
      await this.repository.revoke(manager, token.id);
      const after = { revokedBy: ORIGIN };
      await this.record(manager, 'revokeAccessToken', journaledToken(token), after);
    }
    if (stored.some((token) => token.sha256.equals(sha256) && token.expiresAt === null)) return;
    const token = {
      id: uuidv7(),
      name: 'bootstrap',
      sha256,
      scopes: SCOPES,
      propertyNames: null,
      createdBy: null,
      isBootstrap: true,
      expiresAt: null,
    };
    const id = await this.repository.ensure(manager, token);
    const after = { ...journaledToken({ ...token, id }), createdBy: ORIGIN };
    await this.record(manager, 'createAccessToken', null, after);
  }

  private async record(
    manager: EntityManager,
    operation: AdministrationOperation,
    before: object | null,
    after: object,
  ): Promise<void> {
    const call = { id: uuidv7(), token: null, operation, roomId: null, ratePlanId: null };
    const changes = { ...changesOf(before, null), ...changesOf(null, after) };
    await this.journal.write(manager, call, { outcome: 'applied', changes });
  }
}
