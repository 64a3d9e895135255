import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse } from '@nestjs/swagger';
import { UuidPipe } from '../http/uuid.pipe';
import { AdministrationApi, ApiProblem } from '../openapi/api-docs';
import { AccessTokenAdministrationService } from './access-token-administration.service';
import {
  AccessTokenPage,
  CreateAccessTokenDto,
  CreatedAccessToken,
  ListAccessTokensDto,
} from './access-token.dto';
import { Scopes } from './scopes.decorator';

/** Access tokens, for administrators. */
@Controller('admin/accessTokens')
@Scopes('admin')
@AdministrationApi('Access tokens')
export class AccessTokensAdminController {
  constructor(private readonly tokens: AccessTokenAdministrationService) {}

  @Post()
  @ApiOperation({
    summary: 'Create an access token',
    description: 'Its value is shown in this answer and nowhere else.',
  })
  @ApiResponse({ status: 201, type: CreatedAccessToken })
  create(@Body() token: CreateAccessTokenDto): Promise<CreatedAccessToken> {
    return this.tokens.create(token);
  }

  @Get()
  @ApiOperation({ summary: 'List access tokens, the revoked ones as well, without their values' })
  @ApiResponse({ status: 200, type: AccessTokenPage })
  list(@Query() query: ListAccessTokensDto): Promise<AccessTokenPage> {
    return this.tokens.list(query);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Revoke an access token, at once and on every instance' })
  @ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' } })
  @ApiResponse({ status: 204, description: 'Revoked' })
  @ApiProblem(404, 'There is no such token')
  revoke(@Param('id', UuidPipe) id: string): Promise<void> {
    return this.tokens.revoke(id);
  }
}
