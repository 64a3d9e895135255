import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { invalidBody } from '../platform/http/problem';
import type { Call } from '../platform/http/request-context';
import { receivedAt } from '../push/journal/request-id';
import { LateArrivalsService } from '../push/late-arrivals.service';
import { PushEngine } from '../push/push-engine';
import { SandboxJournalService } from '../push/sandbox/sandbox-journal.service';
import { lengthOf } from './date-spread';
import { refusalOfToken } from './hotel-access';
import { HotelRepository } from './hotel.repository';
import type { DialectMessage, Hotel, MessageCall, MessageResult, MessageToApply } from './message';
import { MAX_MESSAGE_CELLS } from './message';
import { MessageDryRunService } from './message-dry-run.service';
import { MessageGroup, MessageTask } from './message-task';
import { MessageTransactionService } from './message-transaction.service';

/** Parts that are hashed between two turns of the event loop. */
const PARTS_PER_TURN = 2_000;

/** Applies messages that a dialect has translated. */
@Injectable()
export class DialectService {
  private readonly group: MessageGroup;

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hotels: HotelRepository,
    private readonly engine: PushEngine,
    private readonly lateArrivals: LateArrivalsService,
    messages: MessageTransactionService,
    private readonly dryRuns: MessageDryRunService,
    private readonly sandboxes: SandboxJournalService,
  ) {
    this.group = new MessageGroup(messages);
  }

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
    call.capacity?.carry(cells);
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
    const { id } = work.call;
    const task = new MessageTask(work, cells, this.group);
    if (task.roomIds.length > 0) await this.engine.runTask(task);
    else await this.transactions.run((manager) => task.run(manager), receivedAt(id), id);
    if (!task.result) throw new Error('The message has no result');
    return task.result;
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
