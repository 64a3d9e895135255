import { Body, Controller, Header, HttpCode, Inject, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Scopes } from '../auth/scopes.decorator';
import type { Config } from '../config';
import { CONFIG } from '../config';
import type { RoomId } from '../database/id';
import { CurrentCall } from '../journal/current-call';
import type { Call, RoomPush } from '../journal/push';
import { IdPipe } from '../http/id.pipe';
import { answerPush } from '../journal/push-answer';
import { parseInventoryData } from './inventory-data';
import { UpdateCalendarInventoryDocs } from './inventory.docs';
import { InventoryService } from './inventory.service';

const TEXTS = {
  success: 'Inventory is successfully updated',
  emptyList: 'inventory is received as empty list',
};

/** Operation 1: how many rooms are left on given dates. */
@Controller()
export class InventoryController {
  constructor(
    private readonly inventory: InventoryService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post('updateCalendarInventory')
  @HttpCode(200)
  @Header('content-type', 'text/plain; charset=utf-8')
  @Scopes('push')
  @UpdateCalendarInventoryDocs()
  async update(
    @Query('roomId', IdPipe) roomId: RoomId,
    @Body() body: unknown,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const push: RoomPush = { ...call, operation: 'updateCalendarInventory', roomId, ratePlanId: null };
    const result = await this.inventory.update(push, parseInventoryData(body));
    return answerPush(reply, push, result, { texts: TEXTS, platform: this.config.PLATFORM_NAME });
  }
}
