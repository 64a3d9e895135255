import { Injectable, UnauthorizedException } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { uuidv7 } from 'uuidv7';
import type { AccessToken } from '../../platform/auth/access-token.entity';
import { AccessTokenRepository } from '../../platform/auth/access-token.repository';
import { AccessTokenService } from '../../platform/auth/access-token.service';
import { assertExpiry } from '../../platform/auth/token-expiry';
import { hashOf, newTokenValue } from '../../platform/auth/token-hash';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Clock } from '../../platform/dates/clock';
import { normalizeMoment } from '../../platform/dates/microseconds';
import { pageOf } from '../../platform/http/page';
import { conflict, invalid, notFound } from '../../platform/http/problem';
import type { AuthenticatedToken, Call } from '../../platform/http/request-context';
import { keyAt } from '../../push/journal/request-id';
import { changesOf } from '../../push/journal/changes';
import { ChangeRunner } from '../../push/change-runner';
import type {
  AccessTokenPage,
  AccessTokenView,
  CreateAccessTokenDto,
  CreatedAccessToken,
  ListAccessTokensDto,
  RotateAccessTokenDto,
} from './access-token.dto';
import { journaledToken } from './journaled-token';
import { TokenUsageRepository } from './token-usage.repository';

const DAY_MS = 86_400_000;
/** The time for which callers can change to the new value of a token. */
const DAY_SECONDS = 86_400;
const MAX_COUNTED = 10_000;

/** Creates, lists, rotates and revokes access tokens. */
@Injectable()
export class AccessTokenAdministrationService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly changes: ChangeRunner,
    private readonly repository: AccessTokenRepository,
    private readonly tokens: AccessTokenService,
    private readonly usage: TokenUsageRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a token. Only this answer contains its value.
   * @param origin the creator of the token in the journal, if no token creates it
   * @throws ProblemException 400 if the token would have expired already, would outlive its creator, or is limited to
   *   properties and has another scope than `push`
   */
  async create(call: Call, dto: CreateAccessTokenDto, origin?: string): Promise<CreatedAccessToken> {
    const expiresAt = expiryOf(dto, call.token);
    const propertyNames = propertiesOf(dto);
    const { name, scopes } = dto;
    const value = newTokenValue();
    const createdBy = call.token?.id ?? null;
    const token = { id: uuidv7(), name, sha256: hashOf(value), scopes, propertyNames, createdBy, expiresAt };
    await this.changes.run<null>(call, 'createAccessToken', async (manager) => {
      await this.repository.ensure(manager, { ...token, isBootstrap: false });
      const after = { ...journaledToken(token), ...(origin && { createdBy: origin }) };
      const changes = changesOf(null, after);
      return { roomId: null, ratePlanId: null, appliedAt: undefined, changes };
    });
    return Object.assign(await this.read(token.id), { token: value });
  }

  /** Creates a token for the operator of the service, who creates the other tokens with it. */
  async createFrom(origin: string, dto: CreateAccessTokenDto): Promise<CreatedAccessToken> {
    return this.create({ id: uuidv7(), token: null }, dto, origin);
  }

  /** @throws ProblemException 400 for an invalid cursor */
  async list({ limit, cursor }: ListAccessTokensDto): Promise<AccessTokenPage> {
    if (cursor !== undefined && !isUUID(cursor)) {
      throw invalid([{ pointer: '/cursor', message: 'must be the nextCursor of another page' }]);
    }
    const sinceKey = keyAt(new Date(this.clock.now().getTime() - DAY_MS));
    return this.transactions.read(async (manager) => {
      const found = await this.repository.list(manager, cursor, limit + 1);
      const usage = await this.usage.count(manager, found, sinceKey, MAX_COUNTED);
      return pageOf(found, limit, (tokens) =>
        tokens.map((token) => {
          const { calls = 0, refused = 0, dialects = [] } = usage.get(token.id) ?? {};
          return Object.assign(toView(token), { callsLastDay: calls, refusedLastDay: refused, dialects });
        }),
      );
    });
  }

  /** Returns the token of a call. @throws UnauthorizedException if the call has none */
  async current({ token }: Call): Promise<AccessTokenView> {
    if (!token) throw new UnauthorizedException();
    return this.read(token.id);
  }

  /**
   * Creates the successor of a token. The old token ends after `oldEndsIn` seconds or with its own expiry, whichever is
   * earlier. Only this answer contains the value of the new one.
   * The new token expires with the old one, and no later than the token that creates it.
   * @throws ProblemException 404, or 409 for an ended token, a token of a sandbox, or a token of BOOTSTRAP_TOKEN
   */
  async rotate(
    call: Call,
    id: string,
    { oldEndsIn = DAY_SECONDS }: RotateAccessTokenDto,
  ): Promise<CreatedAccessToken> {
    const newId = uuidv7();
    const value = newTokenValue();
    await this.changes.run<null>(call, 'rotateAccessToken', async (manager) => {
      const old = await this.repository.lock(manager, id);
      if (!old) throw notFound('access token', id);
      assertRotatable(old);
      const { name, scopes, propertyNames, expiresAt } = old;
      const newExpiry = earlierOf(expiresAt, call.token?.expiresAt ?? null);
      const token = { id: newId, name, scopes, propertyNames, expiresAt: newExpiry };
      const end = earlierOf(expiresAt, new Date(Date.now() + oldEndsIn * 1_000));
      const created = { ...token, sha256: hashOf(value), createdBy: call.token?.id ?? null };
      await this.repository.ensure(manager, { ...created, isBootstrap: false });
      await this.repository.expire(manager, id, end);
      const ends = changesOf({ oldExpiresAt: isoOf(expiresAt) }, { oldExpiresAt: isoOf(end) });
      const changes = { ...changesOf(null, { ...journaledToken(token), oldId: id }), ...ends };
      return { roomId: null, ratePlanId: null, appliedAt: undefined, changes };
    });
    this.tokens.forget(id);
    return Object.assign(await this.read(newId), { token: value });
  }

  /**
   * Ends a token; an ended one stays unchanged.
   * @throws ProblemException 404, or 409 for the token of a sandbox
   */
  async revoke(call: Call, id: string): Promise<void> {
    await this.changes.run<null>(call, 'revokeAccessToken', async (manager) => {
      const token = await this.repository.find(manager, id);
      if (!token) throw notFound('access token', id);
      assertNotOfSandbox(token);
      const changes = token.revokedAt ? {} : changesOf(journaledToken(token), null);
      const finish = () => this.repository.revoke(manager, id);
      return { roomId: null, ratePlanId: null, appliedAt: undefined, changes, finish };
    });
    this.tokens.forget(id);
  }

  async areThereAny(): Promise<boolean> {
    return this.transactions.read((manager) => this.repository.exists(manager));
  }

  private async read(id: string): Promise<AccessTokenView> {
    const token = await this.transactions.read((manager) => this.repository.find(manager, id));
    if (!token) throw notFound('access token', id);
    return toView(token);
  }
}

