import { Injectable } from '@nestjs/common';
import { changesOf } from '../journal/changes';
import type { Outcome } from '../journal/journaled-call';
import { PropertyAccess } from './property-access';
import { PushRunner } from '../push/push-runner';
import { RefusalRecorder } from '../push/refusal-recorder';
import { TimelineService } from '../history/timeline.service';
import type { RoomCapacity } from './room.repository';
import { RoomRepository } from './room.repository';
import type { Push } from '../push/push';
import type { Call } from '../http/request-context';

/** Carries out operation 3: the capacity of a room. */
@Injectable()
export class RoomService {
  constructor(
    private readonly pushes: PushRunner,
    private readonly access: PropertyAccess,
    private readonly rooms: RoomRepository,
    private readonly timeline: TimelineService,
    private readonly refusals: RefusalRecorder,
  ) {}

  /** Sets the four numbers of a room, and nothing else. */
  async edit(push: Push, capacity: RoomCapacity): Promise<Outcome> {
    const { outcome } = await this.pushes.run(push, async (manager) => {
      await this.access.assert(manager, push);
      // Sent together: the moment is taken when the room has been changed, and so under its lock.
      const [before, moment] = await Promise.all([
        this.rooms.setCapacity(manager, push.roomId, capacity),
        this.timeline.next(manager, [push.roomId], push.id),
      ]);
      return before
        ? { outcome: 'applied', appliedAt: moment?.at, changes: changesOf(before, capacity) }
        : { outcome: 'roomMissing' };
    });
    return outcome;
  }

  /** Journals an edit that came to nothing: the caller is not told why. */
  async recordFailure(
    call: Call,
    outcome: Outcome,
    problem: string,
    body: Buffer | undefined,
  ): Promise<void> {
    // Its body, which may be large, is not written to the database any more.
    call.capacity?.suspend();
    const push = { ...call, operation: 'roomEditChannelManager' as const, roomId: null, ratePlanId: null };
    await this.refusals.record(push, { outcome, problem, body });
  }
}
