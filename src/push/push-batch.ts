import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarRequest } from '../calendar/calendar-loader';
import { CalendarStore } from '../calendar/calendar-store';
import type { LoadedCalendars } from '../calendar/loaded-calendars';
import { momentText } from '../platform/dates/microseconds';
import type { RoomId } from '../platform/database/id';
import { commit } from '../platform/database/transaction-query-runner';
import type { Write } from '../platform/database/write';
import { send } from '../platform/database/write';
import { JournalRepository } from './journal/journal.repository';
import type { CallResult } from './journal/journaled-call';
import type { NewEntry } from './journal/new-entry';
import { newEntry } from './journal/new-entry';
import type { Repeat } from './late-arrivals/late-arrivals.service';
import { LateArrivalsService } from './late-arrivals/late-arrivals.service';
import type { PushWork, RecalledPush } from './push';
import { tokenRefusal } from './token-refusal';
import type { Batch, BatchResult, WaitingPush } from './waiting-push';

type Waiting = WaitingPush<RecalledPush, CallResult>;

/** A transaction after everything is loaded that its pushes need, with what they have decided so far. */
interface OpenBatch extends BatchResult<RecalledPush, CallResult> {
  loaded: LoadedCalendars;
  repeats: ReadonlyMap<PushWork, Repeat>;
  entries: NewEntry[];
  /** The rooms of pushes that have to run again: later pushes for these rooms must wait. */
  postponed: Set<RoomId>;
  /** The rooms that were changed. The database does not have these changes yet. */
  changed: Set<RoomId>;
}

/**
 * Carries out the pushes of the operations in one transaction: loads the calendars of their rooms, lets each push change
 * them in memory, and saves the differences with the journal entries. Each push keeps its own result, entry and history.
 */
@Injectable()
export class PushBatch implements Batch<RecalledPush, CallResult> {
  constructor(
    private readonly store: CalendarStore,
    private readonly journal: JournalRepository,
    private readonly lateArrivals: LateArrivalsService,
  ) {}

  async carryOut(
    manager: EntityManager,
    pushes: readonly Waiting[],
  ): Promise<BatchResult<RecalledPush, CallResult>> {
    const done = await this.findCommitted(manager, pushes);
    const open = pushes.filter((push) => !done.has(push));
    if (open.length === 0) return { done, refused: new Map(), again: new Map() };
    const batch = await this.load(manager, open, done);
    for (const push of open) this.decideOn(push, batch);
    await this.save(manager, batch);
    for (const { work } of done.keys()) this.lateArrivals.watch(work);
    return batch;
  }

  /** Finds pushes that an earlier attempt has committed although the connection was lost during COMMIT. */
  private async findCommitted(
    manager: EntityManager,
    pushes: readonly Waiting[],
  ): Promise<Map<Waiting, CallResult>> {
    const retried = pushes.filter(({ attempts }) => attempts > 0);
    if (retried.length === 0) return new Map();
    const ids = retried.map(({ call }) => call.id);
    const results = await this.journal.findResults(manager, ids);
    return new Map(
      retried.flatMap((push) => {
        const result = results.get(push.call.id);
        return result ? [[push, result] as const] : [];
      }),
    );
  }

  /** Loads the calendars, and then whatever else the pushes to free rooms need for their decisions. */
  private async load(
    manager: EntityManager,
    pushes: readonly Waiting[],
    done: Map<Waiting, CallResult>,
  ): Promise<OpenBatch> {
    const works = pushes.map(({ work }) => work);
    const loaded = await this.store.load(manager, works.map(requestOf), {
      skipLocked: !pushes.some(({ isBlocked }) => isBlocked),
      roomIds: pushes.flatMap(({ reachedRoomIds }) => reachedRoomIds),
      failedSince: this.lateArrivals.failedSince(works),
    });
    for (const push of pushes) push.reachedRoomIds = roomsOf(push.work, loaded);
    const free = pushes.filter((push) => !isBlocked(push, loaded)).map(({ work }) => work);
    await this.store.loadParents(
      manager,
      loaded,
      free.filter(({ needsParents }) => needsParents).map(requestOf),
    );
    const repeats = await this.lateArrivals.findRepeats(manager, free, loaded);
    return {
      loaded,
      repeats,
      done,
      refused: new Map(),
      again: new Map(),
      entries: [],
      postponed: new Set(),
      changed: new Set(),
    };
  }

  private decideOn(push: Waiting, batch: OpenBatch): void {
    const { work, call } = push;
    const { loaded, repeats, postponed, changed } = batch;
    const { roomId } = work.push;
    const repeat = repeats.get(work);
    if (postponed.has(roomId)) {
      batch.again.set(push, 'later');
      return;
    }
    // The writes since the first attempt were read from the database.
    const isAlone = repeat && push.reachedRoomIds.some((id) => changed.has(id));
    if (isAlone || isBlocked(push, loaded)) {
      batch.again.set(push, isAlone ? 'alone' : 'blocked');
      postponed.add(roomId);
      return;
    }
    const refusal = refusalOf(work, loaded);
    if (refusal) {
      batch.refused.set(push, refusal);
      return;
    }
    const moment = loaded.calendars.find(roomId) && loaded.takeMoment();
    const appliedAt = moment === undefined ? undefined : momentText(moment);
    const result = work.decide({ calendars: loaded.calendars, newer: repeat?.newer, appliedAt });
    const changes = moment === undefined ? [] : loaded.record(call.id, moment);
    const { payload } = work;
    batch.entries.push(newEntry(work.push, { ...result, payload, repeatOf: repeat?.of }, changes));
    batch.done.set(push, result);
    for (const id of push.reachedRoomIds) changed.add(id);
  }

  private async save(manager: EntityManager, { loaded, entries }: OpenBatch): Promise<void> {
    await this.store.prepareStates(manager, loaded);
    const incarnation = entries.length === 0 || loaded.isKnownServer ? [] : [this.journal.incarnationWrite];
    const writes: Write[] = [...this.store.unsavedWrites(loaded), ...incarnation];
    if (entries.length > 0) writes.push(this.journal.writeOf(entries));
    // All statements are sent before COMMIT: if one of them fails, the database rolls back.
    await commit(manager, send(manager, writes));
  }
}

/** Returns the room of a push and the rooms of all plans below those that it may change. */
function roomsOf({ push, planIds }: PushWork, { calendars }: LoadedCalendars): RoomId[] {
  const tree = calendars.treeOf(push.roomId, planIds);
  return [...new Set([push.roomId, ...tree.map(({ roomId }) => roomId)])];
}

function isBlocked({ reachedRoomIds }: Waiting, { blocked }: LoadedCalendars): boolean {
  return reachedRoomIds.some((id) => blocked.has(id));
}

export function requestOf({ push, planIds, dates, prices, withRestrictions }: PushWork): CalendarRequest {
  return { roomId: push.roomId, planIds, dates, prices, withRestrictions };
}

/** Returns why the token of a push must not be used for its room. */
export function refusalOf(
  { push: { token, roomId } }: PushWork,
  { calendars }: LoadedCalendars,
): Error | undefined {
  return tokenRefusal(token, roomId, calendars.find(roomId)?.room.propertyName ?? null);
}
