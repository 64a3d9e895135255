import { Body, Controller, Logger, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CurrentCall } from '../platform/http/request-context';
import { GetRoomResponseConnectivityDocs, RoomEditChannelManagerDocs } from './room.docs';
import { RoomService } from './room.service';
import type { RoomEdit } from './room-edit-body';
import { readRoomEdit } from './room-edit-body';
import type { Config } from '../platform/config/config';
import type { Push } from '../push/push';
import { PushRoute } from '../push/push-operation.decorator';
import type { Call } from '../platform/http/request-context';

const isOpen = (config: Config) => config.ROOM_EDIT_AUTHENTICATION === 'none';

/**
 * Operation 3, and the room synchronization that precedes a full push: both set the capacity of a room. They always answer
 * `true` or `false`; the exception filter answers failures.
 */
@Controller()
export class RoomController {
  private readonly logger = new Logger(RoomController.name);

  constructor(private readonly rooms: RoomService) {}

  @PushRoute('roomEditChannelManager', isOpen)
  @RoomEditChannelManagerDocs()
  edit(@Body() body: unknown, @CurrentCall() call: Call, @Req() request: FastifyRequest): Promise<string> {
    return this.apply('roomEditChannelManager', readRoomEdit(body), call, request);
  }

  @PushRoute('getRoomResponseConnectivity', isOpen)
  @GetRoomResponseConnectivityDocs()
  synchronize(
    @Body() body: unknown,
    @CurrentCall() call: Call,
    @Req() request: FastifyRequest,
  ): Promise<string> {
    return this.apply(
      'getRoomResponseConnectivity',
      readRoomEdit(body, ['allbookersId', 'id']),
      call,
      request,
    );
  }

  private async apply(
    operation: 'roomEditChannelManager' | 'getRoomResponseConnectivity',
    { roomId, capacity }: RoomEdit,
    call: Call,
    request: FastifyRequest,
  ): Promise<string> {
    request.roomId = roomId;
    const push: Push = { ...call, operation, roomId, ratePlanId: null };
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
