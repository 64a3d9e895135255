import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { LoadOptions } from '../calendar/calendar-loader';
import { CalendarStore } from '../calendar/calendar-store';
import type { LoadedCalendars } from '../calendar/loaded-calendars';
import { momentText } from '../platform/dates/microseconds';
import type { RoomId } from '../platform/database/id';
import { newEntry } from '../push/journal/new-entry';
import { LateArrivalsService } from '../push/late-arrivals/late-arrivals.service';
import type { NewerMessageWrites } from '../push/late-arrivals/newer-writes';
import { BatchSaver } from '../push/batch-saver';
import { OpenBatch } from '../push/open-batch';
import type { Batch, WaitingPush } from '../push/waiting-push';
import { BatchResult } from '../push/waiting-push';
import { EarlierMessagesService, keyOf } from './earlier-messages.service';
import type { MessageResult, MessageToApply } from './message';
import type { CheckedMessage, LocatedMessage } from './message-entries';
import { countOf, entriesOf } from './message-entries';
import { MessageRulesService } from './message-rules.service';
import { MessageStepsService, refusalOfDeleted, refusedFor } from './message-steps.service';

type Waiting = WaitingPush<MessageToApply, MessageResult>;
type Result = BatchResult<MessageToApply, MessageResult>;

interface CheckedPush {
  push: Waiting;
  message: CheckedMessage;
}

/** A transaction of messages. */
class OpenMessages extends OpenBatch<MessageToApply, MessageResult> {
  /** The keys of the messages. */
  readonly sent = new Set<string>();

  constructor(
    loaded: LoadedCalendars,
    result: Result,
    /** Whether it has only one message. */
    readonly isSingle: boolean,
  ) {
    super(loaded, result);
  }
}

/**
 * Carries out messages in one transaction: all of each message or nothing, with a journal entry for each room. A large
 * message has its own transaction.
 */
@Injectable()
export class MessageBatch implements Batch<MessageToApply, MessageResult> {
  constructor(
    private readonly store: CalendarStore,
    private readonly earlier: EarlierMessagesService,
    private readonly saver: BatchSaver,
    private readonly lateArrivals: LateArrivalsService,
    private readonly steps: MessageStepsService,
    private readonly rules: MessageRulesService,
  ) {}

  async carryOut(manager: EntityManager, pushes: readonly Waiting[]): Promise<Result> {
    const works = pushes.map(({ work }) => work);
    const located = this.steps.locate(works);
    const isSingle = pushes.length === 1;
    // A message about one room loads it while its hotel is read, which saves a round trip. Many rooms are checked
    // first.
    const isOfOneRoom = located.every(({ requests }) => requests.length === 1);
    const [hotels, [locked, earlier]] = await Promise.all([
      this.steps.findHotels(manager, works),
      isOfOneRoom
        ? this.lock(manager, located, { skipLocked: !isSingle, withoutPasts: true })
        : this.earlier.find(manager, works).then((found) => [undefined, found] as const),
    ]);
    const result: Result = new BatchResult();
    const checked: CheckedPush[] = [];
    for (const [index, push] of pushes.entries()) {
      const { work } = push;
      const found = earlier.get(work.call.id);
      const message = found ?? (await this.steps.check(manager, located[index] as LocatedMessage, hotels));
      if (message instanceof Error) result.refused.set(push, message);
      else if ('entryIds' in message) checked.push({ push, message });
      else result.done.set(push, message);
    }
    if (checked.length === 0) return result;
    const messages = checked.map(({ message }) => message);
    if (locked) await this.store.beginPasts(manager, locked, roomsOf(locked, messages));
    const [loaded, meanwhile] = locked
      ? [locked, earlier]
      : await this.lock(manager, messages, { skipLocked: !isSingle });
    const batch = new OpenMessages(loaded, result, isSingle);
    for (const each of checked) {
      const found = meanwhile.get(each.push.call.id);
      if (found) result.done.set(each.push, found);
      else await this.decideOn(manager, each, batch);
    }
    await this.saver.save(manager, batch);
    return result;
  }

  /** Locks and loads the rooms of messages. Then it looks for messages that another instance has applied meanwhile. */
  private lock(
    manager: EntityManager,
    messages: readonly LocatedMessage[],
    options: LoadOptions,
  ): Promise<[LoadedCalendars, Map<string, MessageResult>]> {
    return Promise.all([
      this.store.load(
        manager,
        messages.flatMap(({ requests }) => requests),
        options,
      ),
      this.earlier.find(
        manager,
        messages.map(({ work }) => work),
      ),
    ]);
  }

  /** Applies a message to the loaded calendars. */
  private async decideOn(
    manager: EntityManager,
    { push, message }: CheckedPush,
    batch: OpenMessages,
  ): Promise<void> {
    const { work, records, entryIds } = message;
    const { loaded, result, isSingle, postponed, sent } = batch;
    const { calendars } = loaded;
    const refusal = refusalOfDeleted(message, loaded);
    if (refusal) {
      result.done.set(push, refusal);
      return;
    }
    if (!isSingle) {
      const mustWait = roomsOf(loaded, [message]).some((id) => loaded.blocked.has(id) || postponed.has(id));
      const key = keyOf(work);
      if (mustWait || sent.has(key)) {
        result.again.set(push, 'alone');
        for (const roomId of records.roomIds) postponed.add(roomId);
        return;
      }
      sent.add(key);
    }
    const { repeatOf } = work;
    const names = [...records.restrictions];
    const newer = repeatOf
      ? await this.lateArrivals.findNewerOfMessage(manager, message.requests, names, loaded, repeatOf)
      : new Map<RoomId, NewerMessageWrites>();
    const moment = loaded.takeMoment();
    const appliedAt = momentText(moment);
    const decision = await this.rules.apply(records, { calendars, newer, appliedAt, entryIds });
    if (decision.problem) {
      if (!isSingle) throw new Error('A message of several has a problem, and has changed their calendars');
      result.done.set(push, refusedFor(decision.problem));
      return;
    }

    const changesOf = loaded.recordByRoom(entryIds, moment);
    const ofRooms = entriesOf(message, decision, appliedAt);
    for (const { call, result: ofRoom, message: shared } of ofRooms)
      batch.entries.push(newEntry(call, ofRoom, call.roomId ? changesOf.get(call.roomId) : [], shared));
    const { notes: ignored } = records;
    result.done.set(push, { outcome: 'applied', callId: work.call.id, ignored, records: countOf(ofRooms) });
  }
}

/** Returns the rooms of messages, and the rooms of all plans that derive from plans in them. */
function roomsOf({ calendars }: LoadedCalendars, messages: readonly LocatedMessage[]): RoomId[] {
  return messages.flatMap(({ requests }) =>
    requests.flatMap(({ roomId, planIds }) => calendars.roomsOf(roomId, planIds)),
  );
}
