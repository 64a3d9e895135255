import { Body, Controller, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config';
import type { RatePlanId, RoomId } from '../platform/database/id';
import { CurrentCall } from '../platform/http/request-context';
import { QueryIdsPipe } from '../platform/http/id.pipe';
import { answerPush } from '../push/push-answer';
import { parsePriceData } from './price-data';
import { UpdateCalendarPricesDocs } from './pricing.docs';
import { PricingService } from './pricing.service';
import { PushRoute } from '../push/push-operation.decorator';
import type { Call } from '../platform/http/request-context';

const TEXTS = { success: 'Price is successfully updated', emptyList: 'price is received as empty list' };

/** Operation 2: prices on given dates for one rate plan. */
@Controller()
export class PricingController {
  constructor(
    private readonly pricing: PricingService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @PushRoute('updateCalendarPrices')
  @UpdateCalendarPricesDocs()
  async updateCalendarPrices(
    @Query(new QueryIdsPipe('roomId', 'ratePlanId')) ids: { roomId: RoomId; ratePlanId: RatePlanId },
    @Body() body: unknown,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const push = { ...call, operation: 'updateCalendarPrices' as const, ...ids };
    const result = await this.pricing.update(push, parsePriceData(body));
    return answerPush(reply, push, result, { texts: TEXTS, platform: this.config.PLATFORM_NAME });
  }
}
