import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse } from '@nestjs/swagger';
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
} from './access-token.dto';

const ApiTokenId = () =>
  ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' }, description: 'The id of the token' });

/** Manages access tokens, for administrators. */
@Controller('admin/accessTokens')
@Scopes('admin')
@AdministrationApi('Access tokens')
export class AccessTokensAdminController {
  constructor(private readonly tokens: AccessTokenAdministrationService) {}

  @Post()
  @ApiOperation({
    summary: 'Create an access token',
    description: 'Only this answer shows its value. It does not outlive the token that creates it.',
  })
  @ApiResponse({ status: 201, type: CreatedAccessToken })
  create(@Body() token: CreateAccessTokenDto, @CurrentCall() call: Call): Promise<CreatedAccessToken> {
    return this.tokens.create(call, token);
  }

  @Get()
  @ApiOperation({ summary: 'List access tokens, including revoked ones, without their values' })
  @ApiResponse({ status: 200, type: AccessTokenPage })
  list(@Query() query: ListAccessTokensDto): Promise<AccessTokenPage> {
    return this.tokens.list(query);
  }

  @Get('current')
  @ApiOperation({ summary: 'Read the access token of this call: its name and its scopes' })
  @ApiResponse({ status: 200, type: AccessTokenView })
  current(@CurrentCall() call: Call): Promise<AccessTokenView> {
    return this.tokens.current(call);
  }

  @Post(':id/rotate')
  @ApiOperation({
    summary: 'Rotate an access token: create one like it, and let the old one expire in 24 hours',
    description:
      'The new token has the same name, scopes and properties, and only this answer shows its value. It expires ' +
      'when the old one would have, and does not outlive the token that creates it. The old one expires earlier ' +
      'than in 24 hours if it would have anyway.',
  })
  @ApiTokenId()
  @ApiResponse({ status: 201, type: CreatedAccessToken })
  @ApiProblem(404, 'There is no such token')
  @ApiProblem(409, 'It is revoked or expired, or it belongs to a sandbox or to BOOTSTRAP_TOKEN')
  rotate(@Param('id', UuidPipe) id: string, @CurrentCall() call: Call): Promise<CreatedAccessToken> {
    return this.tokens.rotate(call, id);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Revoke an access token, at once and on every instance',
    description: 'The tokens that it created stay valid; the list shows them by `createdBy`.',
  })
  @ApiTokenId()
  @ApiResponse({ status: 204, description: 'Revoked' })
  @ApiProblem(404, 'There is no such token')
  @ApiProblem(409, 'It is the token of a sandbox, which ends with the sandbox')
  revoke(@Param('id', UuidPipe) id: string, @CurrentCall() call: Call): Promise<void> {
    return this.tokens.revoke(call, id);
  }
}
