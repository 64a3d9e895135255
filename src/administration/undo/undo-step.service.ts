import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { CalendarRequest } from '../../calendar/calendar-loader';
import { CalendarStore } from '../../calendar/calendar-store';
import type { LoadedCalendars } from '../../calendar/loaded-calendars';
import type { RoomId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { ChangeRunner } from '../../push/change-runner';
import { JournalRepository } from '../../push/journal/journal.repository';
import { JournalWriter } from '../../push/journal/journal.writer';
import type { Push } from '../../push/push';
import { applyStep, fieldChanges, isChange } from './apply-step';
import { countsOf, recordsOf, recordTextsOf } from './step-report';
import type { PlannedStep } from './step-planner';
import { StepPlanner } from './step-planner';
import { UndoJournalRepository } from './undo-journal.repository';
import type { UndoRequest, UndoRoom } from './undo.repository';
import { MAX_RECORDS, UndoRepository } from './undo.repository';

/**
 * Executes one step of an undo: a room, or a part of its dates, so that pushes do not wait long. One transaction holds
 * the changes, the journal entry and the progress, so a step takes effect once even if several instances run it.
 */
@Injectable()
export class UndoStepService {
  constructor(
    private readonly changes: ChangeRunner,
    private readonly transactions: TransactionRunner,
    private readonly store: CalendarStore,
    private readonly undos: UndoRepository,
    private readonly planner: StepPlanner,
    private readonly journal: JournalRepository,
    private readonly entries: UndoJournalRepository,
    private readonly writer: JournalWriter,
  ) {}

  /**
   * Runs the step in turn with the changes by people, under the lock of the room.
   * @throws UnauthorizedException if the token of the requesting caller is no longer valid
   */
  async carryOut(request: UndoRequest, roomId: RoomId): Promise<void> {
    const push = pushOf(request, roomId);
    await this.changes.runInTurn(uuidv7(), async (manager) => {
      // The room is locked first. A push that follows an undo waits for this lock.
      const { calendars } = await this.store.load(manager, [allPlansOf(roomId)]);
      const room = await this.undos.lockRoom(manager, request.id, roomId);
      if (!room) return;
      const { step, loaded } = await this.planner.plan(manager, request.id, room, calendars, {});
      const isDone = loaded.calendars.find(roomId) && isChange(step);
      const entryId = isDone ? await this.save(manager, push, loaded, step) : null;
      await this.record(manager, request, room, step, entryId);
    });
  }

  /** Records the changes that `carryOut` would make now, without locking the room or changing it. */
  async dryRun(request: UndoRequest, roomId: RoomId): Promise<void> {
    await this.transactions.run(async (manager) => {
      const room = await this.undos.lockRoom(manager, request.id, roomId);
      if (!room) return;
      const options = { withoutLocks: true };
      const { calendars } = await this.store.load(manager, [allPlansOf(roomId)], options);
      const { step } = await this.planner.plan(manager, request.id, room, calendars, options);
      await this.record(manager, request, room, step, null);
    });
  }

  /** @returns the id of the journal entry; the first entry has the request id of the call */
  private async save(
    manager: EntityManager,
    push: Push,
    loaded: LoadedCalendars,
    step: PlannedStep,
  ): Promise<string> {
    const isFirst = !(await this.journal.find(manager, push.id));
    const entryId = isFirst ? push.id : uuidv7();
    const overbooked = applyStep(loaded.calendars, push.roomId, step);
    const { changes, effectiveTime } = await this.store.saveChanges(manager, loaded, entryId);
    const undoes = await this.entries.listUndone(manager, push.id, push.roomId, step.sources);
    const result = {
      outcome: 'applied' as const,
      appliedAt: effectiveTime.at,
      records: recordTextsOf(step, overbooked),
      changes: fieldChanges(step),
      undoes,
    };
    await this.writer.write(manager, { ...push, id: entryId }, result, changes);
    return entryId;
  }

  private async record(
    manager: EntityManager,
    { id }: UndoRequest,
    { roomId, listed }: UndoRoom,
    step: PlannedStep,
    entryId: string | null,
  ): Promise<void> {
    const records = recordsOf(step).slice(0, Math.max(0, MAX_RECORDS - listed));
    const result = { counts: countsOf(step), records, entryId, nextDate: step.nextDate };
    await this.undos.addStep(manager, id, roomId, result);
    await this.undos.touch(manager, id);
  }
}

/** Selects a room and its plans without any dates. */
function allPlansOf(roomId: RoomId): CalendarRequest {
  return { roomId, planIds: 'all', dates: [] };
}

/** Represents the undo of a room as a push, for the journal. */
function pushOf({ id, requestedById, requestedBy }: UndoRequest, roomId: RoomId): Push {
  const token = requestedById && {
    id: requestedById,
    name: requestedBy ?? '',
    scopes: [],
    propertyNames: null,
    expiresAt: null,
    sandboxId: null,
  };
  return { id, token: token || null, operation: 'undo', roomId, ratePlanId: null };
}
