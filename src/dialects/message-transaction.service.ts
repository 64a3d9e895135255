import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { LoadOptions } from '../calendar/calendar-loader';
import { CalendarStore } from '../calendar/calendar-store';
import type { LoadedCalendars } from '../calendar/loaded-calendars';
import { momentText } from '../platform/dates/microseconds';
import type { RoomId } from '../platform/database/id';
import { commit } from '../platform/database/transaction-query-runner';
import { send } from '../platform/database/write';
import { JournalRepository } from '../push/journal/journal.repository';
import { JournalWriter } from '../push/journal/journal.writer';
import type { NewEntry } from '../push/journal/new-entry';
import { newEntry } from '../push/journal/new-entry';
import { LateArrivalsService } from '../push/late-arrivals.service';
import type { NewerMessageWrites, SetCells } from '../push/newer-writes';
import { EarlierMessagesService, keyOf } from './earlier-messages.service';
import type { MessageResult, MessageToApply } from './message';
import type { CheckedMessage, LocatedMessage } from './message-entries';
import { countOf, entriesOf } from './message-entries';
import { MessageRulesService } from './message-rules.service';
import {
  MessageStepsService,
  refusalOfDeleted,
  refusedFor,
  requestsForParents,
} from './message-steps.service';

/** The outcome of a message: an error if its token must not send it, `again` if it needs its own transaction. */
type MessageOutcome = MessageResult | Error | 'again';

/** The locked rooms of a transaction, and the journal entries of its messages. */
interface Transaction {
  loaded: LoadedCalendars;
  /** Whether it has only one message. */
  isSingle: boolean;
  entries: NewEntry[];
  /** The rooms of messages that have to run again: later messages for them must wait. */
  stopped: Set<RoomId>;
  /** The keys of the messages. */
  sent: Set<string>;
}

/**
 * Carries out messages in one transaction: all of each message or nothing, with a journal entry for each room. A large
 * message has its own transaction.
 */
@Injectable()
export class MessageTransactionService {
  constructor(
    private readonly store: CalendarStore,
    private readonly earlier: EarlierMessagesService,
    private readonly journal: JournalRepository,
    private readonly writer: JournalWriter,
    private readonly lateArrivals: LateArrivalsService,
    private readonly steps: MessageStepsService,
    private readonly rules: MessageRulesService,
  ) {}

