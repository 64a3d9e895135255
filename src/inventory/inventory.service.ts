import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../platform/dates/calendar-date';
import { DayAxis } from '../platform/dates/day-axis';
import { UpdateWindow } from '../platform/dates/update-window';
import type { RoomId } from '../platform/database/id';
import type { DatedArray, DatedRecord } from '../push/dated-array';
import { ChangedRooms } from '../push/journal/changed-rooms';
import type { CallResult } from '../push/journal/journaled-call';
import type { PushResult } from '../push/push-answer';
import { pushResult } from '../push/push-answer';
import { PropertyAccess } from '../room/property-access';
import { PushRunner } from '../push/push-runner';
import { SetSinceRepository } from '../calendar/history/set-since.repository';
import { StateRepository } from '../calendar/history/state.repository';
import { excluding, receivedOf } from '../push/journal/verdicts';
import { NotificationService } from '../notification/notification.service';
import { DerivedPriceService } from '../pricing/derived-price.service';
import type { ReachedPlans } from '../pricing/linked-rooms.service';
import { LinkedRoomsService } from '../pricing/linked-rooms.service';
import { RateRoomAvailabilityRepository } from '../pricing/rate-room-availability.repository';
import { RoomAvailabilityRepository } from '../room/room-availability.repository';
import type { Push } from '../push/push';

/** Stands where a day is left out. */
const GAP = -1;

/** Carries out operation 1, pushed inventory, in the order of the contract's steps. */
@Injectable()
export class InventoryService {
  constructor(
    private readonly pushes: PushRunner,
    private readonly access: PropertyAccess,
    private readonly window: UpdateWindow,
    private readonly linkedRooms: LinkedRoomsService,
    private readonly setSince: SetSinceRepository,
    private readonly roomAvailability: RoomAvailabilityRepository,
    private readonly prices: RateRoomAvailabilityRepository,
    private readonly derivedPrices: DerivedPriceService,
    private readonly states: StateRepository,
    private readonly notifications: NotificationService,
  ) {}

  /** Sets how many rooms there are by date, and makes sure that every rate plan has a cell on those dates. */
  async update(push: Push, { records, propertyName }: DatedArray<number>): Promise<PushResult> {
    const { accepted, exclusions } = this.window.select(records);
    const sent = receivedOf(records, exclusions, String);

    const result = await this.pushes.run(push, sent, async (manager, repeatOf) => {
      await this.access.assert(manager, push);
      if (records.length === 0)
        return { outcome: 'emptyList', notice: this.notifications.emptyInventoryList() };
      const reached = await this.linkedRooms.lock(manager, push);
      if (!reached) {
        const notice = this.notifications.inventoryRoomMissing(propertyName);
        return { outcome: 'roomMissing', received: sent, notice };
      }
      const appliedAt = reached.moment.at;
      const dates = accepted.map(({ date }) => date);
      const late = repeatOf
        ? await this.setSince.findInventory(manager, repeatOf, push.roomId, dates)
        : new Set<CalendarDate>();
      const inTime = accepted.filter(({ date }) => !late.has(date));
      const received = excluding(sent, late, 'late');
      if (inTime.length === 0) return { outcome: 'applied', appliedAt, received };
      const { changed, overbooked } = await this.save(manager, push.roomId, reached, inTime);
      const notice = this.notifications.overbooked(propertyName, overbooked);
      return { outcome: 'applied', appliedAt, received, changed, overbooked, notice };
    });
    return pushResult(result);
  }

  private async save(
    manager: EntityManager,
    roomId: RoomId,
    { tree, moment }: ReachedPlans,
    accepted: DatedRecord<number>[],
  ): Promise<Required<Pick<CallResult, 'changed' | 'overbooked'>>> {
    const axis = new DayAxis(accepted.map(({ date }) => date));
    const { dates } = axis;
    const totals = accepted.map(({ value }) => value);
    const ratePlanIds = tree.filter((plan) => plan.roomId === roomId).map(({ id }) => id);
    const [{ changed, overbooked }, { cells, unpriced }] = await Promise.all([
      this.roomAvailability.setTotalRooms(manager, roomId, axis, axis.place(GAP, totals), moment),
      this.prices.countCells(manager, roomId, ratePlanIds, axis),
    ]);
    // The usual push finds every date there, with another number, and is done.
    if (changed.length < dates.length) {
      const rooms = await this.roomAvailability.readStored(manager, roomId, dates);
      overbooked.push(...rooms.overbooked);
      if (rooms.stored < dates.length) {
        const created = await this.roomAvailability.insertMissing(manager, roomId, dates, totals, moment);
        ChangedRooms.of(manager).noteInventory(roomId, created);
        changed.push(...created);
      }
    }
    const missing = ratePlanIds.length * dates.length - cells;
    if (unpriced + missing > 0) {
      const created =
        missing > 0 ? await this.prices.insertUnpriced(manager, roomId, ratePlanIds, dates) : [];
      const filled = await this.derivedPrices.fillUnpriced(manager, tree, dates);
      filled.set(roomId, new Set([...created, ...(filled.get(roomId) ?? [])]));
      for (const [ofRoom, filledDates] of filled)
        await this.states.recordPrices(manager, ofRoom, [...filledDates], moment);
    }
    return { changed: new Set(changed), overbooked: new Set(overbooked) };
  }
}
