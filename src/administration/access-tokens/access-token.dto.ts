import { ApiProperty } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import { ApiModel } from '../../platform/openapi/api-docs';
import { exampleDay } from '../../platform/openapi/example-day';
import {
  LimitField,
  ListField,
  NameField,
  NameListField,
  NextCursor,
  TextField,
} from '../../platform/http/fields';
import { MomentField } from '../../platform/http/moment.field';
import type { Scope } from '../../platform/auth/scopes.decorator';
import { SCOPES } from '../../platform/auth/scopes.decorator';

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
  @NameField({ example: 'allbookers', description: 'Whose it is; the journal names it' })
  name!: string;

  @ApiProperty({ enum: SCOPES, isArray: true, example: ['push'], description: 'What it may be used for' })
  @ListField({
    accept: (element) => SCOPES.includes(element as Scope),
    says: `some of ${SCOPES.join(', ')}`,
    example: ['push'],
    maximum: SCOPES.length,
  })
  scopes!: Scope[];

  @ApiProperty({
    type: [String],
    nullable: true,
    required: false,
    description:
      'Only for rooms of these properties, and with the scope push alone; null or left out: for all',
  })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @NameListField({ example: ['Hotel Bar'], maximum: 200 })
  propertyNames?: string[] | null;

  @MomentField('If left out, the expiry of the token that creates it, or never', {
    nullable: true,
    example: '2099-12-31T23:59:59Z',
  })
  expiresAt?: string | null;
}

/** Selects the tokens to list. */
export class ListAccessTokensDto {
  @LimitField()
  limit = 50;

  @TextField({ required: false, description: 'The `nextCursor` of the page before' })
  cursor?: string;
}

/** An access token, without its secret. */
@ApiModel('AccessToken')
export class AccessTokenView {
  @ApiProperty({ description: 'The id of the token', format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'Whose it is', example: 'allbookers' }) name!: string;
  @ApiProperty({ description: 'What it may be used for', enum: SCOPES, isArray: true, example: ['push'] })
  scopes!: Scope[];
  @ApiProperty({ type: [String], nullable: true, example: null, description: 'null for all properties' })
  propertyNames!: string[] | null;
  @ApiProperty({ description: 'The time of its creation', type: String, format: 'date-time' })
  createdAt!: Date;
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The token that created it; it stays valid when that one is revoked',
  })
  createdBy!: string | null;
  @ApiProperty({
    description: 'When it ends; null: never',
    type: String,
    format: 'date-time',
    nullable: true,
  })
  expiresAt!: Date | null;
  @ApiProperty({
    description: 'When it was used last, to the minute; null: never',
    type: String,
    format: 'date-time',
    nullable: true,
  })
  lastUsedAt!: Date | null;
  @ApiProperty({
    description: 'When it was revoked; null: it was not',
    type: String,
    format: 'date-time',
    nullable: true,
  })
  revokedAt!: Date | null;
  @ApiProperty({
    description: 'The sandbox that it belongs to; null for none',
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
  })
  sandboxId!: string | null;
}

/** A new access token, with its secret. */
export class CreatedAccessToken extends AccessTokenView {
  @ApiProperty({
    description: 'The token itself, shown this once',
    example: 'q3Zk5n0dJc1m8Wv2RrXyT7uBfGhLpEa9sNiO4tKxQ6w',
  })
  token!: string;
}

/** An access token and the number of its calls. */
export class ListedAccessToken extends AccessTokenView {
  @ApiProperty({ example: 240, description: 'Calls of the last 24 hours in the journal; 10,000 at most' })
  callsLastDay!: number;
  @ApiProperty({ example: 0, description: 'How many of them were refused or failed' })
  refusedLastDay!: number;
  @ApiProperty({
    type: [String],
    example: [],
    description: 'The dialects of other channel managers in which it has sent messages, for example channex',
  })
  dialects!: string[];
}

/** A page of access tokens. */
export class AccessTokenPage {
  @ApiProperty({ description: 'Tokens, in the order of their creation', type: [ListedAccessToken] })
  items!: ListedAccessToken[];
  @NextCursor() nextCursor!: string | null;
}
