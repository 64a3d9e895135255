import { Controller, Header, HttpCode, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { Scopes } from '../../platform/auth/scopes.decorator';
import { PUSHES } from '../../push/operations';
import { DRY_RUN_PATH } from '../../push/dry-run/dry-run.hook';
import { SiteConnectService } from './siteconnect.service';

const OPERATION = 'siteconnectMessage';
const { path, scope } = PUSHES[OPERATION];

/**
 * The address of all messages of SiteMinder's SiteConnect, and the address of their dry runs.
 * `docs/integration-siteconnect.md` describes them, because OpenAPI cannot describe SOAP.
 */
@Controller()
@ApiExcludeController()
export class SiteConnectController {
  constructor(private readonly siteConnect: SiteConnectService) {}

  @Post([path, DRY_RUN_PATH + path])
  @RouteConfig({ pushOperation: OPERATION, readsOwnBody: true })
  @Scopes(scope, { isTokenInMessage: true })
  @HttpCode(200)
  @Header('content-type', 'text/xml; charset=utf-8')
  answer(@Req() request: FastifyRequest): Promise<string> {
    return this.siteConnect.answer(request);
  }
}
