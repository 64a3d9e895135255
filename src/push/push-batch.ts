import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarRequest } from '../calendar/calendar-loader';
import { parentsOutside } from '../calendar/calendar-loader';
import { CalendarStore } from '../calendar/calendar-store';
import type { LoadedCalendars } from '../calendar/loaded-calendars';
import { momentText } from '../calendar/moment';
import type { RoomId } from '../platform/database/id';
import { commit } from '../platform/database/transaction-query-runner';
import type { Write } from '../platform/database/write';
import { send } from '../platform/database/write';
import { JournalRepository } from './journal/journal.repository';
import type { CallResult } from './journal/journaled-call';
import type { NewEntry } from './journal/new-entry';
import { newEntry } from './journal/new-entry';
import { LateArrivalsService } from './late-arrivals.service';
import type { PushWork, RoomTask } from './push';
import { tokenRefusal } from './token-refusal';
import type { WaitingPush } from './waiting-push';

/** The result of a committed batch. */
export interface BatchResult {
  done: Map<WaitingPush, CallResult>;
  /** Pushes that must not be done, with the reason. */
  refused: Map<WaitingPush, Error>;
  /** Pushes that have to run again: on their own, or when a lock is free. */
  again: WaitingPush[];
}

/** The decisions of a transaction, which it still has to write. */
interface Decided extends BatchResult {
  entries: NewEntry[];
  /** The rooms of pushes that have to run again: later pushes for these rooms must wait. */
  stopped: Set<RoomId>;
}

/**
 * Carries out pushes in one transaction: loads the calendars of their rooms, lets each push change them in memory, and
 * saves the differences with the journal entries. Each push keeps its own result, entry and history.
 */
@Injectable()
export class PushBatch {
  constructor(
    private readonly store: CalendarStore,
    private readonly journal: JournalRepository,
    private readonly lateArrivals: LateArrivalsService,
  ) {}

  async run(manager: EntityManager, batch: readonly WaitingPush[]): Promise<BatchResult> {
    if (batch[0]?.task) return this.runTasks(manager, batch);
    const done = await this.findCommitted(manager, batch);
    const open = batch.filter((push) => !done.has(push));
    const decided: Decided = {
      done,
      refused: new Map(),
      again: [],
      entries: [],
      stopped: new Set(),
    };
    if (open.length === 0) return decided;
    const loaded = await this.load(manager, open);
    for (const push of open) await this.decide(manager, loaded, push, decided, open.length === 1);
    await this.store.prepareStates(manager, loaded);
    const writes = [...this.store.writesOf(loaded), ...this.entryWrites(loaded, decided.entries)];
    // All statements are sent before COMMIT: if one of them fails, the database rolls back.
    await commit(manager, send(manager, writes));
    for (const { work } of done.keys()) if (work) this.lateArrivals.watch(work);
    return decided;
  }

  /** Runs one task, or several of one group. */
  private async runTasks(manager: EntityManager, batch: readonly WaitingPush[]): Promise<BatchResult> {
    const result: BatchResult = { done: new Map(), refused: new Map(), again: [] };
    const tasks = batch.flatMap(({ task }) => task ?? []);
    const [first] = tasks;
    const outcome = tasks.length > 1 ? await first?.group?.runAll(manager, tasks) : undefined;
    if (!outcome) await first?.run(manager, (batch[0]?.attempts ?? 0) + 1);
    for (const waiting of batch) {
      const task = waiting.task as RoomTask;
      const refusal = outcome?.refused.get(task);
      if (refusal) result.refused.set(waiting, refusal);
      else if (outcome?.again.includes(task)) {
        waiting.isAlone = true;
        result.again.push(waiting);
      } else result.done.set(waiting, { outcome: 'applied' });
    }
    return result;
  }

