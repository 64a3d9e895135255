import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { RoomChange } from '../calendar/room-change';
import { ConnectionQueue, connectionShare } from '../platform/database/connection-queue';
import type { RatePlanId, RoomId } from '../platform/database/id';
import type { Work } from '../platform/database/transaction-runner';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { JournalRepository } from './journal/journal.repository';
import { JournalWriter } from './journal/journal.writer';
import type { CallResult } from './journal/journaled-call';
import type { AdministrationOperation } from './operations';
import type { Call } from '../platform/http/request-context';

/** The place of a finished change, and the number of its records. */
interface Done<Room extends RoomId | null> extends Pick<Change<Room>, 'roomId' | 'ratePlanId'> {
  records: number;
}

/** A change by people, for the journal. */
export interface Change<Room extends RoomId | null = RoomId> extends Pick<
  CallResult,
  'received' | 'changed' | 'changes' | 'recalculated' | 'closed' | 'undoes'
> {
  /** Null if the change belongs to no room. */
  roomId: Room;
  ratePlanId: RatePlanId | null;
  /** The moment at which the change took effect, in the order of its room. */
  appliedAt: Room extends RoomId ? string : undefined;
  calendarChanges?: readonly RoomChange[];
  /**
   * Runs after the entry in the same transaction: a token that revokes itself could not write an entry
   * afterwards.
   */
  finish?: () => Promise<void>;
}

/**
 * Carries out one of the changes of a call, and writes its entry: under the given id, or under a new one if another
 * change of the call has that id.
 */
export type RecordChange = (
  call: Call,
  operation: AdministrationOperation,
  work: (call: Call) => Promise<Change>,
) => Promise<Change>;

/**
 * Runs changes by people, each in one transaction with its journal entry, and exactly once even if the
 * transaction is retried.
 * A change waits long for its rooms, so pushes cannot starve it. Changes use at most a quarter of the
 * connections, so they cannot starve pushes.
 */
@Injectable()
export class ChangeRunner {
  private readonly changeConnections: ConnectionQueue;

  constructor(
    connections: ConnectionQueue,
    private readonly transactions: TransactionRunner,
    private readonly journal: JournalRepository,
    private readonly writer: JournalWriter,
  ) {
    this.changeConnections = new ConnectionQueue(() => connectionShare(connections.size));
  }

  /** @returns the result of the change, even if an earlier run committed it without receiving the answer */
  async run<Room extends RoomId | null = RoomId>(
    call: Call,
    operation: AdministrationOperation,
    work: (manager: EntityManager) => Promise<Change<Room>>,
  ): Promise<Done<Room>> {
    const carryOut = async (manager: EntityManager, attempt: number) => {
      const earlier = attempt > 1 ? await this.journal.find(manager, call.id) : undefined;
      if (earlier) {
        return { roomId: earlier.roomId as Room, ratePlanId: earlier.ratePlanId, records: earlier.received };
      }
      const change = await work(manager);
      await this.write(manager, call, operation, change);
      const { roomId, ratePlanId, received } = change;
      return { roomId, ratePlanId, records: received?.dates.length ?? 0 };
    };
    return this.runInTurn(call.id, carryOut);
  }

  /**
   * Runs the changes of one call in one transaction. Each has an entry; the first one has the request id of the call.
   * @returns the result of `work`, even if an earlier run committed it without receiving the answer
   */
  async runAll<T>(
    call: Call,
    work: (manager: EntityManager, record: RecordChange) => Promise<T>,
  ): Promise<T> {
    let earlier: { result: T } | undefined;
    const carryOut = async (manager: EntityManager) => {
      if (earlier && (await this.journal.find(manager, call.id))) return earlier.result;
      let isFirst = true;
      const result = await work(manager, async (of, operation, change) => {
        const ownCall = isFirst || of.id !== call.id ? of : { ...of, id: uuidv7() };
        const done = await change(ownCall);
        await this.write(manager, ownCall, operation, done, call.id);
        isFirst = false;
        return done;
      });
      earlier = { result };
      return result;
    };
    return this.runInTurn(call.id, carryOut);
  }

  /** Runs a transaction that waits for a connection in turn with the changes. @param id the request id, for the log */
  runInTurn<T>(id: string, work: Work<T>): Promise<T> {
    return this.changeConnections.run(() => this.transactions.run(work, new Date(), id));
  }

  private async write<Room extends RoomId | null>(
    manager: EntityManager,
    call: Call,
    operation: AdministrationOperation,
    { roomId, ratePlanId, calendarChanges, finish, ...result }: Change<Room>,
    callId?: string,
  ): Promise<void> {
    const change = { ...call, operation, roomId, ratePlanId };
    await this.writer.write(manager, change, { outcome: 'applied', callId, ...result }, calendarChanges);
    await finish?.();
  }
}
