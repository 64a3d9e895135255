import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { Scopes } from '../platform/auth/scopes.decorator';
import type { RoomId } from '../platform/database/id';
import { AdministrationApi, ApiConfirm, ApiIdParam, ApiProblem } from '../platform/openapi/api-docs';
import { ConfirmDto } from '../platform/http/confirm';
import type { IfMatch } from '../platform/http/entity-tag';
import { Condition } from '../platform/http/entity-tag';
import { CurrentCall } from '../platform/http/request-context';
import { IdPipe } from '../platform/http/id.pipe';
import { AnswersPage } from '../platform/openapi/csv-answer';
import { AnswersTagged, TakesIfMatch } from '../platform/openapi/entity-tags';
import { RoomAdministrationService } from './room-administration.service';
import { ROOMS_EXAMPLE, RoomTable } from './room-table';
import { ChangeRoomDto, CreateRoomDto, ListRoomsDto, RoomPage, RoomView } from './room.dto';
import type { Call } from '../platform/http/request-context';

/** Rooms, for administrators. */
@Controller('admin/rooms')
@Scopes('admin')
@AdministrationApi('Rooms')
export class RoomsAdminController {
  constructor(private readonly rooms: RoomAdministrationService) {}

  /** Create a room */
  @Post()
  @AnswersTagged(201, RoomView)
  @ApiProblem(409, 'The id is taken')
  create(@Body() room: CreateRoomDto, @CurrentCall() call: Call): Promise<RoomView> {
    return this.rooms.create(call, room);
  }

  /**
   * List rooms, in the order of their ids
   * @remarks As CSV, it has the columns of an import. A rule with other steps than a percentage and then an
   * amount is left out.
   */
  @Get()
  @AnswersPage(RoomPage, 'rooms', RoomTable, ROOMS_EXAMPLE)
  list(@Query() query: ListRoomsDto): Promise<RoomPage> {
    return this.rooms.list(query);
  }

  /** Read a room, with its rate plans */
  @Get(':roomId')
  @ApiIdParam('roomId', '1')
  @AnswersTagged(200, RoomView)
  @ApiProblem(404, 'There is no such room')
  read(@Param('roomId', IdPipe) roomId: RoomId): Promise<RoomView> {
    return this.rooms.read(roomId);
  }

  /** Change a room @remarks A field that is left out stays unchanged; null clears a field. */
  @Patch(':roomId')
  @ApiIdParam('roomId', '1')
  @AnswersTagged(200, RoomView)
  @TakesIfMatch('room')
  @ApiProblem(404, 'There is no such room')
  change(
    @Param('roomId', IdPipe) roomId: RoomId,
    @Body() changes: ChangeRoomDto,
    @CurrentCall() call: Call,
    @Condition() condition: IfMatch | undefined,
  ): Promise<RoomView> {
    return this.rooms.change(call, roomId, changes, condition);
  }

  /** Delete a room @remarks This also deletes its rate plans, their prices, and its availability. */
  @Delete(':roomId')
  @HttpCode(204)
  @ApiIdParam('roomId', '3')
  @ApiConfirm('Single')
  @TakesIfMatch('room')
  @ApiResponse({ status: 204, description: 'Deleted' })
  @ApiProblem(404, 'There is no such room')
  @ApiProblem(409, 'A plan of another room derives from one of its plans')
  remove(
    @Param('roomId', IdPipe) roomId: RoomId,
    @Query() confirm: ConfirmDto,
    @CurrentCall() call: Call,
    @Condition() condition: IfMatch | undefined,
  ): Promise<void> {
    return this.rooms.remove(call, roomId, confirm, condition);
  }
}
