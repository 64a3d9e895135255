import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isRetryable } from '../platform/database/retryable-error';
import { TransactionRunner } from '../platform/database/transaction-runner';
import type { RoomId } from '../platform/database/id';
import { JournalRepository } from './journal/journal.repository';
import type { CallResult } from './journal/journaled-call';
import { receivedAt } from './journal/request-id';
import type { Push } from './push';
import type { Turn } from './room-line';
import { RoomLockRepository } from './room-lock.repository';
import { RoomQueue } from './room-queue';
import { NotSharedError, SharedTransaction } from './shared-transaction';
import type { WaitingPush } from './waiting-push';

/** The first waits for the last: for some milliseconds. */
const MAX_PUSHES = 16;
/** More have a transaction of their own: a date has several prices. */
const MAX_DATES = 200;
/** So long after a push has failed, those for its room have transactions of their own: others are not done twice for them. */
const ALONE_MS = 60_000;
const MAX_FAILED_ROOMS = 1_000;
/** Made once: a signal without a reason makes an error, with its stack, for each push. */
const WITHDRAWN = new NotSharedError();

/**
 * Lets pushes that wait share a transaction: the one that gets a connection takes those along that wait for one as well,
 * and those that wait behind them for their rooms. It waits for none. Each has a result and a journal entry of its own,
 * as if it had been alone; where one fails, each is done again alone.
 */
@Injectable()
export class TransactionSharing {
  /** How many pushes have been written in a transaction with others. */
  sharedPushes = 0;
  private readonly waiting = new Map<Push, WaitingPush>();
  /** Those that wait for a connection: each is the first of its room. */
  private readonly heads = new Set<WaitingPush>();
  /** Until when their pushes are kept alone, as `performance.now()`; the oldest first. */
  private readonly failedRooms = new Map<RoomId, number>();

  constructor(
    private readonly queue: RoomQueue,
    private readonly transactions: TransactionRunner,
    private readonly roomLocks: RoomLockRepository,
    private readonly journal: JournalRepository,
  ) {}

  /** Carries out a push in its turn, in a transaction of its own or in one that it shares. */
  async run(own: WaitingPush): Promise<CallResult> {
    this.waiting.set(own.push, own);
    if (own.dates > MAX_DATES || this.isKeptAlone(own.push.roomId)) own.isSharable = false;
    try {
      return await this.queue.run(own.push, (turn) => this.takeTurn(own, turn));
    } finally {
      this.waiting.delete(own.push);
    }
  }

  private async takeTurn(own: WaitingPush, turn: Turn): Promise<CallResult> {
    for (;;) {
      const result = own.shared ? await this.follow(own, turn) : await this.lead(own, turn);
      if (result) return result;
    }
  }

  private async follow(own: WaitingPush, turn: Turn): Promise<CallResult | undefined> {
    const result = await own.shared;
    own.shared = undefined;
    if (result) turn.weight = 0;
    return result;
  }

  /** @returns undefined where another push has taken this one along, or where it has to be done alone after all */
  private async lead(own: WaitingPush, turn: Turn): Promise<CallResult | undefined> {
    let shared: SharedTransaction | undefined;
    const withdrawal = new AbortController();
    const work = async (manager: EntityManager, attempt: number) => {
      this.heads.delete(own);
      withdrawal.signal.throwIfAborted();
      if (shared) throw new NotSharedError();
      const companions = own.isSharable && attempt === 1 ? this.findCompanions(own) : [];
      if (companions.length === 0) return own.carryOut(manager, attempt);
      shared = new SharedTransaction(own, companions);
      const locked = await this.roomLocks.lockFree(manager, shared.roomIds);
      return shared.run(this.transactions, this.journal, manager, locked);
    };
    own.withdraw = () => withdrawal.abort(WITHDRAWN);
    if (own.isSharable) this.heads.add(own);
    try {
      const result = await this.transactions.runInTurn(work, {
        since: receivedAt(own.push.id),
        requestId: own.push.id,
        onLockTimeout: turn.block,
        signal: withdrawal.signal,
      });
      if (shared) {
        this.sharedPushes += shared.commit();
        turn.weight = shared.weightIn(own.push.roomId);
      }
      return result;
    } catch (error) {
      if (error instanceof NotSharedError || withdrawal.signal.aborted) return undefined;
      if (!isRetryable(error)) this.keepAlone(own.push.roomId);
      throw error;
    } finally {
      this.heads.delete(own);
      shared?.release();
    }
  }

  private isKeptAlone(roomId: RoomId): boolean {
    return (this.failedRooms.get(roomId) ?? 0) > performance.now();
  }

  private keepAlone(roomId: RoomId): void {
    this.failedRooms.delete(roomId);
    this.failedRooms.set(roomId, performance.now() + ALONE_MS);
    const [oldest] = this.failedRooms.keys();
    if (oldest && this.failedRooms.size > MAX_FAILED_ROOMS) this.failedRooms.delete(oldest);
  }

  /** Of those that wait, the ones that have come first. */
  private findCompanions(leader: WaitingPush): WaitingPush[] {
    const lines = [this.listBehind(leader)];
    for (const head of this.heads) {
      if (lines.length === MAX_PUSHES) break;
      lines.push([head, ...this.listBehind(head)]);
    }
    const found: WaitingPush[] = [];
    let { dates } = leader;
    while (found.length < MAX_PUSHES - 1) {
      const next = firstOf(lines)?.shift();
      dates += next?.dates ?? 0;
      if (!next || dates > MAX_DATES) break;
      found.push(next);
      this.heads.delete(next);
    }
    return found;
  }

  /** Those that wait for its room behind a push, up to the first that must not share. */
  private listBehind({ push }: WaitingPush): WaitingPush[] {
    const found: WaitingPush[] = [];
    for (const each of this.queue.listBehind(push)) {
      const waiting = this.waiting.get(each);
      if (!waiting?.isSharable || found.length === MAX_PUSHES) break;
      found.push(waiting);
    }
    return found;
  }
}

/** The line whose first push has come first; undefined where all are empty. */
function firstOf(lines: WaitingPush[][]): WaitingPush[] | undefined {
  let first: WaitingPush[] | undefined;
  for (const line of lines) {
    const [push] = line;
    if (push && (!first?.[0] || push.push.id < first[0].push.id)) first = line;
  }
  return first;
}
