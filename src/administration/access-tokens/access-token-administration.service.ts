import { Injectable, UnauthorizedException } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { AccessToken } from '../../platform/auth/access-token.entity';
import { AccessTokenRepository } from '../../platform/auth/access-token.repository';
import { AccessTokenService } from '../../platform/auth/access-token.service';
import { hashOf } from '../../platform/auth/token-hash';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Clock } from '../../platform/dates/clock';
import { pageOf } from '../../platform/http/page';
import { invalid, notFound } from '../../platform/http/problem';
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
} from './access-token.dto';
import { journaledToken } from './journaled-token';
import { TokenUsageRepository } from './token-usage.repository';

const DAY_MS = 86_400_000;
const MAX_COUNTED = 10_000;

/** Creates, lists and revokes access tokens. */
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
   * @param origin what creates the token, for the journal, if no token does
   * @throws ProblemException 400 if the token would have expired already, would outlive its creator, or is
   *   limited to properties without being for pushes alone
   */
  async create(call: Call, dto: CreateAccessTokenDto, origin?: string): Promise<CreatedAccessToken> {
    const expiresAt = expiryOf(dto, call.token);
    const propertyNames = propertiesOf(dto);
    const { name, scopes } = dto;
    const value = randomBytes(32).toString('base64url');
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

  /** Creates a token for the operator of the service, who creates the others with it. */
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
          const { calls, refused } = usage.get(token.id) ?? { calls: 0, refused: 0 };
          return Object.assign(toView(token), { callsLastDay: calls, refusedLastDay: refused });
        }),
      );
    });
  }

  /** Returns the token of a call. @throws UnauthorizedException if the call has none */
  async current({ token }: Call): Promise<AccessTokenView> {
    if (!token) throw new UnauthorizedException();
    return this.read(token.id);
  }

  /** Ends a token; an ended one stays unchanged. @throws ProblemException 404 */
  async revoke(call: Call, id: string): Promise<void> {
    await this.changes.run<null>(call, 'revokeAccessToken', async (manager) => {
      const token = await this.repository.find(manager, id);
      if (!token) throw notFound('access token', id);
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
  const latest = creator?.expiresAt ?? null;
  if (expiresAt === undefined) return latest;
  const expiry = expiresAt === null ? null : new Date(expiresAt);
  if (expiry && expiry.getTime() <= Date.now()) {
    throw invalid([{ pointer: '/expiresAt', message: 'must be in the future' }]);
  }
  if (latest && (!expiry || expiry > latest)) {
    const message = `must not be later than ${latest.toISOString()}, when the token that it is made with expires`;
    throw invalid([{ pointer: '/expiresAt', message }]);
  }
  return expiry;
}

function propertiesOf({ scopes, propertyNames }: CreateAccessTokenDto): string[] | null {
  if (propertyNames && scopes.some((scope) => scope !== 'push')) {
    throw invalid([{ pointer: '/propertyNames', message: 'is only allowed with the scope push alone' }]);
  }
  return propertyNames ?? null;
}

/** Leaves out the hash, which is never shown. */
function toView({ sha256: _, isBootstrap: __, ...token }: AccessToken): AccessTokenView {
  return token;
}
