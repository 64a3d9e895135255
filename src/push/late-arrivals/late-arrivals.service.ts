import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Call } from '../../platform/http/request-context';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { LoadedCalendars } from '../../calendar/loaded-calendars';
import type { CalendarRequest } from '../../calendar/calendar-loader';
import type { RestrictionName } from '../../calendar/restrictions';
import { FailedCalls, hasFailedBefore, joinLaterAttempts, oldestFirst } from './failed-calls';
import { keyAt, receivedAt } from '../journal/request-id';
import type { RoomId } from '../../platform/database/id';
import type { NewerMessageWrites, NewerWrites, SetCells } from './newer-writes';
import { NewerWritesRepository } from './newer-writes.repository';
import type { PushWork, RecalledPush } from '../push';
import type { FailedCall, SuccessfulAttempt } from './failed-call.repository';
import { FailedCallRepository } from './failed-call.repository';

/** The call that a push repeats. */
export interface Repeat {
  /** The request id of the repeated call. */
  of: string;
  /** The writes since the repeated call. */
  newer: NewerWrites;
}

/**
 * Recognizes repeats: calls that a caller sends again because it received no success.
 * A repeat takes the place of the first attempt in the order of pushes.
 */
@Injectable()
export class LateArrivalsService {
  private readonly logger = new Logger(LateArrivalsService.name);

  constructor(
    private readonly failedCalls: FailedCalls,
    private readonly recorded: FailedCallRepository,
    private readonly newerWrites: NewerWritesRepository,
    private readonly transactions: TransactionRunner,
  ) {}

  /** Adds the failed attempts that a push may repeat. */
  recall(work: PushWork): RecalledPush {
    return { ...work, remembered: this.rememberedWith(work.push.attempt, () => contentOf(work)) };
  }

  /**
   * Returns the request id of the call that a message repeats, as far as this instance remembers its failed attempts;
   * undefined for a new call.
   * @param content equal in all attempts at a call
   */
  rememberedCall({ attempt }: Pick<Call, 'attempt'>, content: () => string): string | undefined {
    const remembered = this.rememberedWith(attempt, content);
    const [first] = remembered;
    if (!attempt || !first) return undefined;
    joinLaterAttempts(first, remembered);
    return (attempt.originalRequestId = first.originalRequestId);
  }

  private rememberedWith(attempt: Call['attempt'], content: () => string): FailedCall[] {
    if (!attempt) return [];
    attempt.content = content;
    return this.failedCalls.find(attempt);
  }

  /**
   * Some pushes may repeat calls that have failed. Returns the earliest time at which these calls may have failed;
   * undefined if no push can be a repeat.
   */
  failedSince(works: readonly PushWork[]): Date | undefined {
    const ids = works.flatMap(({ push }) => (push.attempt ? push.id : []));
    const [first] = ids.sort();
    return first === undefined || !this.failedCalls.isOn ? undefined : this.failedCalls.windowStart(first);
  }

  /**
   * Finds which pushes repeat a call, with the writes since then that they must not overwrite. A batch has one look-up,
   * before any push is decided. Pushes that repeat nothing are left out.
   */
  async findRepeats(
    manager: EntityManager,
    works: readonly RecalledPush[],
    loaded: LoadedCalendars,
  ): Promise<Map<PushWork, Repeat>> {
    const repeats = new Map<PushWork, Repeat>();
    const lookUp = async (work: RecalledPush) => {
      const of = await this.findRepeated(manager, work);
      if (of !== undefined) repeats.set(work, { of, newer: await this.findNewer(manager, work, loaded, of) });
    };
    const mayRepeat = ({ push, remembered }: RecalledPush) =>
      remembered.length > 0 || loaded.withFailedCalls.has(push.roomId);
    await Promise.all(works.filter(mayRepeat).map(lookUp));
    for (const work of works) {
      const { id, attempt } = work.push;
      if (attempt) attempt.originalRequestId = repeats.get(work)?.of ?? id;
    }
    return repeats;
  }

