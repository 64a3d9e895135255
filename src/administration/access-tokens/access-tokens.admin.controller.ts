import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiParam, ApiResponse } from '@nestjs/swagger';
import { Scopes } from '../../platform/auth/scopes.decorator';
import type { Call } from '../../platform/http/request-context';
import { CurrentCall } from '../../platform/http/request-context';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { AdministrationApi, ApiProblem } from '../../platform/openapi/api-docs';
import { AccessTokenAdministrationService } from './access-token-administration.service';
import {
  AccessTokenPage,
  AccessTokenView,
  CreateAccessTokenDto,
  CreatedAccessToken,
  ListAccessTokensDto,
  RotateAccessTokenDto,
} from './access-token.dto';

const ApiTokenId = () =>
  ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' }, description: 'The id of the token' });

/** Manages access tokens, for administrators. */
@Controller('admin/accessTokens')
@Scopes('admin')
@AdministrationApi('Access tokens')
export class AccessTokensAdminController {
  constructor(private readonly tokens: AccessTokenAdministrationService) {}

  /**
   * Create an access token
   * @remarks Only this answer shows its value. It does not outlive the token that creates it.
   */
  @Post()
  create(@Body() token: CreateAccessTokenDto, @CurrentCall() call: Call): Promise<CreatedAccessToken> {
    return this.tokens.create(call, token);
  }

  /** List access tokens, including revoked ones, without their values */
  @Get()
  list(@Query() query: ListAccessTokensDto): Promise<AccessTokenPage> {
    return this.tokens.list(query);
  }

  /** Read the access token of this call: its name and its scopes */
  @Get('current')
  current(@CurrentCall() call: Call): Promise<AccessTokenView> {
    return this.tokens.current(call);
  }

  /**
   * Rotate an access token: create one like it, and let the old one end in 24 hours, or as `oldEndsIn` says
   * @remarks The new token has the same name, scopes and properties, and only this answer shows its value. It
   * expires when the old one would have, and does not outlive the token that creates it. The old one never ends
   * later than it would have anyway.
   */
  @Post(':id/rotate')
  @ApiBody({ type: RotateAccessTokenDto, required: false })
  @ApiTokenId()
  @ApiProblem(404, 'There is no such token')
  @ApiProblem(409, 'It is revoked or expired, or it belongs to a sandbox or to BOOTSTRAP_TOKEN')
  rotate(
    @Param('id', UuidPipe) id: string,
    @Body() rotation: RotateAccessTokenDto,
    @CurrentCall() call: Call,
  ): Promise<CreatedAccessToken> {
    return this.tokens.rotate(call, id, rotation);
  }

  /**
   * Revoke an access token, at once and on every instance
   * @remarks The tokens that it created stay valid; the list shows them by `createdBy`.
   */
  @Delete(':id')
  @HttpCode(204)
  @ApiTokenId()
  @ApiResponse({ status: 204, description: 'Revoked' })
  @ApiProblem(404, 'There is no such token')
  @ApiProblem(409, 'It is the token of a sandbox, which ends with the sandbox')
  revoke(@Param('id', UuidPipe) id: string, @CurrentCall() call: Call): Promise<void> {
    return this.tokens.revoke(call, id);
  }
}
