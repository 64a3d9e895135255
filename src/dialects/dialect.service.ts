import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { byNumber } from '../platform/database/id';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { quote } from '../platform/http/quote';
import type { Call } from '../platform/http/request-context';
import { JournalWriter } from '../push/journal/journal.writer';
import { receivedAt } from '../push/journal/request-id';
import { LateArrivalsService } from '../push/late-arrivals/late-arrivals.service';
import { PushEngine } from '../push/push-engine';
import { WaitingPush } from '../push/waiting-push';
import { SandboxJournalService } from '../push/sandbox/sandbox-journal.service';
import { refusalOfToken } from './hotel-access';
import { HotelRepository } from './hotel.repository';
import type { DialectMessage, Hotel, MessageCall, MessageResult, MessageToApply } from './message';
import { factsOf, MAX_MESSAGE_FACTS } from './message';
import { MessageBatch } from './message-batch';
import { tooManyFacts } from './message-records';
import { MessageDryRunService } from './message-dry-run.service';

/** The number of parts that are hashed between two turns of the event loop. */
const PARTS_PER_TURN = 2_000;
/** The maximum length of a room's or plan's code in the messages of SiteMinder. */
const MAX_CODE_LENGTH = 16;

/** Applies messages that a dialect has translated. */
@Injectable()
export class DialectService {
  private readonly logger = new Logger(DialectService.name);

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hotels: HotelRepository,
    private readonly engine: PushEngine,
    private readonly lateArrivals: LateArrivalsService,
    private readonly messages: MessageBatch,
    private readonly writer: JournalWriter,
    private readonly dryRuns: MessageDryRunService,
    private readonly sandboxes: SandboxJournalService,
  ) {}

  /**
   * Applies a message as one transaction: all of it or nothing. A dry run saves nothing.
   * @throws ForbiddenException if the token is limited to other properties, ProblemException 413 for too many facts
   */
  async apply(message: DialectMessage, call: MessageCall): Promise<MessageResult> {
    const facts = message.parts.reduce((sum, part) => sum + factsOf(part), 0);
    if (facts > MAX_MESSAGE_FACTS) throw tooManyFacts();
    call.capacity?.weigh(facts);
    const digest = await digestOf(message);
    const identified = { message, call, digest: message.messageId === null ? null : digest };
    if (call.dryRun) return this.dryRuns.run({ ...identified, repeatOf: undefined });
    const content = () => `${call.operation} ${call.token?.id} ${digest.toString('hex')}`;
    const repeatOf = this.lateArrivals.rememberedCall(call, content);
    const result = await this.carryOut({ ...identified, repeatOf }, facts);
    if (result.outcome === 'applied' && result.callId !== call.id)
      await this.sandboxes.record({ ...call, roomId: null, ratePlanId: null }, { repeatOf: result.callId });
    return result;
  }

  /** Carries out a message when it is first in the queues of its rooms. */
  private async carryOut(work: MessageToApply, facts: number): Promise<MessageResult> {
    const { call, message, repeatOf } = work;
    const roomIds = [...new Set(message.parts.map(({ roomId }) => roomId))].sort(byNumber);
    const waiting = new WaitingPush(
      this.messages,
      work,
      { ...call, roomId: null, ratePlanId: null },
      roomIds,
      facts,
    );
    // A repeat runs alone, because it reads the writes of others. A message about several rooms also runs alone, because it
    // waits in the queues of all of them.
    if (repeatOf || roomIds.length > 1) waiting.runAgain('alone');
    return roomIds.length > 0 ? this.engine.enqueue(waiting) : this.carryOutNow(waiting);
  }

  /** Carries out a message without parts, which is about no room. */
  private async carryOutNow(waiting: WaitingPush<MessageToApply, MessageResult>): Promise<MessageResult> {
    const { id } = waiting.call;
    try {
      const { done, refused } = await this.transactions.run(
        (manager) => this.messages.carryOut(manager, [waiting]),
        receivedAt(id),
        id,
      );
      if (refused.has(waiting)) throw refused.get(waiting);
      return done.get(waiting) as MessageResult;
    } catch (error) {
      throw this.writer.explain(error, waiting.call);
    }
  }

  /**
   * Returns the rooms and plans of a property code that a sender can map; undefined if no room has it.
   * @throws ForbiddenException if the token is limited to other properties
   */
  async describe(hotelCode: string, { token }: Call): Promise<Hotel | undefined> {
    const hotels = await this.transactions.read((manager) => this.hotels.find(manager, [hotelCode]));
    const hotel = hotels.get(hotelCode);
    const refusal = refusalOfToken(token, hotelCode, hotel);
    if (refusal) throw refusal;
    return hotel && this.withoutLongIds(hotel);
  }

  private withoutLongIds({ hotelCode, rooms }: Hotel): Hotel {
    const [mappable, left] = [rooms.filter(hasCode), rooms.filter((room) => !hasCode(room))];
    const plans = mappable.flatMap(({ ratePlans }) => ratePlans).filter((plan) => !hasCode(plan));
    if (left.length + plans.length > 0)
      this.logger.warn({
        msg:
          `The mapping of hotel ${quote(hotelCode)} leaves out rooms and rate plans, because their ids have more than ` +
          `${MAX_CODE_LENGTH} digits`,
        rooms: idsOf(left),
        ratePlans: idsOf(plans),
      });
    return {
      hotelCode,
      rooms: mappable.map((room) => ({ ...room, ratePlans: room.ratePlans.filter(hasCode) })),
    };
  }
}

/** Whether a sender can use the id of a room or plan as its code. */
function hasCode({ id }: { id: string }): boolean {
  return id.length <= MAX_CODE_LENGTH;
}

/** Returns the first ids, because a log line has a limit. */
function idsOf(records: readonly { id: string }[]): string[] {
  return records.slice(0, 20).map(({ id }) => id);
}

/** The digest of the content of a message, independent of its format. */
async function digestOf({ dialect, messageId, hotels, parts, ignored }: DialectMessage): Promise<Buffer> {
  const hash = createHash('sha256').update(JSON.stringify([dialect, messageId, hotels, ignored]));
  for (let start = 0; start < parts.length; start += PARTS_PER_TURN) {
    hash.update(JSON.stringify(parts.slice(start, start + PARTS_PER_TURN)));
    if (start + PARTS_PER_TURN < parts.length) await nextTurn();
  }
  return hash.digest();
}
