import { Inject, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { EntityManager } from 'typeorm';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config';
import { tryLock } from '../platform/database/advisory-lock';
import type { RoomId } from '../platform/database/id';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { JournalRepository } from '../push/journal/journal.repository';
import { NotificationRepository } from '../notification/notification.repository';
import { RoomAdministrationRepository } from './room-administration.repository';

const INTERVAL_MS = 600_000;
const PAGE = 1_000;

/**
 * Finds silent rooms, whose last push is older than MAIL_SILENCE_HOURS.
 * It adds a notice to that push, so each silence is reported once.
 * Only one instance runs it at a time. Otherwise one instance could add a notice again after another one's
 * notice was already sent.
 */
@Injectable()
export class SilentRoomsJob {
  private readonly logger = new Logger(SilentRoomsJob.name);
  private isRunning = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly transactions: TransactionRunner,
    private readonly rooms: RoomAdministrationRepository,
    private readonly journal: JournalRepository,
    private readonly notifications: NotificationRepository,
  ) {}

  @Interval(INTERVAL_MS)
  async run(): Promise<void> {
    const hours = this.config.MAIL_SILENCE_HOURS;
    if (hours === undefined || this.isRunning) return;
    this.isRunning = true;
    try {
      let after = await this.noticePage(undefined, hours);
      while (after !== undefined) after = await this.noticePage(after, hours);
    } catch (error) {
      this.logger.warn(`Silent rooms are checked again in ten minutes: ${String(error)}`);
    } finally {
      this.isRunning = false;
    }
  }

  /**
   * Checks one page of rooms in a transaction.
   * @returns the last room of the page; undefined if it is the last page
   */
  private async noticePage(after: RoomId | undefined, hours: number): Promise<RoomId | undefined> {
    return this.transactions.runOnce(async (manager) => {
      if (!(await tryLock(manager, 'silentRooms'))) return undefined;
      const rooms = await this.rooms.list(manager, { cursor: after }, PAGE);
      const names = new Map(rooms.map(({ id, propertyName }) => [id, propertyName]));
      await this.notice(manager, names, hours);
      return rooms.length < PAGE ? undefined : rooms.at(-1)?.id;
    });
  }

  private async notice(
    manager: EntityManager,
    names: Map<RoomId, string | null>,
    hours: number,
  ): Promise<void> {
    const silent = await this.journal.findSilent(manager, [...names.keys()], hours);
    const requestIds = silent.map(({ requestId }) => requestId);
    const reported = await this.notifications.findTold(manager, 'roomSilent', requestIds);
    for (const { requestId, roomId } of silent) {
      if (reported.has(requestId)) continue;
      const propertyName = names.get(roomId) ?? null;
      await this.journal.setNotice(manager, requestId, { trigger: 'roomSilent', propertyName, detail: null });
    }
  }
}
