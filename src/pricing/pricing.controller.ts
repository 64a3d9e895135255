import { Body, Controller, Header, HttpCode, Inject, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Scopes } from '../auth/scopes.decorator';
import type { Config } from '../config';
import { CONFIG } from '../config';
import type { RatePlanId, RoomId } from '../database/id';
import { CurrentCall } from '../journal/current-call';
import type { Call } from '../journal/push';
import { IdPipe } from '../http/id.pipe';
import { answerPush } from '../journal/push-answer';
import { parsePriceData } from './price-data';
import { UpdateCalendarPricesDocs } from './pricing.docs';
import { PricingService } from './pricing.service';

const TEXTS = { success: 'Price is successfully updated', emptyList: 'price is received as empty list' };

/** Operation 2: prices on given dates for one rate plan. */
@Controller()
export class PricingController {
  constructor(
    private readonly pricing: PricingService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post('updateCalendarPrices')
  @HttpCode(200)
  @Header('content-type', 'text/plain; charset=utf-8')
  @Scopes('push')
  @UpdateCalendarPricesDocs()
  async update(
    @Query('roomId', IdPipe) roomId: RoomId,
    @Query('ratePlanId', IdPipe) ratePlanId: RatePlanId,
    @Body() body: unknown,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const push = { ...call, operation: 'updateCalendarPrices' as const, roomId, ratePlanId };
    const result = await this.pricing.update(push, parsePriceData(body));
    return answerPush(reply, push, result, { texts: TEXTS, platform: this.config.PLATFORM_NAME });
  }
}
