import { Body, Controller, Get, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Scopes } from '../../platform/auth/scopes.decorator';
import { wrongContentType } from '../../platform/http/json-body';
import { ProblemException } from '../../platform/http/problem';
import type { Call } from '../../platform/http/request-context';
import { CurrentCall } from '../../platform/http/request-context';
import { PushRoute } from '../../push/push-operation.decorator';
import { warningsOf } from '../warnings';
import { ChannexDocs, ChangesDocs, MappingDetailsDocs, TestConnectionDocs } from './channex.docs';
import { ChannexService } from './channex.service';
import { hotelCodesIn } from './channex-message';
import { mappingDetails } from './mapping-details';

/** The calls of the Channex Open Channel API. Their paths end in a slash, which `withoutEndSlash` removes. */
@Controller()
@ChannexDocs()
export class ChannexController {
  constructor(private readonly channex: ChannexService) {}

  @Get('channex/test_connection')
  @Scopes('push')
  @TestConnectionDocs()
  async testConnection(@Query('hotel_code') code: unknown, @CurrentCall() call: Call): Promise<object> {
    // Without a hotel code, it checks only the token.
    if (code !== undefined && code !== '') await this.channex.find(hotelCodeOf(code), call);
    return { success: true };
  }

  @Get('channex/mapping_details')
  @Scopes('push')
  @MappingDetailsDocs()
  async mappingDetails(@Query('hotel_code') code: unknown, @CurrentCall() call: Call): Promise<object> {
    return mappingDetails(await this.channex.find(hotelCodeOf(code), call));
  }

  @PushRoute('channexChanges')
  @ChangesDocs()
  async applyChanges(
    @Body() body: Buffer,
    @CurrentCall() call: Call,
    @Req() request: FastifyRequest,
  ): Promise<object> {
    const problem = wrongContentType(request.headers);
    if (problem) throw problem;
    const message = this.channex.parse(body);
    request.hotelCode = hotelCodesIn(message);
    const applied = await this.channex.apply(message, call);
    const { callId, records } = applied;
    request.outcome = 'applied';
    // A repeat has the answer of the first message, and no records of its own.
    if (callId === call.id) request.records = records;
    return { success: true, unique_id: callId, warnings: warningsOf(applied) };
  }
}

/** @throws ProblemException 404 if the code is missing */
function hotelCodeOf(code: unknown): string {
  if (typeof code === 'string' && code.length > 0) return code;
  throw new ProblemException(404, 'hotel_code is missing, or given twice');
}
