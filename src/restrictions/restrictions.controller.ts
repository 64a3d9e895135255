import { Body, Controller, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config';
import type { RatePlanId, RoomId } from '../platform/database/id';
import { QueryIdsPipe } from '../platform/http/id.pipe';
import type { Call } from '../platform/http/request-context';
import { CurrentCall } from '../platform/http/request-context';
import type { Push } from '../push/push';
import { answerPush } from '../push/push-answer';
import { PushRoute } from '../push/push-operation.decorator';
import { BlackoutService } from './blackout.service';
import { parseBlackoutData, parseStayData } from './restriction-data';
import {
  UpdateCalendarBlackoutDocs,
  UpdateCalendarMaxStayDocs,
  UpdateCalendarMinStayDocs,
} from './restrictions.docs';
import { StayRestrictionService } from './stay-restriction.service';

interface PlanQuery {
  roomId: RoomId;
  ratePlanId: RatePlanId;
}

const BLACKOUT = {
  success: 'Blackout is successfully updated',
  emptyList: 'blackout is received as empty list',
};
const MIN_STAY = {
  success: 'Min stay is successfully updated',
  emptyList: 'min stay is received as empty list',
};
const MAX_STAY = {
  success: 'Max stay is successfully updated',
  emptyList: 'max stay is received as empty list',
};

/** The operations of restrictions by date: closed dates of a room, and the length of stays in a rate plan. */
@Controller()
export class RestrictionsController {
  private readonly platform: string;

  constructor(
    private readonly blackouts: BlackoutService,
    private readonly stays: StayRestrictionService,
    @Inject(CONFIG) config: Config,
  ) {
    this.platform = config.PLATFORM_NAME;
  }

  @PushRoute('updateCalendarBlackout')
  @UpdateCalendarBlackoutDocs()
  async updateCalendarBlackout(
    @Query(new QueryIdsPipe('roomId')) { roomId }: { roomId: RoomId },
    @Body() body: unknown,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const push: Push = { ...call, operation: 'updateCalendarBlackout', roomId, ratePlanId: null };
    const result = await this.blackouts.update(push, parseBlackoutData(body));
    return answerPush(reply, push, result, { texts: BLACKOUT, platform: this.platform });
  }

  @PushRoute('updateCalendarMinStay')
  @UpdateCalendarMinStayDocs()
  async updateCalendarMinStay(
    @Query(new QueryIdsPipe('roomId', 'ratePlanId')) ids: PlanQuery,
    @Body() body: unknown,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const push = { ...call, operation: 'updateCalendarMinStay' as const, ...ids };
    const result = await this.stays.update(push, 'minStayArrival', parseStayData(body, 'minStay'));
    return answerPush(reply, push, result, { texts: MIN_STAY, platform: this.platform });
  }

  @PushRoute('updateCalendarMaxStay')
  @UpdateCalendarMaxStayDocs()
  async updateCalendarMaxStay(
    @Query(new QueryIdsPipe('roomId', 'ratePlanId')) ids: PlanQuery,
    @Body() body: unknown,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const push = { ...call, operation: 'updateCalendarMaxStay' as const, ...ids };
    const result = await this.stays.update(push, 'maxStay', parseStayData(body, 'maxStay'));
    return answerPush(reply, push, result, { texts: MAX_STAY, platform: this.platform });
  }
}
