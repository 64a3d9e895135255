import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config';
import type { RoomChange } from '../calendar/room-calendar';
import { ConnectionQueue, connectionShare } from '../platform/database/connection-queue';
import type { RatePlanId, RoomId } from '../platform/database/id';
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
  'received' | 'changed' | 'changes' | 'recalculated'
> {
  /** Null if the change belongs to no room. */
  roomId: Room;
  ratePlanId: RatePlanId | null;
  /** The moment at which the change took effect, in the order of its room. */
  appliedAt: Room extends RoomId ? string : undefined;
  /** The changes in calendars. */
  calendarChanges?: readonly RoomChange[];
  /**
   * Runs after the entry in the same transaction: a token that revokes itself could not write an entry
   * afterwards.
   */
  finish?: () => Promise<void>;
}

/**
 * Runs changes by people, each in one transaction with its journal entry, and exactly once even if the
 * transaction is retried.
 * A change waits long for its rooms, so pushes cannot starve it. Changes use at most a quarter of the
 * connections, so they cannot starve pushes.
 */
@Injectable()
export class ChangeRunner {
  private readonly connections: ConnectionQueue;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly transactions: TransactionRunner,
    private readonly journal: JournalRepository,
    private readonly writer: JournalWriter,
  ) {
    this.connections = new ConnectionQueue(connectionShare(config.DATABASE_POOL_SIZE));
  }

  /** @returns the result of the change, also if an earlier run committed it without receiving the answer */
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
      const { roomId, ratePlanId, calendarChanges, finish, ...result } = await work(manager);
      const change = { ...call, operation, roomId, ratePlanId };
      await this.writer.write(manager, change, { outcome: 'applied', ...result }, calendarChanges);
      await finish?.();
      return { roomId, ratePlanId, records: result.received?.dates.length ?? 0 };
    };
    return this.connections.run(new Date(), () => this.transactions.run(carryOut, new Date(), call.id));
  }
}
