import { ApiProperty } from '@nestjs/swagger';
import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn } from 'class-validator';
import { ApiModel } from '../openapi/api-docs';
import { exampleDay } from '../openapi/example-day';
import { LimitField, TextField } from '../http/fields';
import { MomentField } from '../http/moment.field';
import type { Scope } from './scopes.decorator';

const SCOPES: Scope[] = ['push', 'admin'];

/** A new access token. */
@ApiModel('NewAccessToken', {
  'For a channel manager': { value: { name: 'allbookers', scopes: ['push'] } },
  'For an administrator, until a day': {
    value: { name: 'Ada', scopes: ['admin'], expiresAt: `${exampleDay(365)}T00:00:00Z` },
  },
})
export class CreateAccessTokenDto {
  @TextField({ example: 'allbookers', description: 'Whose it is; the journal names it' })
  name!: string;

  @ApiProperty({ enum: SCOPES, isArray: true, example: ['push'] })
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @IsIn(SCOPES, { each: true })
  scopes!: Scope[];

  @MomentField('Never where it is left out', { nullable: true, example: '2099-12-31T23:59:59Z' })
  expiresAt?: string | null;
}

/** Which tokens to list. */
export class ListAccessTokensDto {
  @LimitField()
  limit = 50;

  @TextField({ required: false, description: 'The `nextCursor` of the page before' })
  cursor?: string;
}

/** An access token, without its secret. */
@ApiModel('AccessToken')
export class AccessTokenView {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'allbookers' }) name!: string;
  @ApiProperty({ enum: SCOPES, isArray: true, example: ['push'] }) scopes!: Scope[];
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) expiresAt!: Date | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) lastUsedAt!: Date | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) revokedAt!: Date | null;
}

/** A new access token, with its secret. */
export class CreatedAccessToken extends AccessTokenView {
  @ApiProperty({ description: 'The token itself, shown this once' }) token!: string;
}

/** A page of access tokens. */
export class AccessTokenPage {
  @ApiProperty({ type: [AccessTokenView] }) items!: AccessTokenView[];
  @ApiProperty({ type: String, nullable: true, example: null }) nextCursor!: string | null;
}