  /**
   * Returns the request id of the call that a push repeats; undefined for a new call.
   * It compares every attempt that this instance remembers or that the journal contains.
   */
  private async findRepeated(
    manager: EntityManager,
    { push, payload, remembered }: RecalledPush,
  ): Promise<string | undefined> {
    if (!push.attempt) return undefined;
    const times: [Date, Date] = [this.failedCalls.windowStart(push.id), receivedAt(push.id)];
    const recorded = await this.recorded.find(manager, push, payload, times);
    const isRecorded = new Set(recorded.map(({ id }) => id));
    const attempts = [...recorded, ...remembered.filter(({ id }) => !isRecorded.has(id))].sort(oldestFirst);
    if (attempts.length === 0) return undefined;
    const since = new Date(Math.min(...attempts.map(({ failedAt }) => failedAt.getTime())));
    const successes = await this.recorded.findSuccesses(manager, push, payload, since);
    for (const attempt of attempts) {
      const earlier = attempts.filter((other) => hasFailedBefore(other, attempt));
      const calls = [attempt, ...earlier].map(({ originalRequestId }) => originalRequestId);
      if (successes.some((success) => isRetry(success, attempt, calls))) continue;
      joinLaterAttempts(attempt, remembered);
      return attempt.originalRequestId;
    }
    return undefined;
  }

  /** Returns the writes since the first attempt at a call. */
  private findNewer(
    manager: EntityManager,
    { push, planIds, dates }: PushWork,
    { calendars }: LoadedCalendars,
    first: string,
  ): Promise<NewerWrites> {
    const tree = calendars.treeOf(push.roomId, planIds);
    return this.newerWrites.find(manager, push, tree, dates, first);
  }

  /**
   * Returns the writes since the first attempt at a message, by room. Every room has the prices of all rooms, because plans
   * may derive from plans in other rooms.
   * @param names the restrictions that the message sets
   */
  async findNewerOfMessage(
    manager: EntityManager,
    requests: readonly CalendarRequest[],
    names: readonly RestrictionName[],
    { calendars }: LoadedCalendars,
    first: string,
  ): Promise<Map<RoomId, NewerMessageWrites>> {
    const call = await this.newerWrites.findChanges(manager, first);
    const newer = new Map<RoomId, NewerMessageWrites>();
    const prices: SetCells = new Map();
    for (const { roomId, planIds, dates } of requests) {
      const tree = calendars.treeOf(roomId, planIds);
      const found = await this.newerWrites.findForMessage(manager, call, roomId, tree, { dates, names });
      for (const [plan, set] of found.prices) prices.set(plan, set);
      newer.set(roomId, { ...found, prices });
    }
    return newer;
  }

  /** Records, for all instances, if an applied call fails for its caller. */
  watch({ push: { id, attempt } }: PushWork): void {
    attempt?.whenFailed((failedAt) => void this.recordFailed(id, failedAt));
  }

  private async recordFailed(id: string, failedAt: Date): Promise<void> {
    try {
      await this.transactions.run((manager) => this.recorded.record(manager, id, failedAt));
    } catch (error) {
      this.logger.warn({
        msg: 'Other instances will not recognize a repeat of this call',
        requestId: id,
        err: error,
      });
    }
  }
}

/**
 * Whether a successful attempt retries a failed one: it came later, and its instance did not take it for a repeat of
 * another call.
 * @param calls the first attempts of the calls to which the failed attempt may belong
 */
function isRetry(
  { id, repeatOf }: SuccessfulAttempt,
  { failedAt }: FailedCall,
  calls: readonly string[],
): boolean {
  return id > keyAt(failedAt) && (repeatOf === null || calls.includes(repeatOf));
}

/** Returns the same text for all attempts at a call, even if their bodies are formatted differently. */
function contentOf({ push, payload }: Pick<PushWork, 'push' | 'payload'>): string {
  const { operation, roomId, ratePlanId, token } = push;
  return JSON.stringify([operation, roomId, ratePlanId, token?.id, payload.dates, payload.numbers]);
}