  /** Finds pushes that an earlier attempt has committed although the connection was lost during COMMIT. */
  private async findCommitted(
    manager: EntityManager,
    batch: readonly WaitingPush[],
  ): Promise<Map<WaitingPush, CallResult>> {
    const retried = batch.filter(({ attempts }) => attempts > 0);
    if (retried.length === 0) return new Map();
    const results = await this.journal.findResults(
      manager,
      retried.map(({ id }) => id),
    );
    return new Map(
      retried.flatMap((push) => {
        const result = results.get(push.id);
        return result ? [[push, result] as const] : [];
      }),
    );
  }

  private load(manager: EntityManager, pushes: readonly WaitingPush[]): Promise<LoadedCalendars> {
    const works = pushes.flatMap(({ work }) => work ?? []);
    return this.store.load(manager, works.map(requestOf), {
      skipLocked: !pushes.some(({ isBlocked }) => isBlocked),
      roomIds: pushes.flatMap(({ roomIds }) => roomIds),
      failedSince: this.lateArrivals.failedSince(works),
    });
  }

  private async decide(
    manager: EntityManager,
    loaded: LoadedCalendars,
    waiting: WaitingPush,
    decided: Decided,
    isSingle: boolean,
  ): Promise<void> {
    const { work, roomId } = waiting;
    if (!work) return;
    const { calendars } = loaded;
    const runAgain = () => {
      decided.again.push(waiting);
      decided.stopped.add(roomId);
    };
    if (decided.stopped.has(roomId)) {
      runAgain();
      return;
    }
    const rooms = [roomId, ...calendars.treeOf(roomId, work.roots).map((plan) => plan.roomId)];
    if (rooms.some((id) => loaded.blocked.has(id))) {
      waiting.roomIds = [...new Set(rooms)];
      waiting.block();
      runAgain();
      return;
    }
    const refusal = refusalOf(work, loaded);
    if (refusal) {
      decided.refused.set(waiting, refusal);
      return;
    }

    const mayRepeat = waiting.remembered.length > 0 || loaded.withUndelivered.has(roomId);
    const repeatOf = mayRepeat
      ? await this.lateArrivals.findRepeated(manager, work, waiting.remembered)
      : undefined;
    const needsParents = work.needsParents && parentsOutside(loaded, requestOf(work)).length > 0;
    if ((repeatOf || needsParents) && !isSingle) {
      // Both read the database, which does not have the other pushes of this batch yet.
      waiting.isAlone = true;
      runAgain();
      return;
    }
    if (work.push.attempt) work.push.attempt.originalRequestId = repeatOf ?? work.push.id;
    const newer = repeatOf ? await this.lateArrivals.findNewer(manager, work, loaded, repeatOf) : undefined;
    if (needsParents) await this.store.loadParents(manager, loaded, requestOf(work));

    const moment = calendars.find(roomId) && loaded.takeMoment();
    const appliedAt = moment === undefined ? undefined : momentText(moment);
    const result = work.decide({ calendars, newer, appliedAt });
    const changes = moment === undefined ? [] : loaded.record(waiting.id, moment);
    decided.entries.push(newEntry(work.push, { ...result, payload: work.payload, repeatOf }, changes));
    decided.done.set(waiting, result);
  }

  private entryWrites({ isKnownServer }: LoadedCalendars, entries: NewEntry[]): Write[] {
    if (entries.length === 0) return [];
    return [...(isKnownServer ? [] : [this.journal.incarnationWrite]), this.journal.writeOf(entries)];
  }
}

export function requestOf({ push, roots, dates, prices, withRestrictions }: PushWork): CalendarRequest {
  return { roomId: push.roomId, roots, dates, prices, withRestrictions };
}

/** Returns why the token of a push must not be used for its room. */
export function refusalOf(
  { push: { token, roomId } }: PushWork,
  { calendars }: LoadedCalendars,
): Error | undefined {
  return tokenRefusal(token, roomId, calendars.find(roomId)?.room.propertyName ?? null);
}
