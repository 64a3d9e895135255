import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarRequest } from '../calendar/calendar-loader';
import { CalendarStore } from '../calendar/calendar-store';
import type { LoadedCalendars } from '../calendar/loaded-calendars';
import { momentText } from '../platform/dates/microseconds';
import type { RoomId } from '../platform/database/id';
import { JournalRepository } from './journal/journal.repository';
import type { CallResult } from './journal/journaled-call';
import { newEntry } from './journal/new-entry';
import type { Repeat } from './late-arrivals/late-arrivals.service';
import { LateArrivalsService } from './late-arrivals/late-arrivals.service';
import { BatchSaver } from './batch-saver';
import { OpenBatch } from './open-batch';
import type { PushWork, RecalledPush } from './push';
import { tokenRefusal } from './token-refusal';
import type { Batch, WaitingPush } from './waiting-push';
import { BatchResult } from './waiting-push';

type Waiting = WaitingPush<RecalledPush, CallResult>;

type Result = BatchResult<RecalledPush, CallResult>;

/** A transaction of pushes, of which some repeat failed calls. */
class OpenPushes extends OpenBatch<RecalledPush, CallResult> {
  /** The rooms that were changed. The database does not have these changes yet. */
  readonly changed = new Set<RoomId>();

  constructor(
    loaded: LoadedCalendars,
    result: Result,
    readonly repeats: ReadonlyMap<PushWork, Repeat>,
  ) {
    super(loaded, result);
  }
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
    private readonly saver: BatchSaver,
  ) {}

  async carryOut(manager: EntityManager, pushes: readonly Waiting[]): Promise<Result> {
    const result = new BatchResult(await this.findCommitted(manager, pushes));
    const open = pushes.filter((push) => !result.done.has(push));
    if (open.length === 0) return result;
    const batch = await this.load(manager, open, result);
    for (const push of open) this.decideOn(push, batch);
    await this.saver.save(manager, batch);
    for (const { work } of result.done.keys()) this.lateArrivals.watch(work);
    return result;
  }

  /** Finds pushes that an earlier attempt has committed, although the connection was lost during COMMIT. */
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

  /** Loads the calendars, and then everything else that the pushes to free rooms need for their decisions. */
  private async load(
    manager: EntityManager,
    pushes: readonly Waiting[],
    result: Result,
  ): Promise<OpenPushes> {
    const works = pushes.map(({ work }) => work);
    const requests = pushes.map(({ work, reachedRoomIds }) => ({ ...requestOf(work), reachedRoomIds }));
    const loaded = await this.store.load(manager, requests, {
      skipLocked: !pushes.some(({ isBlocked }) => isBlocked),
      failedSince: this.lateArrivals.failedSince(works),
    });
    for (const push of pushes)
      push.reachedRoomIds = loaded.calendars.roomsOf(push.work.push.roomId, push.work.planIds);
    const free = pushes.filter((push) => !isBlocked(push, loaded)).map(({ work }) => work);
    return new OpenPushes(loaded, result, await this.lateArrivals.findRepeats(manager, free, loaded));
  }

  private decideOn(push: Waiting, batch: OpenPushes): void {
    const { work, call } = push;
    const { loaded, result, entries, repeats, postponed, changed } = batch;
    const { roomId } = work.push;
    const repeat = repeats.get(work);
    if (postponed.has(roomId)) {
      result.again.set(push, 'later');
      return;
    }
    // The writes since the first attempt were read from the database, so they lack the changes of this batch.
    const isAlone = repeat && push.reachedRoomIds.some((id) => changed.has(id));
    if (isAlone || isBlocked(push, loaded)) {
      result.again.set(push, isAlone ? 'alone' : 'blocked');
      postponed.add(roomId);
      return;
    }
    const refusal = refusalOf(work, loaded);
    if (refusal) {
      result.refused.set(push, refusal);
      return;
    }
    const moment = loaded.calendars.find(roomId) && loaded.takeMoment();
    const appliedAt = moment === undefined ? undefined : momentText(moment);
    const decision = work.decide({ calendars: loaded.calendars, newer: repeat?.newer, appliedAt });
    const changes = moment === undefined ? [] : loaded.record(call.id, moment);
    const { payload } = work;
    entries.push(newEntry(work.push, { ...decision, payload, repeatOf: repeat?.of }, changes));
    result.done.set(push, decision);
    for (const id of push.reachedRoomIds) changed.add(id);
  }
}

function isBlocked({ reachedRoomIds }: Waiting, { blocked }: LoadedCalendars): boolean {
  return reachedRoomIds.some((id) => blocked.has(id));
}

export function requestOf({ push: { roomId }, ...needs }: PushWork): CalendarRequest {
  const { planIds, dates, prices, withRestrictions, withParents } = needs;
  return { roomId, planIds, dates, prices, withRestrictions, withParents };
}

/** Returns why the token of a push must not be used for its room. */
export function refusalOf(
  { push: { token, roomId } }: PushWork,
  { calendars }: LoadedCalendars,
): Error | undefined {
  return tokenRefusal(token, roomId, calendars.find(roomId)?.room.propertyName ?? null);
}
