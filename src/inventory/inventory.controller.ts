import { Body, Controller, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config';
import type { RoomId } from '../platform/database/id';
import { CurrentCall } from '../platform/http/request-context';
import { QueryIdsPipe } from '../platform/http/id.pipe';
import { answerPush } from '../push/push-answer';
import { parseInventoryData } from './inventory-data';
import { UpdateCalendarInventoryDocs } from './inventory.docs';
import { InventoryService } from './inventory.service';
import type { Push } from '../push/push';
import { PushRoute } from '../push/push-operation.decorator';
import type { Call } from '../platform/http/request-context';

const TEXTS = {
  success: 'Inventory is successfully updated',
  emptyList: 'inventory is received as empty list',
};

/** Operation 1: sets how many rooms are left on given dates. */
@Controller()
export class InventoryController {
  constructor(
    private readonly inventory: InventoryService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @PushRoute('updateCalendarInventory')
  @UpdateCalendarInventoryDocs()
  async updateCalendarInventory(
    @Query(new QueryIdsPipe('roomId')) { roomId }: { roomId: RoomId },
    @Body() body: unknown,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const push: Push = { ...call, operation: 'updateCalendarInventory', roomId, ratePlanId: null };
    const result = await this.inventory.update(push, parseInventoryData(body));
    return answerPush(reply, push, result, { texts: TEXTS, platform: this.config.PLATFORM_NAME });
  }
}