  /**
   * @returns the outcome of each message, in their order
   * @throws UnauthorizedException; the database has to roll back, and each message needs its own transaction
   */
  async run(manager: EntityManager, works: readonly MessageToApply[]): Promise<MessageOutcome[]> {
    const located = this.steps.locate(works);
    const isSingle = works.length === 1;
    // A message about one room loads it while its hotel is read, which saves a round trip. Many rooms are checked
    // first.
    const isOfOneRoom = located.every(({ requests }) => requests.length === 1);
    const [hotels, [locked, earlier]] = await Promise.all([
      this.steps.findHotels(manager, works),
      isOfOneRoom
        ? this.lock(manager, located, { skipLocked: !isSingle, withoutPasts: true })
        : this.earlier.find(manager, works).then((found) => [undefined, found] as const),
    ]);
    const outcomes = new Map<MessageToApply, MessageOutcome>();
    const checked: CheckedMessage[] = [];
    for (const each of located) {
      const { work } = each;
      const found = earlier.get(work.call.id);
      const result = found ?? (await this.steps.check(each, hotels.get(work.message.hotelCode)));
      if ('entryIds' in result) checked.push(result);
      else outcomes.set(work, result);
    }
    if (checked.length === 0) return works.map((work) => outcomes.get(work) ?? 'again');
    if (locked) await this.store.beginPasts(manager, locked, roomsOf(locked, checked));
    const [loaded, meanwhile] = locked
      ? [locked, earlier]
      : await this.lock(manager, checked, { skipLocked: !isSingle });
    await this.apply(manager, checked, { loaded, meanwhile, isSingle }, outcomes);
    return works.map((work) => outcomes.get(work) ?? 'again');
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

  private async apply(
    manager: EntityManager,
    checked: readonly CheckedMessage[],
    {
      loaded,
      meanwhile,
      isSingle,
    }: { loaded: LoadedCalendars; meanwhile: ReadonlyMap<string, MessageResult>; isSingle: boolean },
    outcomes: Map<MessageToApply, MessageOutcome>,
  ): Promise<void> {
    const transaction: Transaction = {
      loaded,
      isSingle,
      entries: [],
      stopped: new Set(),
      sent: new Set(),
    };
    for (const each of checked) {
      const { work, records } = each;
      const outcome = meanwhile.get(work.call.id) ?? (await this.decide(manager, each, transaction));
      outcomes.set(work, outcome);
      if (outcome === 'again') for (const roomId of records.roomIds) transaction.stopped.add(roomId);
    }
    if (transaction.entries.length === 0) return;
    await this.store.prepareStates(manager, loaded);
    try {
      await this.write(manager, transaction);
    } catch (error) {
      const [{ work }] = checked as [CheckedMessage];
      throw isSingle ? this.writer.explain(error, { ...work.call, roomId: null, ratePlanId: null }) : error;
    }
  }

  /** Applies a message to the loaded calendars. */
  private async decide(
    manager: EntityManager,
    message: CheckedMessage,
    { loaded, isSingle, entries, stopped, sent }: Transaction,
  ): Promise<MessageOutcome> {
    const { work, records, entryIds } = message;
    const { calendars } = loaded;
    const refusal = refusalOfDeleted(message, loaded);
    if (refusal) return refusal;
    const needParents = requestsForParents(message, loaded);
    if (!isSingle) {
      const reached = roomsOf(loaded, [message]);
      // Parents would be read from the database, which does not have the other messages of this transaction yet.
      const mustWait = reached.some((id) => loaded.blocked.has(id) || stopped.has(id));
      const key = keyOf(work);
      if (mustWait || sent.has(key) || needParents.length > 0) return 'again';
      sent.add(key);
    }
    for (const request of needParents) await this.store.loadParents(manager, loaded, request);
    if (work.call.attempt) work.call.attempt.originalRequestId = work.repeatOf ?? work.call.id;
    const newer = await this.findNewer(manager, message, loaded);
    const moment = loaded.takeMoment();
    const appliedAt = momentText(moment);
    const decision = await this.rules.apply(records, { calendars, newer, appliedAt, entryIds });
    if (decision.problem) {
      if (!isSingle) throw new Error('A message of several has a problem, and has changed their calendars');
      return refusedFor(decision.problem);
    }

    const changesOf = loaded.recordByRoom(entryIds, moment);
    const ofRooms = entriesOf(message, decision, appliedAt);
    for (const { call, result, message: shared } of ofRooms)
      entries.push(newEntry(call, result, call.roomId ? changesOf.get(call.roomId) : [], shared));
    return { outcome: 'applied', callId: work.call.id, ignored: records.notes, records: countOf(ofRooms) };
  }

  private async write(manager: EntityManager, { loaded, entries }: Transaction): Promise<void> {
    const incarnation = loaded.isKnownServer ? [] : [this.journal.incarnationWrite];
    const all = [...this.store.writesOf(loaded), ...incarnation, this.journal.writeOf(entries)];
    // All statements are sent before COMMIT: if one of them fails, the database rolls back.
    await commit(manager, send(manager, all));
  }

  /** Finds the values set since the first attempt at the call, in all rooms. */
  private async findNewer(
    manager: EntityManager,
    { work: { repeatOf }, requests, records }: CheckedMessage,
    loaded: LoadedCalendars,
  ): Promise<Map<RoomId, NewerMessageWrites>> {
    const newer = new Map<RoomId, NewerMessageWrites>();
    if (!repeatOf) return newer;
    const prices: SetCells = new Map();
    const names = [...records.restrictions];
    for (const request of requests) {
      const found = await this.lateArrivals.findNewerOfMessage(manager, request, names, loaded, repeatOf);
      for (const [plan, set] of found.prices) prices.set(plan, set);
      newer.set(request.roomId, { ...found, prices });
    }
    return newer;
  }
}

/** The rooms of messages, and the rooms of all plans that derive from plans in them. */
function roomsOf({ calendars }: LoadedCalendars, messages: readonly LocatedMessage[]): RoomId[] {
  return messages.flatMap(({ requests }) =>
    requests.flatMap(({ roomId, planIds }) => [
      roomId,
      ...calendars.treeOf(roomId, planIds).map((plan) => plan.roomId),
    ]),
  );
}
