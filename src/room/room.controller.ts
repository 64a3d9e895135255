import { Body, Controller, HttpException, Logger, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isRetryable } from '../platform/database/retryable-error';
import { CurrentCall } from '../platform/http/request-context';
import { RoomEditChannelManagerDocs } from './room.docs';
import { RoomService } from './room.service';
import { readRoomEdit, RoomEditError } from './send-room-allbookers';
import type { Push } from '../push/push';
import { PushRoute } from '../push/push-operation.decorator';
import type { Call } from '../platform/http/request-context';

/** Operation 3: the capacity of a room. Its answer is always `true` or `false`. */
@Controller()
export class RoomController {
  private readonly logger = new Logger(RoomController.name);

  constructor(private readonly rooms: RoomService) {}

  @PushRoute('roomEditChannelManager', (config) => config.ROOM_EDIT_AUTHENTICATION === 'none')
  @RoomEditChannelManagerDocs()
  async edit(
    @Body() body: unknown,
    @CurrentCall() call: Call,
    @Req() request: FastifyRequest,
  ): Promise<string> {
    const ids = { requestId: call.id, traceparent: call.traceparent };
    try {
      const { roomId, capacity } = readRoomEdit(body);
      request.roomId = roomId;
      const push: Push = { ...call, operation: 'roomEditChannelManager', roomId, ratePlanId: null };
      request.outcome = await this.rooms.edit(push, capacity);
      if (request.outcome === 'roomMissing')
        this.logger.warn({ msg: `There is no room ${roomId} to edit`, ...ids });
    } catch (error) {
      // A token that is no longer valid is a 401, as everywhere. The contract wants no other cause told.
      if (error instanceof HttpException) throw error;
      const outcome = error instanceof RoomEditError ? 'refused' : 'failed';
      request.outcome = isRetryable(error) ? 'unavailable' : outcome;
      this.logger.error({ msg: 'The room was not edited', ...ids, err: error });
      await this.rooms.recordFailure(call, outcome, String(error), request.rawBody);
    }
    return String(request.outcome === 'applied');
  }
}
