import { ForbiddenException, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Push } from '../push/push';
import { RoomRepository } from './room.repository';

/** Refuses pushes for rooms that their token is not for. A token for all properties costs no statement. */
@Injectable()
export class PropertyAccess {
  constructor(private readonly rooms: RoomRepository) {}

  /**
   * Comes first in the transaction of a push, under the lock of its room. A room that does not exist is told apart from
   * one of another property by nothing: the token is for neither.
   * @throws ForbiddenException
   */
  async assert(manager: EntityManager, { token, roomId }: Push): Promise<void> {
    if (!token?.propertyNames || (await this.rooms.isOf(manager, roomId, token.propertyNames))) return;
    throw new ForbiddenException(`The access token is not for room ${roomId}`);
  }
}
