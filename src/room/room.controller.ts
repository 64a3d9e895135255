import { Body, Controller, Logger, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CurrentCall } from '../platform/http/request-context';
import { RoomEditChannelManagerDocs } from './room.docs';
import { RoomService } from './room.service';
import { readRoomEdit } from './room-edit-body';
import type { Push } from '../push/push';
import { PushRoute } from '../push/push-operation.decorator';
import type { Call } from '../platform/http/request-context';

/**
 * Operation 3: sets the capacity of a room. It always answers `true` or `false`; the exception filter answers
 * failures.
 */
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
    const { roomId, capacity } = readRoomEdit(body);
    request.roomId = roomId;
    const push: Push = { ...call, operation: 'roomEditChannelManager', roomId, ratePlanId: null };
    const outcome = await this.rooms.edit(push, capacity);
    request.outcome = outcome;
    if (outcome === 'roomMissing')
      this.logger.warn({
        msg: `There is no room ${roomId} to edit`,
        requestId: call.id,
        traceparent: call.traceparent,
      });
    return String(outcome === 'applied');
  }
}
