import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { groupBy } from '../calendar/group-by';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config';
import { tryLock } from '../platform/database/advisory-lock';
import type { RoomId } from '../platform/database/id';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { RepeatedJob } from '../platform/jobs/repeated-job';
import type { SilentRoom } from '../push/journal/notice.repository';
import { NoticeRepository } from '../push/journal/notice.repository';
import { NotificationService } from '../notification/notification.service';
import { RoomAdministrationRepository } from './room-administration.repository';
import type { Room } from './room.entity';

const INTERVAL_MS = 600_000;
const PAGE = 1_000;

/**
 * Finds silent rooms, whose last push is older than MAIL_SILENCE_HOURS. The silent rooms of a property share one mail.
 * A notice is added to one of their last pushes, and all of these pushes are marked as reported. Each silence is
 * therefore reported once.
 * Only one instance runs the job at a time, so that two instances do not report the same silence.
 */
@Injectable()
export class SilentRoomsJob extends RepeatedJob {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly transactions: TransactionRunner,
    private readonly rooms: RoomAdministrationRepository,
    private readonly notices: NoticeRepository,
    private readonly notifications: NotificationService,
  ) {
    super(INTERVAL_MS);
  }

  protected async runPart(): Promise<boolean> {
    const hours = this.config.MAIL_SILENCE_HOURS;
    if (hours === undefined) return false;
    let after = await this.noticePage(undefined, hours);
    while (after !== undefined) after = await this.noticePage(after, hours);
    return false;
  }

  /**
   * Checks one page of rooms in a transaction.
   * @returns the last room of the page; undefined if it is the last page
   */
  private async noticePage(after: RoomId | undefined, hours: number): Promise<RoomId | undefined> {
    return this.transactions.runOnce(async (manager) => {
      if (!(await tryLock(manager, 'silentRooms'))) return undefined;
      const page = await this.rooms.list(manager, undefined, after, PAGE);
      const real = page.filter(({ sandboxId }) => sandboxId === null);
      await this.report(manager, real, hours);
      return page.length < PAGE ? undefined : page.at(-1)?.id;
    });
  }

  /** Reports those rooms of a page that have fallen silent, each with all silent rooms of its property. */
  private async report(manager: EntityManager, page: Room[], hours: number): Promise<void> {
    const found = await this.notices.findSilent(manager, idsOf(page), hours);
    const fallenSilent = new Set(found.flatMap(({ roomId, isReported }) => (isReported ? [] : roomId)));
    if (fallenSilent.size === 0) return;
    const properties = await this.propertiesOf(
      manager,
      page.filter(({ id }) => fallenSilent.has(id)),
    );
    const silent = await this.notices.findSilent(manager, idsOf(properties.flat()), hours);
    for (const rooms of properties) await this.addNotice(manager, rooms, silent);
    const unreported = silent.filter(({ isReported }) => !isReported);
    await this.notices.markSilenceReported(
      manager,
      unreported.map(({ requestId }) => requestId),
    );
  }

  /** Returns the properties of some rooms, each with all of its rooms. A room without a property is on its own. */
  private async propertiesOf(manager: EntityManager, rooms: Room[]): Promise<Room[][]> {
    const names = [...new Set(rooms.flatMap(({ propertyName }) => propertyName ?? []))];
    const ofProperties = await this.rooms.listOfProperties(manager, names);
    return [
      ...rooms.filter(({ propertyName }) => propertyName === null).map((room) => [room]),
      ...groupBy(ofProperties, ({ propertyName }) => propertyName).values(),
    ];
  }

  private async addNotice(manager: EntityManager, rooms: Room[], silent: SilentRoom[]): Promise<void> {
    const ids = new Set(idsOf(rooms));
    const lastPushes = silent.filter(({ roomId }) => ids.has(roomId));
    const latest = lastPushes.find(({ isReported }) => !isReported);
    if (!latest) return;
    const silentIds = new Set(lastPushes.map(({ roomId }) => roomId));
    const silentRooms = rooms.filter(({ id }) => silentIds.has(id));
    const notice = this.notifications.roomsSilent(rooms[0]?.propertyName ?? null, silentRooms, rooms.length);
    await this.notices.setNotice(manager, latest.requestId, notice);
  }
}

function idsOf(rooms: Room[]): RoomId[] {
  return rooms.map(({ id }) => id);
}