/** Returns the expiry of a new token: the requested one, or that of its creator. */
function expiryOf({ expiresAt }: CreateAccessTokenDto, creator: AuthenticatedToken | null): Date | null {
  if (expiresAt === undefined) return creator?.expiresAt ?? null;
  const expiry = expiresAt === null ? null : new Date(normalizeMoment(expiresAt));
  assertExpiry(expiry, creator);
  return expiry;
}

function propertiesOf({ scopes, propertyNames }: CreateAccessTokenDto): string[] | null {
  if (propertyNames && scopes.some((scope) => scope !== 'push')) {
    throw invalid([{ pointer: '/propertyNames', message: 'is only allowed with the scope push alone' }]);
  }
  return propertyNames ?? null;
}

function assertRotatable(token: AccessToken): void {
  const { id, isBootstrap, revokedAt, expiresAt } = token;
  assertNotOfSandbox(token);
  if (isBootstrap)
    throw conflict(`Access token ${id} is a value of BOOTSTRAP_TOKEN. Change the setting instead.`);
  if (revokedAt) throw conflict(`Access token ${id} was revoked. Create a new one instead.`);
  if (expiresAt && expiresAt.getTime() <= Date.now())
    throw conflict(`Access token ${id} has expired. Create a new one instead.`);
}

function assertNotOfSandbox({ id, sandboxId }: AccessToken): void {
  if (sandboxId === null) return;
  throw conflict(`Access token ${id} belongs to sandbox ${sandboxId}. Delete the sandbox instead.`);
}

/** Returns the earlier of two expiries. Null means never. */
function earlierOf<T extends Date | null>(first: Date | null, second: T): Date | T {
  if (first === null) return second;
  return second === null || first < second ? first : second;
}

function isoOf(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}

/** Omits the hash, which is never shown. */
function toView({ sha256: _, isBootstrap: __, ...token }: AccessToken): AccessTokenView {
  return token;
}
