import { Body, Controller, Header, HttpCode, HttpException, Logger, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Scopes } from '../auth/scopes.decorator';
import type { Call } from '../http/call';
import { CurrentCall } from '../http/call';
import type { Push } from '../journal/push';
import { RoomEditChannelManagerDocs } from './room.docs';
import { RoomService } from './room.service';
import { readRoomEdit } from './send-room-allbookers';

/** Operation 3: the capacity of a room. Its answer is always `true` or `false`. */
@Controller()
export class RoomController {
  private readonly logger = new Logger(RoomController.name);

  constructor(private readonly rooms: RoomService) {}

  @Post('roomEditChannelManager')
  @HttpCode(200)
  @Header('content-type', 'application/json; charset=utf-8')
  @Scopes('push', (config) => config.ROOM_EDIT_AUTHENTICATION === 'none')
  @RoomEditChannelManagerDocs()
  async edit(
    @Body() body: unknown,
    @CurrentCall() call: Call,
    @Req() request: FastifyRequest,
  ): Promise<string> {
    try {
      const { roomId, capacity } = readRoomEdit(body);
      const push: Push = { ...call, operation: 'roomEditChannelManager', roomId, ratePlanId: null };
      request.outcome = await this.rooms.edit(push, capacity);
      if (request.outcome === 'roomMissing') this.logger.warn(`There is no room ${roomId} to edit`);
    } catch (error) {
      // A token that is no longer valid is a 401, as everywhere. The contract wants no other cause told.
      if (error instanceof HttpException) throw error;
      request.outcome = 'failed';
      this.logger.error({ msg: 'The room was not edited', err: error });
    }
    return String(request.outcome === 'applied');
  }
}
