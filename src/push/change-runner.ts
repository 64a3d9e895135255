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

/** Of a change that was done: where, and how many records it had. */
interface Done<Room extends RoomId | null> extends Pick<Change<Room>, 'roomId' | 'ratePlanId'> {
  records: number;
}

/** What a change by people did, as the journal keeps it. */
export interface Change<Room extends RoomId | null = RoomId> extends Pick<
  CallResult,
  'received' | 'changed' | 'changes' | 'recalculated'
> {
  /** Null of what belongs to no room. */
  roomId: Room;
  ratePlanId: RatePlanId | null;
  /** When it took effect, in the time of its room. */
  appliedAt: Room extends RoomId ? string : undefined;
  /** What has changed in calendars. */
  calendarChanges?: readonly RoomChange[];
  /** What has to follow the entry, in its transaction: a token that revokes itself could not write one any more. */
  finish?: () => Promise<void>;
}

/**
 * Runs changes that people make: each in one transaction with its journal entry, and exactly once however often the
 * transaction has to be run. Each waits long for the rooms that it locks, so that pushes cannot starve it; at most a
 * quarter of the connections is in use by changes, so that neither can they starve pushes.
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

  /** @returns what was changed, also where that was done by an earlier run whose COMMIT went unheard */
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
