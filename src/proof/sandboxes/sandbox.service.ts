import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { CalendarStore } from '../../calendar/calendar-store';
import { StateRepository } from '../../calendar/history/state.repository';
import { AccessTokenRepository } from '../../platform/auth/access-token.repository';
import { AccessTokenService } from '../../platform/auth/access-token.service';
import { assertExpiry } from '../../platform/auth/token-expiry';
import { hashOf, newTokenValue } from '../../platform/auth/token-hash';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { UpdateWindow } from '../../platform/dates/update-window';
import { pageOf } from '../../platform/http/page';
import { conflict, invalid, notFound } from '../../platform/http/problem';
import type { Call } from '../../platform/http/request-context';
import { ChangeRunner } from '../../push/change-runner';
import { changesOf } from '../../push/journal/changes';
import { SandboxDeletionRepository } from './sandbox-deletion.repository';
import type { CreatedSandbox, CreateSandboxDto, ListSandboxesDto, SandboxPage } from './sandbox.dto';
import type { Sandbox } from './sandbox.repository';
import { SandboxRepository } from './sandbox.repository';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 7;
/** The dates of the scenarios must stay inside the update window. */
const MAX_DAYS = 30;
const MAX_SANDBOXES = 100;

/** Creates, lists and deletes sandboxes. */
@Injectable()
export class SandboxService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly changes: ChangeRunner,
    private readonly repository: SandboxRepository,
    private readonly deletion: SandboxDeletionRepository,
    private readonly tokens: AccessTokenRepository,
    private readonly knownTokens: AccessTokenService,
    private readonly store: CalendarStore,
    private readonly states: StateRepository,
    private readonly window: UpdateWindow,
  ) {}

  /**
   * Creates a property, its rooms and plans, and its token. Only this answer contains the value of the token.
   * @throws ProblemException 400 for a wrong expiry, 409 if there are too many sandboxes
   */
  async create(call: Call, { name, expiresAt }: CreateSandboxDto): Promise<CreatedSandbox> {
    const expiry = expiryOf(call, expiresAt);
    const value = newTokenValue();
    const suffix = randomBytes(4).toString('hex');
    const propertyName = `Sandbox ${name} ${suffix}`;
    const propertyCode = `SANDBOX-${suffix}`;
    const createdBy = call.token?.id ?? null;
    const sandbox = {
      id: call.id,
      name,
      propertyName,
      tokenId: uuidv7(),
      firstDay: this.window.today(),
      createdBy,
      expiresAt: expiry,
    };
    await this.changes.run<null>(call, 'createSandbox', async (manager) => {
      if ((await this.repository.count(manager)) >= MAX_SANDBOXES)
        throw conflict(`There are ${MAX_SANDBOXES} sandboxes. Delete one first.`);
      await this.tokens.ensure(manager, {
        id: sandbox.tokenId,
        name: propertyName,
        sha256: hashOf(value),
        scopes: ['push'],
        propertyNames: [propertyName],
        createdBy,
        isBootstrap: false,
        expiresAt: expiry,
      });
      await this.repository.insert(manager, sandbox);
      const property = { sandboxId: sandbox.id, propertyName, propertyCode };
      for (const roomId of await this.repository.insertRooms(manager, property)) {
        const effectiveTime = await this.store.lockAndTakeMoment(manager, [roomId], call.id, {
          areNew: true,
        });
        if (effectiveTime) await this.states.recordAll(manager, roomId, effectiveTime);
      }
      const changes = changesOf(null, { name, propertyName, propertyCode, expiresAt: expiry.toISOString() });
      return { roomId: null, ratePlanId: null, appliedAt: undefined, changes };
    });
    return Object.assign(await this.read(sandbox.id), { token: value });
  }

  async list({ limit, cursor }: ListSandboxesDto): Promise<SandboxPage> {
    return this.transactions.read(async (manager) => {
      const found = await this.repository.list(manager, cursor, limit + 1);
      return pageOf(found, limit, (sandboxes) => sandboxes);
    });
  }

  /** @throws ProblemException 404 */
  async read(id: string): Promise<Sandbox> {
    const sandbox = await this.transactions.read((manager) => this.repository.find(manager, id));
    if (!sandbox) throw notFound('sandbox', id);
    return sandbox;
  }

  /**
   * Deletes a sandbox with all that it holds. Its journal entry does not name it.
   * @throws ProblemException 404
   */
  async remove(call: Call, id: string): Promise<void> {
    const { tokenId } = await this.read(id);
    await this.changes.run<null>(call, 'deleteSandbox', async (manager) => {
      const sandbox = await this.repository.find(manager, id);
      if (!sandbox) throw notFound('sandbox', id);
      const journalEntries = await this.deletion.delete(manager, sandbox);
      const changes = changesOf({ journalEntries }, null);
      return { roomId: null, ratePlanId: null, appliedAt: undefined, changes };
    });
    this.knownTokens.forget(tokenId);
  }
}

/** @throws ProblemException 400 */
function expiryOf({ token }: Call, expiresAt: string | undefined): Date {
  const now = Date.now();
  const standard = Math.min(now + DEFAULT_DAYS * DAY_MS, token?.expiresAt?.getTime() ?? Infinity);
  const expiry = new Date(expiresAt ?? standard);
  if (expiry.getTime() > now + MAX_DAYS * DAY_MS)
    throw invalid([{ pointer: '/expiresAt', message: `must be within ${MAX_DAYS} days` }]);
  assertExpiry(expiry, token);
  return expiry;
}
