import { IsInt, Max, Min, ValidateIf } from 'class-validator';
import { ApiModel } from '../../platform/openapi/api-docs';
import { exampleDay } from '../../platform/openapi/example-day';
import { ListField, NameField, NameListField, TextField } from '../../platform/http/fields';
import { MomentField } from '../../platform/http/moment.field';
import type { Scope } from '../../platform/auth/scopes.decorator';
import { SCOPES } from '../../platform/auth/scopes.decorator';
import { Property } from '../../platform/http/property';
import { PageOf, PageQuery } from '../../platform/http/page.dto';

/** A new access token. */
@ApiModel('NewAccessToken', {
  'For a channel manager': { value: { name: 'allbookers', scopes: ['push'] } },
  'For the channel manager of one property': {
    value: { name: 'Hotel Bar', scopes: ['push'], propertyNames: ['Hotel Bar'] },
  },
  'For people who only look': { value: { name: 'Grace', scopes: ['read'] } },
  'For people who decide on held prices, undo pushes and close rooms': {
    value: { name: 'Alan', scopes: ['decide'] },
  },
  'For an administrator, until a day': {
    value: { name: 'Ada', scopes: ['admin'], expiresAt: `${exampleDay(365)}T00:00:00Z` },
  },
})
export class CreateAccessTokenDto {
  /** Its owner; the journal names it @example "allbookers" */
  @NameField() name!: string;
  /** The scopes of the token @example ["push"] */
  @Property({ enum: SCOPES, isArray: true })
  @ListField({
    accept: (element) => SCOPES.includes(element as Scope),
    says: `some of ${SCOPES.join(', ')}`,
    example: ['push'],
    maximum: SCOPES.length,
  })
  scopes!: Scope[];
  /** Only for rooms of these properties, and with the scope push alone; null or left out: for all */
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @NameListField({ example: ['Hotel Bar'], maximum: 200 })
  propertyNames?: string[] | null;
  /** If left out, the expiry of the token that creates it, or never @example "2099-12-31T23:59:59Z" */
  @MomentField({ nullable: true }) expiresAt?: string | null;
}

const MAX_ROTATION_SECONDS = 30 * 86_400;

/** How long the old token of a rotation stays valid. */
@ApiModel('Rotation', {
  'The old token works for one more day': { value: {} },
  'The old token ends at once': { value: { oldEndsIn: 0 } },
})
export class RotateAccessTokenDto {
  /** The seconds until the old token ends; 0: at once; without it: 86,400, which is a day */
  @Property({ type: 'integer', minimum: 0, maximum: MAX_ROTATION_SECONDS, required: false })
  @ValidateIf((_, value) => value !== undefined)
  @IsInt()
  @Min(0)
  @Max(MAX_ROTATION_SECONDS)
  oldEndsIn?: number;
}

/** Selects the tokens to list. */
export class ListAccessTokensDto extends PageQuery(TextField({ required: false })) {}

/** An access token, without its secret. */
@ApiModel('AccessToken')
export class AccessTokenView {
  /** The id of the token */
  @Property({ format: 'uuid' }) id!: string;
  /** Its owner @example "allbookers" */ name!: string;
  /** The scopes of the token @example ["push"] */
  @Property({ enum: SCOPES, isArray: true }) scopes!: Scope[];
  /** null for all properties */
  @Property({ example: null }) propertyNames!: string[] | null;
  /** The time of its creation */ createdAt!: Date;
  /** The token that created it; it stays valid when that one is revoked */
  @Property({ format: 'uuid' }) createdBy!: string | null;
  /** When it ends; null: never */ expiresAt!: Date | null;
  /** When it was used last, to the minute; null: never */ lastUsedAt!: Date | null;
  /** When it was revoked; null: it was not */ revokedAt!: Date | null;
  /** The sandbox that it belongs to; null for none */
  @Property({ format: 'uuid', example: null }) sandboxId!: string | null;
}

/** A new access token, with its secret. */
export class CreatedAccessToken extends AccessTokenView {
  /** The token itself, shown this once @example "q3Zk5n0dJc1m8Wv2RrXyT7uBfGhLpEa9sNiO4tKxQ6w" */
  token!: string;
}

/** An access token and the number of its calls. */
export class ListedAccessToken extends AccessTokenView {
  /** Calls of the last 24 hours in the journal; 10,000 at most @example 240 */ callsLastDay!: number;
  /** How many of them were refused or failed @example 0 */ refusedLastDay!: number;
  /** The dialects of other channel managers in which it has sent messages, for example channex @example [] */
  dialects!: string[];
}

/** A page of access tokens. */
export class AccessTokenPage extends PageOf(ListedAccessToken, 'Tokens, in the order of their creation') {}
