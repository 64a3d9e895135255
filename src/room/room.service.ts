import { Injectable } from '@nestjs/common';
import type { Outcome, Push } from '../journal/push';
import { PushRunner } from '../journal/push-runner';
import type { RoomCapacity } from './room.repository';
import { RoomRepository } from './room.repository';

/** Owns the capacity of rooms: operation 3. */
@Injectable()
export class RoomService {
  constructor(
    private readonly pushes: PushRunner,
    private readonly rooms: RoomRepository,
  ) {}

  /** Sets the four numbers of a room, and nothing else. */
  async edit(push: Push, capacity: RoomCapacity): Promise<Outcome> {
    return this.pushes.run(push, async (manager) => {
      const exists = await this.rooms.setCapacity(manager, push.roomId, capacity);
      return exists ? 'applied' : 'roomMissing';
    });
  }
}
