import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RoomId } from '../platform/database/id';
import { changesOf } from '../push/journal/changes';
import type { Outcome } from '../push/journal/journaled-call';
import { PropertyAccess } from './property-access';
import { PushRunner } from '../push/push-runner';
import { RefusalRecorder } from '../push/refusal-recorder';
import { EDITED_FIELDS, SetSinceRepository } from '../calendar/history/set-since.repository';
import { TimelineService } from '../calendar/history/timeline.service';
import type { RoomCapacity } from './room.repository';
import { RoomRepository } from './room.repository';
import type { Push } from '../push/push';
import type { Call } from '../platform/http/request-context';

/** Carries out operation 3: the capacity of a room. */
@Injectable()
export class RoomService {
  constructor(
    private readonly pushes: PushRunner,
    private readonly access: PropertyAccess,
    private readonly rooms: RoomRepository,
    private readonly timeline: TimelineService,
    private readonly setSince: SetSinceRepository,
    private readonly refusals: RefusalRecorder,
  ) {}

  /** Sets the four numbers of a room, and nothing else. */
  async edit(push: Push, capacity: RoomCapacity): Promise<Outcome> {
    const sent = { dates: null, numbers: EDITED_FIELDS.map((field) => capacity[field]) };
    const { outcome } = await this.pushes.run(push, sent, async (manager, repeatOf) => {
      await this.access.assert(manager, push);
      const lateFields = repeatOf ? await this.findLateFields(manager, push.roomId, repeatOf) : [];
      // Sent together: the moment is taken when the room has been changed, and so under its lock.
      const [edited, moment] = await Promise.all([
        this.rooms.setCapacity(manager, push.roomId, capacity, lateFields),
        this.timeline.next(manager, [push.roomId], push.id),
      ]);
      return edited
        ? {
            outcome: 'applied',
            appliedAt: moment?.at,
            changes: changesOf(edited.before, edited.after),
            lateFields,
          }
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

  private async findLateFields(
    manager: EntityManager,
    roomId: RoomId,
    repeatOf: string,
  ): Promise<(keyof RoomCapacity)[]> {
    await this.rooms.lock(manager, [roomId]);
    return this.setSince.findFields(manager, repeatOf, roomId);
  }
}
