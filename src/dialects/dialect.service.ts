import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { byNumber } from '../platform/database/id';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { invalidBody } from '../platform/http/problem';
import type { Call } from '../platform/http/request-context';
import { JournalWriter } from '../push/journal/journal.writer';
import { receivedAt } from '../push/journal/request-id';
import { LateArrivalsService } from '../push/late-arrivals/late-arrivals.service';
import { PushEngine } from '../push/push-engine';
import { WaitingPush } from '../push/waiting-push';
import { SandboxJournalService } from '../push/sandbox/sandbox-journal.service';
import { lengthOf } from './date-spread';
import { refusalOfToken } from './hotel-access';
import { HotelRepository } from './hotel.repository';
import type { DialectMessage, Hotel, MessageCall, MessageResult, MessageToApply } from './message';
import { MAX_MESSAGE_CELLS } from './message';
import { MessageBatch } from './message-batch';
import { MessageDryRunService } from './message-dry-run.service';

/** The number of parts that are hashed between two turns of the event loop. */
const PARTS_PER_TURN = 2_000;

/** Applies messages that a dialect has translated. */
@Injectable()
export class DialectService {
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
   * @throws ForbiddenException if the token is limited to other properties, ProblemException 413 for too many cells
   */
  async apply(message: DialectMessage, call: MessageCall): Promise<MessageResult> {
    const cells = message.parts.reduce((sum, { from, to }) => sum + lengthOf(from, to), 0);
    if (cells > MAX_MESSAGE_CELLS) {
      const advice = 'send it in several messages';
      throw invalidBody(413, `The message has ${cells} cells, more than ${MAX_MESSAGE_CELLS}: ${advice}`);
    }
    call.capacity?.weigh(cells);
    const digest = await digestOf(message);
    const identified = { message, call, digest: message.messageId === null ? null : digest };
    if (call.dryRun) return this.dryRuns.run({ ...identified, repeatOf: undefined });
    const content = () => `${call.operation} ${call.token?.id} ${digest.toString('hex')}`;
    const repeatOf = this.lateArrivals.rememberedCall(call, content);
    const result = await this.carryOut({ ...identified, repeatOf }, cells);
    if (result.outcome === 'applied' && result.callId !== call.id)
      await this.sandboxes.record({ ...call, roomId: null, ratePlanId: null }, { repeatOf: result.callId });
    return result;
  }

  /** Carries out a message when it is first in the queues of its rooms. */
  private async carryOut(work: MessageToApply, cells: number): Promise<MessageResult> {
    const { call, message, repeatOf } = work;
    const roomIds = [...new Set(message.parts.map(({ roomId }) => roomId))].sort(byNumber);
    const waiting = new WaitingPush(
      this.messages,
      work,
      { ...call, roomId: null, ratePlanId: null },
      roomIds,
      cells,
    );
    // A repeat reads the writes of others, and a message about several rooms waits in the queues of all of them.
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
   * Returns the rooms and plans of a property code; undefined if no room has it.
   * @throws ForbiddenException if the token is limited to other properties
   */
  async describe(hotelCode: string, { token }: Call): Promise<Hotel | undefined> {
    const hotels = await this.transactions.read((manager) => this.hotels.find(manager, [hotelCode]));
    const hotel = hotels.get(hotelCode);
    const refusal = refusalOfToken(token, hotelCode, hotel);
    if (refusal) throw refusal;
    return hotel;
  }
}

/** The digest of the content of a message, independent of its format. */
async function digestOf({ dialect, messageId, hotelCode, parts, ignored }: DialectMessage): Promise<Buffer> {
  const hash = createHash('sha256').update(JSON.stringify([dialect, messageId, hotelCode, ignored]));
  for (let start = 0; start < parts.length; start += PARTS_PER_TURN) {
    hash.update(JSON.stringify(parts.slice(start, start + PARTS_PER_TURN)));
    if (start + PARTS_PER_TURN < parts.length) await nextTurn();
  }
  return hash.digest();
}
