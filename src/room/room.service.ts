import { Injectable } from '@nestjs/common';
import type { RoomCapacity } from '../calendar/loaded-room';
import { changesOf } from '../push/journal/changes';
import type { Outcome } from '../push/journal/journaled-call';
import { EDITED_FIELDS } from '../push/late-arrivals/newer-writes';
import type { CallResult } from '../push/journal/journaled-call';
import type { Push, DecisionInput } from '../push/push';
import { PushEngine } from '../push/push-engine';

/** Executes operation 3: it sets the capacity of a room. */
@Injectable()
export class RoomService {
  constructor(private readonly engine: PushEngine) {}

  /** Sets the four numbers of a room and nothing else. */
  async edit(push: Push, capacity: RoomCapacity): Promise<Outcome> {
    const { outcome } = await this.engine.run({
      push,
      planIds: [],
      dates: [],
      payload: { dates: null, numbers: EDITED_FIELDS.map((field) => capacity[field]) },
      decide: decide.bind(undefined, push, capacity),
    });
    return outcome;
  }
}

function decide(
  { roomId }: Push,
  capacity: RoomCapacity,
  { calendars, newer, appliedAt }: DecisionInput,
): CallResult {
  const calendar = calendars.find(roomId);
  if (!calendar) return { outcome: 'roomMissing' };
  const before = calendar.capacity;
  const lateFields = [...(newer?.fields ?? [])];
  const kept = Object.fromEntries(lateFields.map((field) => [field, before[field]]));
  calendar.capacity = { ...capacity, ...kept };
  return { outcome: 'applied', appliedAt, changes: changesOf(before, calendar.capacity), lateFields };
}
